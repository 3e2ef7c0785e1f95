// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/sdcgen/rich_soc.h"

namespace sealring::testing {
namespace {

using sdcgen::ProofStatus;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kAsync = R"(relations:
  - {id: islands, kind: asynchronous, clocks: [ref, rx], reason: two references}
)";

TEST(Relations, AnAsynchronousPairIsCutWithWhatIsGeneratedFromItAndNothingElse) {
  RichSoc soc;
  soc.spec += kAsync;
  const auto proof = soc.prove();
  EXPECT_EQ(proof.status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(lines_with(soc.sdc(), "set_clock_groups"),
              ElementsAre("set_clock_groups -asynchronous -name {phy0_islands} -group [get_clocks "
                          "{phy0_ref}] -group "
                          "[get_clocks {phy0_rx phy0_rx_div}]"));
  EXPECT_EQ(proof.pairs_probed, 9U);
  EXPECT_EQ(soc.codes().count("SDC-0707"), 0U);
}

TEST(Relations, case_sdc_d1_without_a_declaration_a_pair_stays_timed_and_is_a_question) {
  RichSoc soc;
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved);
  EXPECT_THAT(lines_with(soc.sdc(), "set_clock_groups"), IsEmpty());
  EXPECT_EQ(soc.codes()["SDC-0707"], 1);
  EXPECT_EQ(
      soc.message("SDC-0707"),
      "1 pair of clocks of 'phy0' has no declared relation and stays timed; first: 'phy0_ref' "
      "and 'phy0_rx'");
}

TEST(Relations, ANearerDeclarationGoesBeforeTheMasters) {
  RichSoc soc;
  soc.spec += R"(relations:
  - {id: islands, kind: asynchronous, clocks: [ref, rx], reason: two references}
  - {id: divided, kind: synchronous, clocks: [ref, rx_div]}
)";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  // rx_div -> ref has a path and must stay; ref -> rx must go.
  EXPECT_THAT(lines_with(soc.sdc(), "set_clock_groups"),
              ElementsAre("set_clock_groups -asynchronous -name {phy0_islands} -group [get_clocks "
                          "{phy0_ref}] -group "
                          "[get_clocks {phy0_rx}]"));
}

TEST(Relations, case_sdc_d4_one_group_with_clocks_in_use_writes_no_command) {
  RichSoc soc;
  soc.spec +=
      "relations:\n  - {id: test, kind: asynchronous, clocks: [ref, bist], reason: test only}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved);
  EXPECT_THAT(lines_with(soc.sdc(), "set_clock_groups"), IsEmpty());
  EXPECT_EQ(soc.message("SDC-0714"),
            "relation 'test' of 'phy0' does not apply: only one of its groups has a clock in use");
  EXPECT_THAT(
      read_bytes(soc.folder / "out/soc.func.signoff.tt.select-entries.csv"),
      HasSubstr("relation,phy0,test,not-applicable,only one of its groups has a clock in use"));
}

struct BadRelation {
  const char* text;
  const char* code;
  const char* place;
  const char* words;
};

class BadRelations : public ::testing::TestWithParam<BadRelation> {};

