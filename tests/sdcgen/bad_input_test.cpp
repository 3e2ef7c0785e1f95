// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sdcgen/small_soc.h"

namespace sealring::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What a bad input must give: one error of this code at this place, with these words, and nothing written.
struct Bad {
  const char* name;
  void (*change)(SmallSoc&);
  const char* code;
  const char* place;
  const char* words;
};

class BadInput : public ::testing::TestWithParam<Bad> {};

TEST_P(BadInput, IsReportedAtItsPlaceAndNothingIsWritten) {
  SmallSoc soc;
  GetParam().change(soc);
  const auto result = soc.generate();
  EXPECT_THAT(soc.errors(), ElementsAre(GetParam().code)) << [&] {
    std::string all;
    for (const core::Finding& finding : soc.findings)
      all += core::to_string(finding.location) + " " + finding.message + "\n";
    return all;
  }();
  EXPECT_EQ(soc.place(GetParam().code), GetParam().place);
  EXPECT_THAT(soc.message(GetParam().code), HasSubstr(GetParam().words));
  EXPECT_FALSE(result.written);
  EXPECT_FALSE(std::filesystem::exists(soc.folder.path() / "out"));
}

constexpr Bad kBad[] = {
    {"duplicate_clock", [](SmallSoc& s) { s.spec += "  - {name: rx, kind: primary, port: ref}\n"; },
     "SDC-0101", "phy.yaml:30:5", "described twice"},
    {"unknown_mode_of_instance",
     [](SmallSoc& s) { s.config = replaced(s.config, "mode: fast", "mode: fats"); }, "SDC-0102",
     "soc.yaml:10:11", "did you mean 'fast'"},
    {"unknown_mode_of_clock",
     [](SmallSoc& s) { s.spec = replaced(s.spec, "modes: [fast]", "modes: [fast, quick]"); },
     "SDC-0102", "phy.yaml:23:12", "'quick'"},
    {"generated_without_master",
     [](SmallSoc& s) { s.spec = replaced(s.spec, "    master: rx\n", ""); }, "SDC-0103",
     "phy.yaml:18:5", "has no 'master'"},
    {"unknown_master", [](SmallSoc& s) { s.spec = replaced(s.spec, "master: rx", "master: rxx"); },
     "SDC-0105", "phy.yaml:18:5", "did you mean 'rx'"},
    {"primary_without_object",
     [](SmallSoc& s) { s.spec = replaced(s.spec, "    port: bist\n", ""); }, "SDC-0106",
     "phy.yaml:24:5", "neither 'pin' nor 'port'"},
    {"virtual_with_object",
     [](SmallSoc& s) {
       s.spec = replaced(s.spec, "kind: virtual", "kind: virtual\n    port: ref");
     },
     "SDC-0106", "phy.yaml:27:5", "virtual clock 'io'"},
    {"range_without_unit", [](SmallSoc& s) { s.spec = replaced(s.spec, "max: 4 ns", "max: 4"); },
     "SDC-0107", "phy.yaml:17:32", "a time with a unit"},
    {"range_upside_down",
     [](SmallSoc& s) {
       s.spec = replaced(s.spec, "min: 400 ps, max: 4 ns", "min: 4 ns, max: 400 ps");
     },
     "SDC-0108", "phy.yaml:17:13", "from 4 ns to 400 ps"},
    {"unit_missing", [](SmallSoc& s) { s.table = replaced(s.table, "period_ps", "period"); },
     "SDC-0201", "phy0.csv:1:7", "names no unit"},
    {"unit_unknown", [](SmallSoc& s) { s.table = replaced(s.table, "period_ps", "period_mhz"); },
     "SDC-0201", "phy0.csv:1:7", "'mhz'"},
    {"clock_not_in_spec", [](SmallSoc& s) { s.table += "rxx,0,,\n"; }, "SDC-0202", "phy0.csv:7:5",
     "did you mean 'rx'"},
    {"duplicate_row", [](SmallSoc& s) { s.table += "rx,1000,,\n"; }, "SDC-0203", "phy0.csv:7:1",
     "first at line 3"},
    {"missing_row", [](SmallSoc& s) { s.table = replaced(s.table, "bist,0,,\n", ""); }, "SDC-0204",
     "phy0.csv", "no row for clock 'bist'"},
    {"blank_period", [](SmallSoc& s) { s.table = replaced(s.table, "bist,0", "bist,"); },
     "SDC-0204", "phy0.csv:5:6", "no period"},
    {"number_with_unit", [](SmallSoc& s) { s.table = replaced(s.table, "ref,10000", "ref,10ns"); },
     "SDC-0205", "phy0.csv:2:5", "'10ns'"},
    {"negative_period", [](SmallSoc& s) { s.table = replaced(s.table, "ref,10000", "ref,-10000"); },
     "SDC-0205", "phy0.csv:2:5", "0 or more"},
    {"derived_primary",
     [](SmallSoc& s) { s.table = replaced(s.table, "ref,10000", "ref,derived"); }, "SDC-0205",
     "phy0.csv:2:5", "only a generated clock"},
    {"thousand_too_large",
     [](SmallSoc& s) { s.table = replaced(s.table, "ref,10000", "ref,10000000"); }, "SDC-0206",
     "phy0.csv:2:5", "1000 x too large"},
    {"out_of_range", [](SmallSoc& s) { s.table = replaced(s.table, "ref,10000", "ref,7999"); },
     "SDC-0206", "phy0.csv:2:5", "8 ns to 12 ns"},
    {"ratio_contradiction",
     [](SmallSoc& s) { s.table = replaced(s.table, "rx_div,2000", "rx_div,3000"); }, "SDC-0207",
     "phy0.csv:4:8", "gives 2 ns"},
    {"implausible_period", [](SmallSoc& s) { s.table = replaced(s.table, "io,5000", "io,5"); },
     "SDC-0210", "phy0.csv:6:4", "10 ps to 1 s"},
    {"uncertainty_too_large",
     [](SmallSoc& s) { s.table = replaced(s.table, "rx,1000,20", "rx,1000,2000"); }, "SDC-0211",
     "phy0.csv:3:4", "not smaller than its period"},
    {"duplicate_instance",
     [](SmallSoc& s) {
       s.config += "  - {name: phy0, ip: phy.yaml, path: u_b, mode: fast, table: phy0.csv}\n";
     },
     "SDC-0301", "soc.yaml:12:5", "used twice"},
    {"instance_path_missing",
     [](SmallSoc& s) { s.config = replaced(s.config, "u_core/u_phy", "u_core/u_fhy"); }, "SDC-0302",
     "soc.yaml:9:11", "did you mean 'u_core/u_phy'"},
    {"object_missing",
     [](SmallSoc& s) {
       s.spec = replaced(s.spec, "port: bist", "port: bits");
       s.table = replaced(s.table, "bist,0", "bist,9000");
     },
     "SDC-0303", "phy.yaml:26:11", "did you mean 'u_core/u_phy/bist'"},
    {"object_is_bus",
     [](SmallSoc& s) {
       s.spec = replaced(s.spec, "port: bist", "port: bus");
       s.table = replaced(s.table, "bist,0", "bist,9000");
     },
     "SDC-0304", "phy.yaml:26:11", "bus of 4 bits"},
    {"top_missing", [](SmallSoc& s) { s.config = replaced(s.config, "top: soc", "top: sock"); },
     "SDC-0307", "soc.yaml:2:6", "did you mean 'soc'"},
    {"no_instances",
     [](SmallSoc& s) {
       s.config = s.config.substr(0, s.config.find("instances:")) + "instances: []\n";
     },
     "SDC-0309", "soc.yaml:1:1", "lists no instances"},
    {"not_liberty", [](SmallSoc& s) { s.liberty = "module x; endmodule\n"; }, "SDC-0311",
     "cells.lib", "does not begin with"},
    {"no_time_unit",
     [](SmallSoc& s) { s.liberty = "library (x) { cell (y) { time_unit : \"1ns\"; } }\n"; },
     "SDC-0311", "cells.lib", "no time_unit"},
    {"bad_instance_name",
     [](SmallSoc& s) { s.config = replaced(s.config, "name: phy0", "name: 'phy 0'"); }, "SDC-0313",
     "soc.yaml:7:5", "letters, digits"},
    {"unknown_yaml_key",
     [](SmallSoc& s) {
       s.config = replaced(s.config, "mode: fast", "mode: fast\n    tabel: x.csv");
     },
     "IO-0103", "soc.yaml:11:5", "did you mean 'table'"},
    {"duplicate_yaml_key",
     [](SmallSoc& s) { s.config = replaced(s.config, "top: soc", "top: soc\ntop: soc2"); },
     "IO-0102", "soc.yaml:3:1", "stands twice"},
    {"ragged_row", [](SmallSoc& s) { s.table = replaced(s.table, "io,5000,,", "io,5000"); },
     "IO-0201", "phy0.csv:6:1", "2 fields"},
    {"empty_table", [](SmallSoc& s) { s.table = ""; }, "IO-0003", "soc.yaml:11:12", "is empty"},
    {"table_without_rows", [](SmallSoc& s) { s.table = "clock,period_ps\n"; }, "IO-0204",
     "phy0.csv:1", "no rows"},
    {"table_missing", [](SmallSoc& s) { s.config = replaced(s.config, "phy0.csv", "phy1.csv"); },
     "IO-0001", "soc.yaml:11:12", "did you mean 'phy0.csv'"},
    {"netlist_missing", [](SmallSoc& s) { s.config = replaced(s.config, "[soc.v]", "[sok.v]"); },
     "IO-0001", "soc.yaml:3:12", "cannot find 'sok.v'"},
    {"liberty_missing",
     [](SmallSoc& s) { s.config = replaced(s.config, "[cells.lib]", "[cels.lib]"); }, "IO-0001",
     "soc.yaml:5:18", "did you mean 'cells.lib'"},
    {"wrong_schema",
     [](SmallSoc& s) { s.spec = replaced(s.spec, "sealring.ip/1", "sealring.design/1"); },
     "IO-0106", "phy.yaml:1:9", "'sealring.ip/1' was expected"},
};

