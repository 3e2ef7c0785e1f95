// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <ostream>

namespace sealring::cli {

namespace {

constexpr std::chrono::milliseconds kSilent{500};
constexpr std::chrono::milliseconds kRedraw{200};
constexpr double kWorthAGuess =
    0.02;  ///< share of a phase below which no remaining time is guessed

bool is_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

double seconds(std::chrono::steady_clock::duration span) {
  return std::chrono::duration<double>(span).count();
}

}  // namespace

ProgressLine::ProgressLine(Context& context)
    : context_(context),
      on_(!context.quiet && context.progress != "never"),
      redraw_(is_terminal()),
      at_once_(context.progress == "always") {}

ProgressLine::~ProgressLine() {
  if (open_) context_.err << "\r\x1b[K" << std::flush;
}

std::string ProgressLine::text(std::uint64_t done, std::uint64_t total, double share) const {
  const double spent = seconds(Clock::now() - phase_start_);
  std::string line = fmt::format("{}: {} of {}, {:.0f} s", phase_, done, total, spent);
  if (share >= kWorthAGuess && share < 1)
    line += fmt::format(", about {:.0f} s left", spent / share - spent);
  return line;
}

void ProgressLine::update(std::string_view phase, std::uint64_t done, std::uint64_t total,
                          double share) {
  if (!on_) return;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (phase != phase_) {
    phase_ = phase;
    phase_start_ = now;
    told_ = false;
  }
  if (!at_once_ && now - start_ < kSilent) return;
  if (!redraw_) {
    if (!told_) context_.err << text(done, total, share) << std::endl;
    told_ = true;
    return;
  }
  if (open_ && now - drawn_ < kRedraw && done < total) return;
  context_.err << "\r\x1b[K" << text(done, total, share) << std::flush;
  open_ = true;
  drawn_ = now;
}

}  // namespace sealring::cli