TEST_P(BadRelations, AreReportedAtTheirPlace) {
  RichSoc soc;
  const BadRelation& bad = GetParam();
  soc.spec += std::string("relations:\n") + bad.text;
  soc.prove();
  EXPECT_FALSE(soc.written);
  EXPECT_THAT(soc.errors(), Contains(bad.code)) << brief(soc.findings);
  EXPECT_EQ(soc.place(bad.code), bad.place);
  EXPECT_THAT(soc.message(bad.code), HasSubstr(bad.words));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadRelations,
    ::testing::Values(
        BadRelation{"  - {id: a, kind: asynchronous, clocks: [rx, rx_div], reason: r}\n",
                    "SDC-0705", "phy.yaml:25:5", "come from one source, 'phy0_rx'"},
        BadRelation{"  - {id: a, kind: asynchronous, clocks: [ref, rx], reason: r}\n  - {id: b, "
                    "kind: synchronous, "
                    "clocks: [rx, ref]}\n",
                    "SDC-0704", "phy.yaml:26:5", "asynchronous in 'a' and synchronous in 'b'"},
        BadRelation{"  - {id: a, kind: asynchronous, clocks: [ref], reason: r}\n", "SDC-0701",
                    "phy.yaml:25:5", "names 1 group(s) of clocks"},
        BadRelation{"  - {id: a, kind: asynchronous, clocks: [ref, rx]}\n", "SDC-0701",
                    "phy.yaml:25:5", "gives no 'reason'"},
        BadRelation{"  - {id: a, kind: async, clocks: [ref, rx], reason: r}\n", "SDC-0701",
                    "phy.yaml:25:5", "one of synchronous, asynchronous"},
        BadRelation{"  - {id: a, kind: asynchronous, clocks: [ref, rxx], reason: r}\n", "SDC-0703",
                    "phy.yaml:25:47", "no clock 'rxx', did you mean 'rx'?"},
        BadRelation{"  - {id: a, kind: asynchronous, clocks: [ref, rx], reason: r}\n  - {id: a, "
                    "kind: synchronous, "
                    "clocks: [ref, rx_div]}\n",
                    "SDC-0702", "phy.yaml:26:5", "first at phy.yaml:25:5"},
        BadRelation{"  - {id: a, kind: physically_exclusive, clocks: [ref, rx], reason: r}\n",
                    "SDC-0706", "phy.yaml:25:5", "stand on different objects"},
        BadRelation{"  - {id: a, kind: logically_exclusive, clocks: [ref, rx], reason: r}\n",
                    "SDC-0706", "phy.yaml:25:5", "names neither a 'mux' nor a 'case' entry"},
        BadRelation{
            "  - {id: a, kind: logically_exclusive, clocks: [ref, rx], reason: r, case: nothing}\n",
            "SDC-0706", "phy.yaml:25:76", "case entry 'nothing', which is not there"},
        BadRelation{"  - {id: a, kind: asynchronous, clocks: [ref, rx], reason: r, uncertainty: "
                    "{setup: 1 ns}}\n",
                    "SDC-0701", "phy.yaml:25:5", "only synchronous clocks are timed"}));

TEST(Relations, LogicallyExclusiveClocksNeedAMuxThatExists) {
  RichSoc soc;
  soc.spec +=
      "relations:\n  - {id: a, kind: logically_exclusive, clocks: [ref, rx], mux: u_gate/A2, "
      "reason: r}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(soc.sdc(), HasSubstr("set_clock_groups -logically_exclusive"));
  soc.spec = replaced(soc.spec, "u_gate/A2", "u_gate/A3");
  soc.prove();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0706", "SDC-0708"));
}

TEST(Relations, TheCaseValueOfAnExclusiveRelationHoldsWhereTheRelationDoes) {
  RichSoc soc;
  const std::string spec = soc.spec;
  const auto with = [&](const std::string& more) {
    soc.spec = spec +
               "relations:\n  - {id: a, kind: logically_exclusive, clocks: [ref, rx], case: "
               "off, reason: r}\ncase:\n  - {id: off, port: sel, value: 0" +
               more + "}\n";
    soc.prove();
    return soc.errors();
  };
  EXPECT_THAT(with(""), IsEmpty()) << brief(soc.findings);
  EXPECT_THAT(with(", modes: [fast]"), IsEmpty());
  EXPECT_THAT(with(", modes: [slow]"), ElementsAre("SDC-0706"));
  EXPECT_THAT(
      soc.message("SDC-0706"),
      HasSubstr("the case entry 'off', which does not hold here: mode 'fast' is not listed"));
  EXPECT_THAT(with(", origin: {from: model}"), ElementsAre("SDC-0706"));
  EXPECT_THAT(soc.message("SDC-0706"), HasSubstr("which is confirmed by nobody"));
}

TEST(Relations, DeclarationsThatAreEquallyNearMustAgree) {
  RichSoc soc;
  soc.spec =
      replaced(soc.spec, "  - name: bist\n",
               "  - {name: ref_div, kind: generated, master: ref, pin: u_a/Q, divide_by: 2}\n"
               "  - name: bist\n");
  soc.table += "ref_div,derived\n";
  const std::string spec = soc.spec + R"(relations:
  - {id: up, kind: synchronous, clocks: [ref, rx_div]}
  - {id: down, kind: asynchronous, clocks: [ref_div, rx], reason: r}
)";
  soc.spec = spec;
  soc.prove();
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0704"));
  EXPECT_THAT(soc.message("SDC-0704"), HasSubstr("declare this pair itself"));
  soc.spec = spec + "  - {id: itself, kind: synchronous, clocks: [ref_div, rx_div]}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
}