INSTANTIATE_TEST_SUITE_P(Each, BadInput, ::testing::ValuesIn(kBad),
                         [](const auto& given) { return std::string(given.param.name); });

TEST(BadInputAtOnce, EveryProblemOfEveryFileIsReportedInOneRun) {
  SmallSoc soc;
  soc.config = replaced(soc.config, "u_core/u_phy", "u_core/nowhere");
  soc.spec = replaced(soc.spec, "    port: bist\n", "");
  soc.table = replaced(soc.table, "ref,10000", "ref,10ns");
  soc.liberty = "library (x) { }\n";
  soc.generate();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0106", "SDC-0205", "SDC-0302", "SDC-0311"));
}

TEST(BadInputLoop, GeneratedClocksInALoopAreReportedOnce) {
  SmallSoc soc;
  soc.spec = replaced(soc.spec, "    master: rx\n", "    master: rx_b\n");
  soc.spec += "  - {name: rx_b, kind: generated, master: rx_div, pin: u_a/Q, modes: [fast]}\n";
  soc.table += "rx_b,0,,\n";
  soc.generate();
  EXPECT_EQ(soc.codes()["SDC-0104"], 1);
  EXPECT_THAT(soc.message("SDC-0104"), HasSubstr("rx_div <- rx_b <- rx_div"));
}

