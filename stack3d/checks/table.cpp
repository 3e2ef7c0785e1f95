// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The table of checks and the run over it. A new check is a file, a line in context.h and a line here.
#include <algorithm>

#include "core/process/process.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

using namespace codes;  // NOLINT(google-build-using-namespace): the table names half of them

/// Passes findings on with the name of the check and whether a floorplan run could have seen them.
class TaggingSink final : public core::Sink {
 public:
  TaggingSink(core::Sink& next, const CheckRule& rule) : next_(next), rule_(rule) {}
  void report(core::Finding finding) override {
    next_.report(std::move(finding)
                     .property("check", std::string(rule_.name))
                     .property("visible_early", rule_.early ? "true" : "false"));
  }

 private:
  core::Sink& next_;
  const CheckRule& rule_;
};

void find_fits(CheckContext& context) {
  const Stack& stack = context.stack;
  for (std::uint32_t id = 0; id < stack.interfaces.size(); ++id) {
    const Interface& face = stack.interfaces[id];
    if (!context.between_dies(face)) continue;
    if (stack.region(face.upper).map.bumps.empty() || stack.region(face.lower).map.bumps.empty())
      continue;
    context.fits[id] = find_fit(stack, face, context.intent.key_of_node);
    if (!context.fits[id]) continue;
    for (const auto& [lower, upper] : context.fits[id]->pairs) {
      context.explained[lower] = true;
      context.explained[upper] = true;
    }
  }
}

std::vector<std::pair<std::string, std::uint64_t>> totals(const CheckContext& context) {
  const Stack& stack = context.stack;
  std::uint64_t named = 0;
  for (const StackNet& net : stack.nets) named += net.named ? 1U : 0U;
  std::vector<std::pair<std::string, std::uint64_t>> result{{"files", stack.sources.size()},
                                                            {"dies", stack.tiers.size()},
                                                            {"bumps", stack.bump_count},
                                                            {"nets", named}};
  for (const auto& [what, count] : context.counts) result.emplace_back(what, count);
  return result;
}

/// What the description names and nobody can look at.
void list_unread(CheckContext& context) {
  for (const std::string& file : context.stack.not_read) {
    context.skip("'" + file + "'", "it could not be read");
  }
  for (const Chiplet& chiplet : context.stack.chiplets) {
    for (const Region& region : chiplet.regions) {
      if (region.pmap)
        context.skip("'" + region.pmap->shown + "'", "the pmap format is not public");
    }
  }
}

core::Section frame_section(const Stack& stack) {
  core::Table table;
  table.columns = {{"die"},          {"chiplet"},      {"orient"},
                   {"x (um)", true}, {"y (um)", true}, {"z (um)", true},
                   {"size (um)"},    {"bumps", true},  {"inside"}};
  const auto um = [&](Dbu length) {
    const std::string text = um_text(length, stack.dbu_per_um);
    return text.substr(0, text.find(' '));
  };
  for (TierId id = 0; id < stack.tiers.size(); ++id) {
    const Tier& tier = stack.tiers[id];
    const Chiplet& chiplet = stack.chiplet(id);
    const Box3& box = tier.box;
    table.rows.push_back({tier.path, chiplet.name, to_string(tier.to_stack.orientation),
                          um(box.low.x), um(box.low.y), um(box.low.z),
                          um(box.high.x - box.low.x) + " x " + um(box.high.y - box.low.y) + " x " +
                              um(box.high.z - box.low.z),
                          std::to_string(chiplet.bump_count),
                          chiplet.mechanical                   ? "mechanical"
                          : chiplet.inside == Inside::kKnown   ? "known"
                          : chiplet.inside == Inside::kTrusted ? "trusted"
                                                               : "black box"});
  }
  return {"Dies in the frame of the stack (flip " + std::string(to_string(stack.flip)) + ", " +
              std::to_string(stack.dbu_per_um) + " database units per um)",
          std::move(table)};
}

core::Section interface_section(const CheckContext& context) {
  const Stack& stack = context.stack;
  core::Table table;
  table.columns = {{"interface"},
                   {"top"},
                   {"bot"},
                   {"gap (um)", true},
                   {"thickness (um)", true},
                   {"pairs", true},
                   {"unpaired top", true},
                   {"unpaired bot", true},
                   {"tolerance (nm)", true}};
  for (const Interface& face : stack.interfaces) {
    const bool measured = context.between_dies(face);
    const auto um = [&](Dbu length) {
      const std::string text = um_text(length, stack.dbu_per_um);
      return text.substr(0, text.find(' '));
    };
    const std::string nm = context.nm(face.tolerance);
    table.rows.push_back({face.name, stack.region_name(face.upper), stack.region_name(face.lower),
                          measured ? um(face.gap) : "-", um(face.thickness),
                          std::to_string(face.bond_count),
                          std::to_string(face.unpaired_upper.size()),
                          std::to_string(face.unpaired_lower.size()), nm.substr(0, nm.find(' '))});
  }
  return {"Interfaces", std::move(table)};
}

}  // namespace