TEST(Relations, case_sdc_d13_uncertainty_between_clocks_is_written_both_ways_and_read_back) {
  RichSoc soc;
  soc.spec +=
      "relations:\n  - {id: a, kind: synchronous, clocks: [ref, rx], uncertainty: {setup: 150 ps, "
      "hold: 20 ps}}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  EXPECT_THAT(lines_with(soc.sdc(), "set_clock_uncertainty"),
              ElementsAre("set_clock_uncertainty -from [get_clocks {phy0_ref}] -to [get_clocks "
                          "{phy0_rx}] -setup 0.15",
                          "set_clock_uncertainty -from [get_clocks {phy0_rx}] -to [get_clocks "
                          "{phy0_ref}] -setup 0.15",
                          "set_clock_uncertainty -from [get_clocks {phy0_ref}] -to [get_clocks "
                          "{phy0_rx}] -hold 0.02",
                          "set_clock_uncertainty -from [get_clocks {phy0_rx}] -to [get_clocks "
                          "{phy0_ref}] -hold 0.02"));
}

/// Faults put into the SDC of a proved project.
class RelationFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    soc.spec += kAsync;
    ASSERT_EQ(soc.prove().status, ProofStatus::kProved) << brief(soc.findings);
  }
  RichSoc soc;
};

TEST_F(RelationFaults, ALostGroupIsSeenAsHeldAndByItsPaths) {
  const std::string sdc = soc.sdc();
  const std::size_t at = sdc.find("set_clock_groups");
  std::string changed = sdc;
  changed.erase(at, changed.find('\n', at) + 1 - at);
  EXPECT_EQ(soc.check_changed(changed).status, ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0531"));
  std::vector<std::string> messages;
  for (const core::Finding& finding : soc.findings) messages.push_back(finding.message);
  EXPECT_THAT(messages,
              Contains("paths from 'phy0_ref' to 'phy0_rx' are timed, declared asynchronous"));
  EXPECT_THAT(messages, Contains("no group cuts 'phy0_ref' from 'phy0_rx', declared asynchronous"));
}

TEST_F(RelationFaults, AGeneratedClockLeftOutIsSeen) {
  EXPECT_EQ(soc.check_changed(replaced(soc.sdc(), "{phy0_rx phy0_rx_div}", "{phy0_rx}")).status,
            ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0531"));
}

TEST_F(RelationFaults, case_sdc_d4_a_single_group_cuts_too_much) {
  EXPECT_EQ(soc.check_changed(soc.sdc() +
                              "set_clock_groups -asynchronous -group [get_clocks {phy0_rx_div}]\n")
                .status,
            ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), Contains("SDC-0532"));
}

TEST_F(RelationFaults, AGroupBetweenMasterAndGeneratedClockCutsTooMuch) {
  EXPECT_EQ(
      soc.check_changed(soc.sdc() +
                        "set_clock_groups -asynchronous -group [get_clocks {phy0_rx_div}] -group "
                        "[get_clocks {phy0_rx}]\n")
          .status,
      ProofStatus::kFailed);
  EXPECT_EQ(soc.message("SDC-0532").empty(), false);
}

TEST_F(RelationFaults, AFalsePathThatNobodyDeclaredIsNamed) {
  const auto proof =
      soc.check_changed(soc.sdc() + "set_false_path -to [get_pins {u_core/u_phy/u_c/D}]\n");
  // It also takes the only path of a pair, which nothing explains.
  EXPECT_EQ(proof.status, ProofStatus::kFailed);
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0532", "SDC-0536"));
  EXPECT_THAT(soc.message("SDC-0536"),
              HasSubstr("first: false_path - hold - to 'u_core/u_phy/u_c/D'"));
}

TEST(Relations, GroupsThatNeedMoreMemoryThanAllowedAreNotTried) {
  RichSoc soc;
  soc.spec += kAsync;
  soc.options.limits.memory_bytes = 200;
  EXPECT_EQ(soc.prove().status, ProofStatus::kTooLarge);
  EXPECT_THAT(soc.message("SDC-0522"), HasSubstr("the groups of clocks need an estimated"));
}

TEST(Relations, ManyPairsAreComparedAsHeldAndSaidSo) {
  RichSoc soc;
  soc.spec += kAsync;
  soc.options.limits.pairs = 4;
  EXPECT_EQ(soc.prove().status, ProofStatus::kProved);
  EXPECT_THAT(soc.message("SDC-0535"),
              HasSubstr("of 9 ordered pairs of clocks, the paths of 4 were looked for"));
}

}  // namespace
}  // namespace sealring::testing
