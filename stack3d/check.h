// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/report/report.h"
#include "stack3d/rules.h"
#include "stack3d/signoff.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// `kFloorplan` works on incomplete data: what is missing is listed, not failed. `kFinal`: whatever could not be checked
/// makes the run incomplete.
enum class Profile : std::uint8_t { kFloorplan, kFinal };
std::string_view to_string(Profile profile);

struct CheckOptions {
  Profile profile = Profile::kFinal;
};

/// What a check of a stack looked at.
struct CheckOutcome {
  std::vector<std::pair<std::string, std::uint64_t>> checked;
  std::vector<core::NotChecked> not_checked;
  std::vector<std::string> rules_run;
  std::vector<core::Section> sections;
};

/// Runs every check of the table in checks/table.cpp on an assembled stack. Findings carry the properties "check" (name
/// of the check) and "visible_early" ("true" when the floorplan profile runs that check too). An interrupt stops it
/// before the next check: its outcome then is no result.
CheckOutcome check(const Stack& stack, const Rules& rules, const SignoffSet& signoff,
                   const CheckOptions& options, core::Sink& sink);

}  // namespace sealring::stack3d
