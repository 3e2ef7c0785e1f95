// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/store/clock.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace sealring::core {

namespace {

constexpr std::int64_t kEndOfYear9999 = 253402300799;

}  // namespace

std::chrono::system_clock::time_point SystemClock::now() const {
  if (const char* variable = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text = variable;
    std::int64_t seconds = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (whole && seconds >= 0 && seconds <= kEndOfYear9999) {
      return std::chrono::system_clock::time_point(std::chrono::seconds(seconds));
    }
  }
  return std::chrono::system_clock::now();
}

std::string utc_date(std::chrono::system_clock::time_point time) {
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(time));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string utc_instant(std::chrono::system_clock::time_point time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  return fmt::format("{}T{:02}:{:02}:{:02}Z", utc_date(time), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

}  // namespace sealring::core
