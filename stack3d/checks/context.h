// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/report/report.h"
#include "stack3d/check.h"
#include "stack3d/checks/fit.h"
#include "stack3d/checks/intent.h"
#include "stack3d/codes.h"
#include "stack3d/readers/keys.h"

namespace sealring::stack3d {

/// A sink that can be changed between checks.
class SinkRef {
 public:
  explicit SinkRef(core::Sink& sink) : sink_(&sink) {}
  void set(core::Sink& sink) { sink_ = &sink; }
  void report(core::Finding finding) { sink_->report(std::move(finding)); }
  core::Sink& get() { return *sink_; }

 private:
  core::Sink* sink_;
};

/// What the checks of one run share. Each check reads the stack and the parts that checks before it filled in.
struct CheckContext {
  const Stack& stack;
  const Rules& rules;
  const SignoffSet& signoff;
  Profile profile;
  SinkRef sink;
  /// The intended netlist on the nodes of the stack.
  Intent intent;
  std::vector<core::NotChecked> not_checked = {};
  std::map<std::string, std::uint64_t> counts = {};
  /// Per interface: one transform that explains its misses, where there is one.
  std::vector<std::optional<Fit>> fits = {};
  /// Pins whose finding is said by a fit.
  std::vector<bool> explained = {};
  /// Nets that are open only because a bump of them has no partner: said with that bump.
  std::map<PinId, std::string> open_by_pin = {};

  void skip(std::string what, std::string why) {
    not_checked.push_back({std::move(what), std::move(why)});
  }
  std::string um(Dbu length) const { return um_text(length, stack.dbu_per_um); }
  /// "(1, 2) um".
  std::string um(const Point& p) const;
  /// "600 x 400 um".
  std::string size(Dbu width, Dbu height) const;
  /// "50 nm".
  std::string nm(Dbu length) const;
  /// A length of the rules in database units.
  Dbu dbu(const core::Rational& um) const {
    return round_half_away(um * core::Rational(stack.dbu_per_um));
  }
  bool placed(const RegionUse& use) const {
    return use.tier != kNone && stack.tiers[use.tier].placed && stack.region(use).box.has_value();
  }
  /// The region's box in the global plane.
  Box region_box(const RegionUse& use) const {
    return stack.tiers[use.tier].to_stack.apply(*stack.region(use).box);
  }
  /// Both sides are dies with usable regions.
  bool between_dies(const Interface& face) const {
    return face.usable && face.upper.tier != kNone && face.lower.tier != kNone;
  }
  Dbu gap_tolerance(const Interface& face) const;
  /// At most this many findings of one kind are listed per interface or chiplet, then one with the rest.
  static constexpr std::size_t kListed = 100'000;
};

/// One check: its name, what it may report, whether the floorplan profile runs it.
struct CheckRule {
  std::string_view name;
  bool early;
  void (*run)(CheckContext&);
  std::vector<const core::Code*> codes;
};

/// All checks, in the order in which they run.
const std::vector<CheckRule>& check_table();

// One file each in this folder.
void check_orientation(CheckContext& context);
void check_gaps(CheckContext& context);
void check_overlaps(CheckContext& context);
void check_regions(CheckContext& context);
void check_floating(CheckContext& context);
void check_bump_names(CheckContext& context);
void check_bump_classes(CheckContext& context);
void check_bump_duplicates(CheckContext& context);
void check_bumps_inside(CheckContext& context);
void check_bump_spacing(CheckContext& context);
void check_pad_centre(CheckContext& context);
void check_def_bumps(CheckContext& context);
void check_die_area(CheckContext& context);
void check_alignment(CheckContext& context);
void check_landing(CheckContext& context);
void check_backside(CheckContext& context);
void check_mechanical(CheckContext& context);
void check_seal_ring(CheckContext& context);
void check_netlist(CheckContext& context);
void check_connectivity(CheckContext& context);
void check_policies(CheckContext& context);
void check_paths(CheckContext& context);
void check_signoff(CheckContext& context);

}  // namespace sealring::stack3d