TEST(BadInputMaster, GeneratedClockInUseNeedsItsMasterInUse) {
  SmallSoc soc;
  soc.table = replaced(soc.table, "rx,1000,20,10", "rx,0,,");
  soc.generate();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0209"));
  EXPECT_EQ(soc.place("SDC-0209"), "phy0.csv:4:8");
}

TEST(BadInputUnits, LibrariesOfOneViewMustShareTheirUnitButCornersMayDiffer) {
  SmallSoc soc;
  soc.folder.write("ps.lib", "library (p) { time_unit : \"1ps\"; }\n");
  soc.config = replaced(soc.config, "[cells.lib]}", "[cells.lib, ps.lib]}");
  soc.generate();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0310"));
  EXPECT_EQ(soc.place("SDC-0310"), "soc.yaml:5:29");
  soc.config =
      replaced(soc.config, "[cells.lib, ps.lib]}", "[cells.lib]}\n  pp: {liberty: [ps.lib]}");
  soc.generate();
  EXPECT_TRUE(soc.errors().empty());
}

TEST(BadInputLiberty, EmptyTextsCommentsAndDefinesBeforeTheUnitDoNotHideIt) {
  SmallSoc soc;
  soc.liberty =
      "/* cell ( */ library (x) {\n  comment : \"\";\n  define(a, cell, string);\n  // time_unit : "
      "\"1ns\";\n"
      "  time_unit : \"10ps\";\n}\n";
  soc.generate();
  EXPECT_TRUE(soc.errors().empty());
  EXPECT_THAT(soc.sdc(), HasSubstr("times in 10ps"));
  EXPECT_THAT(soc.sdc(), HasSubstr("-name {phy0_ref} -period 1000 "));
}

