// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Trouble that users of such tools met in public, as tests. The number is that of the list in docs/cases.
#include <gtest/gtest.h>

#include "rapidwright_bridge/add.h"
#include "rapidwright_bridge/check.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/fit.h"
#include "rapidwright_bridge/metadata.h"
#include "rapidwright_bridge/sweep.h"
#include "rapidwright_bridge/xdc.h"
#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

using core::Verdict;
using testing::check_text;
using testing::has;
using testing::message_of;

Verdict verdict(const FileResult& result) {
  return verdict_of(result.findings);
}

std::string digest_of(const std::string& text) {
  core::CollectingSink sink;
  const auto source = memory_source(text);
  const EdifDigest digest = digest_edif(*source, "core.edf", sink);
  EXPECT_TRUE(digest.complete);
  return digest.canonical;
}

/// A load that brings the netlist without placement looks like success: data in a checkpoint prove nothing alone.
TEST(Cases, case_rapidwright_1) {
  const FileResult result =
      check_text(testing::checkpoint({.routed = true}), {.out_of_context = true});
  EXPECT_EQ(verdict(result), Verdict::kInconclusive);
  EXPECT_TRUE(has(result.findings, "RWB-0218"));
}

/// Zero sites and nets are told from a result.
TEST(Cases, case_rapidwright_3) {
  EXPECT_TRUE(
      has(check_text(testing::route_status({.logical = 0, .routable = 0, .routed = 0})).findings,
          "RWB-0210"));
  const std::string empty =
      testing::replace_all(testing::replace_all(testing::utilization(0), "| 117 |", "| 0 |"),
                           "Block RAM Tile | 1 |", "Block RAM Tile | 0 |");
  EXPECT_TRUE(has(check_text(empty).findings, "RWB-0210"));
}

/// A checkpoint that was written again is another artifact of the same implementation.
TEST(Cases, case_rapidwright_4) {
  const ImplementationIdentity identity{.circuit = "c", .part = parse_part("xcvu3p-ffvc1517-2-i")};
  EXPECT_NE(artifact_key(identity, "aa"), artifact_key(identity, "bb"));
}

/// A member that dcp.xml lists and the archive lacks is told.
TEST(Cases, case_rapidwright_6) {
  std::string dcp = testing::checkpoint({.more = {{"HWDEF", "core.hwdef"}}});
  EXPECT_EQ(verdict(check_text(dcp)), Verdict::kPass);
  dcp = testing::replace_all(dcp, "core.hwdef\" ModTime", "lost.hwdef\" ModTime");
  const FileResult result = check_text(dcp);
  EXPECT_EQ(verdict(result), Verdict::kError);
}

/// Two writes of one design differ in bytes and are one circuit.
TEST(Cases, case_rapidwright_7) {
  testing::EdifSpec later;
  later.time_stamp = "2024 02 02 02 02 02";
  later.comment = "(comment \"Built on 'Tue'\") (comment \"Built by 'other'\")";
  later.design_properties = "(property XLNX_PROJ_DIR (string \"/project/b\"))";
  EXPECT_EQ(digest_of(testing::edif()), digest_of(testing::edif(later)));
}

/// A netlist that the vendor encoded is not decoded; the companion is asked for.
TEST(Cases, case_rapidwright_9) {
  const FileResult result =
      check_text(testing::checkpoint({.netlist = "XlxV37EB    fa00 rest of it"}));
  EXPECT_EQ(verdict(result), Verdict::kInconclusive);
  EXPECT_NE(message_of(result.findings, "RWB-0213").find("write_edif"), std::string::npos);
}

/// How a report was made is part of it: reports whose files name different designs or builds are not of one run.
TEST(Cases, case_rapidwright_10) {
  EXPECT_TRUE(
      has(check_text(testing::drc({}, {.design = "a"}), {.design = "b"}).findings, "RWB-0119"));
}

/// Device name against full part: the field that differs is named; speed alone is a case of its own.
TEST(Cases, case_rapidwright_12) {
  const Part full = parse_part("xcvu3p-ffvc1517-2-i");
  EXPECT_EQ(differing_field(full, parse_part("xcvu3p")), "");
  EXPECT_EQ(differing_field(full, parse_part("xcvu3p-ffvc1517-1-i")), "speed grade");
  CheckOptions options;
  options.part = parse_part("xcvu3p-ffvc1517-1-i");
  EXPECT_NE(message_of(check_text(testing::timing_summary(), options).findings, "RWB-0118")
                .find("timing must be done again"),
            std::string::npos);
}