const std::vector<CheckRule>& check_table() {
  static const std::vector<CheckRule> kTable{
      {"orientation",
       true,
       check_orientation,
       {&kImproperOrientation, &kFacing, &kTopBottomSwapped}},
      {"gaps", true, check_gaps, {&kGap, &kMirrorPlane}},
      {"overlaps", true, check_overlaps, {&kDieOverlap, &kEmbedded}},
      {"regions",
       true,
       check_regions,
       {&kRegionOutsideDie, &kRegionOverlap, &kRegionsApart, &kUnusedConnection, &kInternalUnused,
        &kUnusedRegion}},
      {"floating", true, check_floating, {&kFloating}},
      {"bump-names",
       false,
       check_bump_names,
       {&kPortWithoutNet, &kUnknownPort, &kUnknownNet, &kPortNetConflict, &kUnknownBumpCell}},
      {"bump-classes", true, check_bump_classes, {&kBumpClass}},
      {"bump-duplicates", true, check_bump_duplicates, {&kBumpTwice}},
      {"bumps-inside", true, check_bumps_inside, {&kBumpOutsideRegion, &kBumpOutsideDie}},
      {"bump-spacing",
       true,
       check_bump_spacing,
       {&kBumpTwice, &kBumpPitch, &kBumpSpacing, &kBumpOverlap}},
      {"pad-centre", true, check_pad_centre, {&kPadOffCentre}},
      {"def-bumps", false, check_def_bumps, {&kDefFrame, &kDefBumpPlace, &kBumpNotInDef}},
      {"die-area", false, check_die_area, {&kDieArea}},
      {"landing", true, check_landing, {&kLanding}},
      {"backside", false, check_backside, {&kBacksidePad, &kBacksideRoute}},
      {"mechanical", true, check_mechanical, {&kMechanicalCarries}},
      {"seal-ring", true, check_seal_ring, {&kSealRing}},
      {"netlist", false, check_netlist, {&kNoNetlist, &kTierNotInNetlist, &kInstanceNotInStack}},
      {"connectivity",
       false,
       check_connectivity,
       {&kShort, &kSwappedNets, &kOpenNet, &kReversedBus, &kMissingPin, &kExtraPin, &kMissingLabel,
        &kBondToNothing, &kSupplySplit, &kBlackBox, &kShiftedBus, &kWrongPair, &kLabelsDiffer}},
      {"alignment",
       true,
       check_alignment,
       {&kMissingPartner, &kMisaligned, &kInterfaceShift, &kInterfaceMirror, &kInterfaceRotation,
        &kInterfaceScale}},
      {"policies", false, check_policies, {&kMustConnect, &kKeepApart, &kRuleWithoutObject}},
      {"paths", false, check_paths, {&kPath, &kBlackBox}},
      {"signoff",
       false,
       check_signoff,
       {&kSignoffMissing, &kStaleLayout, &kWrongDeck, &kSignoffBare, &kSignoffNotClean,
        &kSignoffOther, &kDeckUnknown}},
  };
  return kTable;
}

std::string_view to_string(Profile profile) {
  return profile == Profile::kFloorplan ? "floorplan" : "final";
}

CheckOutcome check(const Stack& stack, const Rules& rules, const SignoffSet& signoff,
                   const CheckOptions& options, core::Sink& sink) {
  CheckOutcome outcome;
  CheckContext context{stack,           rules,         signoff,
                       options.profile, SinkRef(sink), lay_netlist(stack, rules, sink)};
  context.fits.resize(stack.interfaces.size());
  context.explained.resize(stack.bump_count);
  find_fits(context);
  list_unread(context);
  for (const CheckRule& rule : check_table()) {
    if (core::interrupt_requested()) break;
    if (options.profile == Profile::kFloorplan && !rule.early) {
      const bool applies = rule.name != "signoff" || signoff.asked;
      if (applies)
        context.skip("check '" + std::string(rule.name) + "'", "not part of the floorplan profile");
      continue;
    }
    TaggingSink tagging(sink, rule);
    context.sink.set(tagging);
    rule.run(context);
    context.sink.set(sink);
    for (const core::Code* code : rule.codes) outcome.rules_run.emplace_back(code->id);
  }
  std::sort(outcome.rules_run.begin(), outcome.rules_run.end());
  outcome.rules_run.erase(std::unique(outcome.rules_run.begin(), outcome.rules_run.end()),
                          outcome.rules_run.end());
  outcome.checked = totals(context);
  outcome.not_checked = std::move(context.not_checked);
  outcome.sections = {frame_section(stack), interface_section(context)};
  return outcome;
}

}  // namespace sealring::stack3d