TEST(BadInputWaveform, EdgesMustFitThePeriod) {
  SmallSoc soc;
  soc.table =
      "clock,period_ps,rise_ps,fall_ps\nref,10000,5000,2000\nrx,1000,,\nrx_div,2000,,\nbist,0,,"
      "\nio,0,,\n";
  soc.generate();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0213"));
  EXPECT_THAT(soc.message("SDC-0213"), HasSubstr("5 ns, 2 ns"));
}

TEST(BadInputIdentity, TwoActiveClocksOnOneObjectAndEqualNamesAreErrors) {
  SmallSoc soc;
  soc.spec = replaced(soc.spec, "port: bist", "port: ref");
  soc.table = replaced(soc.table, "bist,0", "bist,9000");
  soc.generate();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0306"));
  SmallSoc names;
  names.config += "  - {name: phy0_rx, ip: phy.yaml, path: ., mode: slow, table: two.csv}\n";
  names.spec = replaced(names.spec, "  - name: io\n", "  - name: div\n");
  names.table = replaced(names.table, "io,5000", "div,5000");
  names.folder.write("two.csv", "clock,period_ps\nref,0\nbist,0\ndiv,0\n");
  names.generate();
  EXPECT_THAT(names.errors(), ElementsAre("SDC-0305"));
}

TEST(BadInputEmpty, NetlistWithoutAModuleIsUnusable) {
  SmallSoc soc;
  soc.netlist = "// nothing here\n";
  soc.generate();
  EXPECT_THAT(soc.errors(), ElementsAre("IO-0305"));
}

TEST(BadInputOptional, AnOptionalClockWithoutAnswerIsAQuestionNotAnError) {
  SmallSoc soc;
  soc.table = replaced(soc.table, "io,5000,,\n", "");
  const auto result = soc.generate();
  EXPECT_TRUE(soc.errors().empty());
  EXPECT_EQ(soc.codes()["SDC-0208"], 1);
  EXPECT_TRUE(result.written);
  EXPECT_THAT(soc.sdc(), ::testing::Not(HasSubstr("phy0_io")));
}

TEST(BadInputMode, AClockThatTheModeDoesNotHaveIsNotedAndLeftOut) {
  SmallSoc soc;
  soc.config = replaced(soc.config, "mode: fast", "mode: slow");
  soc.generate();
  EXPECT_TRUE(soc.errors().empty());
  EXPECT_EQ(soc.codes()["SDC-0212"], 2);
  EXPECT_THAT(soc.sdc(), ::testing::Not(HasSubstr("phy0_rx")));
}

}  // namespace
}  // namespace sealring::testing