/// A module checkpoint without a clock in any constraint is unconstrained.
TEST(Cases, case_rapidwright_13) {
  const FileResult result = check_text(testing::checkpoint({.xdc = "# nothing\n"}));
  EXPECT_TRUE(has(result.findings, "RWB-0219"));
  EXPECT_EQ(verdict(result), Verdict::kInconclusive);
}

/// A timing report older than the run is not its result.
TEST(Cases, case_rapidwright_15) {
  CheckOptions options;
  options.not_before = parse_instant("2023-02-01T00:00:00");
  EXPECT_EQ(verdict(check_text(testing::timing_summary(), options)), Verdict::kFail);
}

/// Wide figures move the columns; words are read, not columns.
TEST(Cases, case_rapidwright_18) {
  const TimingSummary summary =
      read_timing_summary(testing::timing_summary({.wns = "-2.408",
                                                   .tns = "-1161.238",
                                                   .setup_failing = "1177",
                                                   .claim = "Timing constraints are not met."}));
  EXPECT_EQ(summary.setup.worst.ns, core::Rational(-2408, 1000));
  EXPECT_EQ(summary.setup.total.ns, core::Rational(-1161238, 1000));
  EXPECT_EQ(summary.setup.failing, 1177);
  const TimingSummary huge = read_timing_summary(testing::timing_summary({.tns = "-884687.062"}));
  EXPECT_EQ(huge.setup.total.ns, core::Rational(-884687062, 1000));
}

/// 0.000 is a pass; inf, NA and nothing are three other states.
TEST(Cases, case_rapidwright_19) {
  EXPECT_EQ(verdict(check_text(testing::timing_summary({.wns = "0.000"}))), Verdict::kPass);
  for (const char* state : {"inf", "NA", "-"})
    EXPECT_NE(verdict(check_text(testing::timing_summary({.wns = state}))), Verdict::kPass)
        << state;
  EXPECT_EQ(read_timing_summary(testing::timing_summary({.wns = "inf"})).setup.worst.state,
            Slack::State::kInfinite);
  EXPECT_EQ(read_timing_summary(testing::timing_summary({.wns = "NA"})).setup.worst.state,
            Slack::State::kNotAvailable);
}

/// Zero violations of an unconstrained design are no result.
TEST(Cases, case_rapidwright_21) {
  const FileResult none = check_text(
      testing::timing_summary({.wns = "inf",
                               .whs = "inf",
                               .wpws = "NA",
                               .tpws = "NA",
                               .pulse_failing = "NA",
                               .pulse_total = "NA",
                               .claim = "There are no user specified timing constraints."}));
  EXPECT_NE(verdict(none), Verdict::kPass);
  const FileResult met = check_text(
      testing::timing_summary({.checks = {{"no_clock",
                                           " There are 192 register/latch pins with no clock "
                                           "driven by root clock pin: p (HIGH)\n"}}}));
  EXPECT_EQ(verdict(met), Verdict::kFail);
}

/// Categories of a route status overlap and are never added up; one net is enough.
TEST(Cases, case_rapidwright_22) {
  const FileResult result =
      check_text(testing::route_status({.logical = 120000,
                                        .routable = 98334,
                                        .routed = 96670,
                                        .errors = 1664,
                                        .more = {{"unrouted nets", 106},
                                                 {"nets with some unrouted pins", 823},
                                                 {"nets with resource conflicts", 1579},
                                                 {"nets with antennas/islands", 1156}}}));
  EXPECT_EQ(verdict(result), Verdict::kFail);
  EXPECT_NE(message_of(result.findings, "RWB-0109").find("1664 nets have routing errors"),
            std::string::npos);
  for (const core::Finding& finding : result.findings)
    EXPECT_EQ(finding.message.find("3664"), std::string::npos);
  const FileResult one =
      check_text(testing::route_status({.errors = 1, .failing_nets = {"GLOBAL_LOGIC1"}}));
  EXPECT_NE(message_of(one.findings, "RWB-0109").find("GLOBAL_LOGIC1"), std::string::npos);
}

