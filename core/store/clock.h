// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <chrono>
#include <string>

namespace sealring::core {

/// The only source of time. Results never depend on it; records and expiry dates do.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::chrono::system_clock::time_point now() const = 0;
};

/// The machine's clock; SOURCE_DATE_EPOCH (whole seconds up to the year 9999) takes its place where it is set.
class SystemClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() const override;
};

std::string utc_date(std::chrono::system_clock::time_point time);     ///< "2026-11-30"
std::string utc_instant(std::chrono::system_clock::time_point time);  ///< "2026-11-30T12:00:00Z"

}  // namespace sealring::core
