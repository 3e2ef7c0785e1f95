// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <sstream>
#include <string>

#include "core/report/report.h"

namespace sealring::testing {

inline constexpr core::Code kNoPath{
    .id = "TST-0101",
    .slug = "no-discharge-path",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A pad has no path over which a discharge can leave.",
    .matters = "The first discharge destroys the gate behind the pad.",
    .fix = "Add a clamp between the pad and a rail.",
    .example = "pad 'PAD_A' has no discharge path to 'VSS'"};
inline constexpr core::Code kFar{
    .id = "TST-0102",
    .slug = "clamp-far",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kPackage,
    .means = "The nearest clamp is further away than the limit.",
    .matters = "The resistance of the way there adds to the voltage at the pad.",
    .fix = "Move the clamp.",
    .example = "clamp 'CL_7' is 412 um away, limit 300 um"};
inline constexpr core::Code kLost{.id = "TST-0201",
                                  .slug = "file-lost",
                                  .severity = core::Severity::kError,
                                  .kind = core::FindingClass::kInput,
                                  .owner = core::Owner::kConfig,
                                  .means = "A file is not there.",
                                  .matters = "What it holds was not checked.",
                                  .fix = "Name the right file.",
                                  .example = "cannot find 'x'"};
inline constexpr core::Code kQuiet{.id = "TST-0301",
                                   .slug = "quiet-rule",
                                   .severity = core::Severity::kNote,
                                   .kind = core::FindingClass::kDesign,
                                   .owner = core::Owner::kSpec,
                                   .means = "A rule that found nothing.",
                                   .matters = "Its pass must be visible.",
                                   .fix = "Nothing to do.",
                                   .example = "nothing"};
inline constexpr const core::Code* kSampleCodes[] = {&kNoPath, &kFar, &kLost, &kQuiet};

inline core::CodeCatalogue sample_catalogue() {
  core::CodeCatalogue catalogue;
  catalogue.add(kSampleCodes);
  return catalogue;
}

/// A report with everything in it: notes, a place in a die, shares, waived and known findings, a cap, sections.
inline core::Report sample_report() {
  using core::make_finding;
  core::Report report;
  report.verb = "esd check";
  report.status = core::RunStatus::kFindings;
  core::Finding far = make_finding(kFar, "clamp 'CL_7' is 412 um away from 'PAD_B', limit 300 um")
                          .at({"io/clamps.yaml", 2, 10, 14})
                          .on("top/io/PAD_B", "rule=distance")
                          .placed({"u_logic", "front", 12.5, 40, 300})
                          .property("distance_um", "412");
  far.shares = {{core::Owner::kDesign, "die u_logic, metal M4", 2.5, "ohm"},
                {core::Owner::kPackage, "bump B17", 0.25, "ohm"}};
  core::Finding waived = make_finding(kNoPath, "pad 'PAD_T' has no discharge path to 'VSS'")
                             .at({"io/pads.yaml", 5, 11, 16})
                             .on("top/io/PAD_T");
  waived.waived_by = "test pad, cut off before bonding";
  core::Finding known = make_finding(kFar, "clamp 'CL_1' is 301 um away from 'PAD_C', limit 300 um")
                            .at({"io/pads.yaml", 6})
                            .on("top/io/PAD_C");
  known.in_baseline = true;
  report.findings = {far,
                     make_finding(kNoPath, "pad 'PAD_A' has no discharge path to 'VSS'")
                         .at({"io/pads.yaml", 3, 11, 16})
                         .on("top/io/PAD_A", "VSS")
                         .note("nearest clamp stands here", {"io/clamps.yaml", 2, 10, 14})
                         .note("power pads were taken as connected"),
                     make_finding(kNoPath, "pad 'PAD_B' has no discharge path to 'VSS'")
                         .at({"io/pads.yaml", 5, 11, 16})
                         .on("top/io/PAD_B", "VSS")
                         .advise("connect 'io_b' to a clamp, for example 'CL_7'"),
                     waived,
                     known,
                     make_finding(kQuiet, "no rule for 'PAD_X'").at({"io pads/ä,1:2%.yaml"})};
  report.checked = {{"pads", 4}, {"paths", 12}};
  report.rules_run = {"TST-0101", "TST-0102", "TST-0201"};
  core::Summary hidden;
  hidden.errors = 3;
  hidden.waived = 1;
  report.hidden["TST-0101"] = hidden;
  report.sections = {
      {"Paths", core::Table{{{"pad"}, {"R (ohm)", true}}, {{"PAD_A", "12.5"}, {"保護_B", "3"}}}},
      {"IR drop",
       core::Series{"x (um)", "V", {{"M4", {{0, 1.2}, {10, 1.15}, {5, 1.1}}}, {"M5", {}}}}},
      {"Netlist", core::Tree{"top", {{"io", {{"PAD_A", {}}}}, {"core", {}}}}}};
  return report;
}

inline std::string render(core::Renderer renderer, const core::Report& report,
                          const core::RenderContext& context) {
  std::ostringstream out;
  renderer(report, context, out);
  return out.str();
}

}  // namespace sealring::testing