/// The generated script writes every report and a last line that proves it ran to its end.
TEST(Cases, case_rapidwright_25) {
  SweepDefinition definition{.module = "core",
                             .checkpoint = "core.dcp",
                             .clock_port = "clk",
                             .period_ns = core::Rational(285, 100)};
  definition.pblocks = {Pblock{.name = "p0"}};
  definition.place_directives = definition.route_directives = {"Default"};
  definition.uncertainties_ns = {core::Rational(0)};
  const PlannedRun run = plan_runs(definition).front();
  const std::string script = vivado_script(definition, run);
  for (const char* report :
       {"report_timing_summary", "report_route_status", "report_drc", "report_utilization"})
    EXPECT_NE(script.find(report), std::string::npos) << report;
  EXPECT_GT(script.find(final_marker(run)), script.find("write_checkpoint"));
}

/// A message of success with conflicts is not routed.
TEST(Cases, case_rapidwright_27) {
  const FileResult log =
      check_text(testing::vivado_log({.lines = {"INFO: [Route 35-16] Router Completed Successfully",
                                                "  Number of Partially Routed Nets     = 12"}}));
  EXPECT_EQ(verdict(log), Verdict::kFail);
}

/// A site range whose corners do not belong together is named.
TEST(Cases, case_rapidwright_36) {
  std::string problem;
  EXPECT_FALSE(parse_range("SLICE_X4Y0:RAMB36_X5Y4", problem));
  EXPECT_NE(problem.find("two site types"), std::string::npos);
  problem.clear();
  EXPECT_FALSE(parse_range("SLICE_X4Y9:SLICE_X5Y4", problem));
  EXPECT_NE(problem.find("lower left"), std::string::npos);
}

/// Range types that are not known are kept as they are and stay outside the footprint.
TEST(Cases, case_rapidwright_39) {
  XdcFacts facts;
  read_xdc(
      "create_pblock p\nresize_pblock p -add {BUFG_GT_X0Y0:BUFG_GT_X0Y23 SLICE_X0Y0:SLICE_X3Y4 "
      "odd}\n",
      "x.xdc", facts);
  ASSERT_EQ(facts.pblocks.size(), 1U);
  EXPECT_EQ(facts.pblocks[0].verbatim, (std::vector<std::string>{"odd"}));
  EXPECT_EQ(slice_shape(facts.pblocks[0]), "4 x 5");
}

/// Pins of a site used in its alternative type carry other names; the reader takes them.
TEST(Cases, case_rapidwright_45) {
  core::CollectingSink sink;
  const auto metadata =
      read_metadata(testing::as_input(testing::replace_all(testing::metadata(), "RAMB36_X1Y47/CLK",
                                                           "RAMB18_X1Y94/CLKARDCLKL0 more")),
                    sink);
  EXPECT_TRUE(metadata);
}

/// Both forms of metadata: with pins listed and with implicit connections.
TEST(Cases, case_rapidwright_46) {
  core::CollectingSink sink;
  const auto listed = read_metadata(testing::as_input(testing::metadata()), sink);
  const auto implicit = read_metadata(testing::as_input(testing::metadata(true)), sink);
  ASSERT_TRUE(listed && implicit);
  EXPECT_FALSE(listed->implicit_connections);
  EXPECT_TRUE(implicit->implicit_connections);
}

/// The key covers everything an implementation depends on; the old input has the old key again.
TEST(Cases, case_rapidwright_48) {
  ImplementationIdentity base{.circuit = "c",
                              .part = parse_part("xcvu3p-ffvc1517-2-i"),
                              .tool = "2018.3",
                              .pblock = "SLICE_X0Y0:SLICE_X3Y4",
                              .place_directive = "Default",
                              .route_directive = "Explore",
                              .clock_uncertainty_ns = "0.025"};
  const std::string key = implementation_key(base);
  for (std::string ImplementationIdentity::* field :
       {&ImplementationIdentity::circuit, &ImplementationIdentity::tool,
        &ImplementationIdentity::pblock, &ImplementationIdentity::place_directive,
        &ImplementationIdentity::route_directive, &ImplementationIdentity::clock_uncertainty_ns}) {
    ImplementationIdentity changed = base;
    changed.*field += "x";
    EXPECT_NE(implementation_key(changed), key);
  }
  ImplementationIdentity speed = base;
  speed.part.speed = "1";
  EXPECT_NE(implementation_key(speed), key);
  EXPECT_EQ(implementation_key(base), key);
}

/// A newer version of a module is another circuit: it never takes the place of the old one under its name.
TEST(Cases, case_rapidwright_49) {
  testing::EdifSpec newer;
  newer.bram_mode = "READ_FIRST";
  const CircuitIdentity old{digest_of(testing::edif()), "x", {}};
  const CircuitIdentity changed{digest_of(testing::edif(newer)), "x", {}};
  EXPECT_NE(circuit_key(old), circuit_key(changed));
}

/// Failing nets are listed by name.
TEST(Cases, case_rapidwright_51) {
  const RouteStatus status =
      read_route_status(testing::route_status({.errors = 2, .failing_nets = {"u0/a", "u1/b"}}));
  EXPECT_EQ(status.failing_nets, (std::vector<std::string>{"u0/a", "u1/b"}));
}

/// A view may carry a rename.
TEST(Cases, case_rapidwright_55) {
  core::CollectingSink sink;
  const std::string text =
      testing::replace_all(testing::edif(), "(view core ", "(view (rename core_v \"core[v]\") ");
  const auto netlist = read_edif(text, "core.edf", sink);
  ASSERT_TRUE(netlist);
  EXPECT_EQ(netlist->unresolved(), 0U);
}

/// Nets that differ in the case of their identifiers and share an original name are one net with all connections.
TEST(Cases, case_rapidwright_57) {
  core::CollectingSink sink;
  const std::string text = testing::replace_all(
      testing::edif(), "(net q (joined",
      "(net (rename Q \"q\") (joined (portref DO (instanceref ram))))\n    (net q (joined");
  const auto netlist = read_edif(text, "core.edf", sink);
  ASSERT_TRUE(netlist);
  EXPECT_EQ(netlist->merged_nets(), 1U);
  EXPECT_TRUE(has(sink.findings, "RWB-0008"));
  for (const EdifNetlist::Net& net : netlist->nets_of(*netlist->find_cell("core"))) {
    if (netlist->text(net.original) == "q") {
      EXPECT_EQ(net.pins.count, 3U);
    }
  }
}

/// The last bracket of a port name is its range.
TEST(Cases, case_rapidwright_58) {
  const PortInfo port = split_port_name("ciphertext_o[0,0][7:0]", 8, true);
  EXPECT_EQ(port.name, "ciphertext_o[0,0]");
  EXPECT_EQ(port.left, 7);
  EXPECT_EQ(port.right, 0);
}

/// The netlist inside a checkpoint is read as a stream, the dialect of other writers too.
TEST(Cases, case_rapidwright_60) {
  const std::string yosys =
      "(edif top (edifVersion 2 0 0) (edifLevel 0) (keywordMap (keywordLevel 0)) (comment "
      "\"Generated by Yosys\")\n"
      " (external LIB (edifLevel 0) (technology (numberDefinition)) (cell SB_LUT4 (cellType "
      "GENERIC) (view VIEW_NETLIST (viewType NETLIST) "
      "(interface (port O (direction OUTPUT))))))\n (library DESIGN (edifLevel 0) (technology "
      "(numberDefinition)) (cell top (cellType GENERIC) "
      "(view VIEW_NETLIST (viewType NETLIST) (interface (port q (direction OUTPUT))) (contents "
      "(instance i (viewRef VIEW_NETLIST (cellRef "
      "SB_LUT4 (libraryRef LIB))) (property INIT (integer 5))) (net q (joined (portRef O "
      "(instanceRef i)) (portRef q)))))))\n"
      " (design top (cellRef top (libraryRef DESIGN))))\n";
  core::CollectingSink sink;
  const auto netlist = read_edif(yosys, "top.edf", sink);
  ASSERT_TRUE(netlist);
  EXPECT_EQ(netlist->unresolved(), 0U);
  EXPECT_EQ(netlist->cells().size(), 2U);
  EXPECT_FALSE(digest_of(yosys).empty());
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
