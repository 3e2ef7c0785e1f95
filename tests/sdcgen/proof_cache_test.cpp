// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sdcgen/diff.h"
#include "sdcgen/generate.h"
#include "tests/sdcgen/rich_soc.h"

namespace sealring::testing {
namespace {

using sdcgen::ProofStatus;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ProofCache, AnUnchangedViewIsNotProvedAgainAndAChangedOneIs) {
  RichSoc soc;
  soc.config = replaced(soc.config, "instances:",
                        "flow_stages: [pre-cts, signoff]\npropagated_stages: []\nmargins: "
                        "[{flow_stage: pre-cts, setup: 10 ps}]\ninstances:");
  soc.options.proof_cache = soc.folder / ".sealring/cache.db";
  const auto first = soc.generate();
  ASSERT_EQ(first.views.size(), 2U) << brief(soc.findings);
  const auto findings = brief(soc.findings);
  for (const auto& view : first.views) EXPECT_TRUE(view.proof.reused_from.empty());
  const auto second = soc.generate();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(second.views[i].proof.status, ProofStatus::kProved);
    EXPECT_FALSE(second.views[i].proof.reused_from.empty());
    EXPECT_EQ(second.views[i].proof.queries, first.views[i].proof.queries);
  }
  EXPECT_EQ(brief(soc.findings), findings);  // what the proof had to say is said again
  // A margin of one stage changes one view.
  soc.config = replaced(soc.config, "setup: 10 ps", "setup: 20 ps");
  const auto third = soc.generate();
  EXPECT_TRUE(third.views[0].proof.reused_from.empty());
  EXPECT_FALSE(third.views[1].proof.reused_from.empty());
  // The netlist changed: nothing is reused, though every text is the same.
  soc.netlist += "// another revision\n";
  const auto fourth = soc.generate();
  for (const auto& view : fourth.views) EXPECT_TRUE(view.proof.reused_from.empty());
}

TEST(ProofCache, AFailedProofIsNeverKept) {
  RichSoc soc;
  soc.options.proof_cache = soc.folder / ".sealring/cache.db";
  soc.spec +=
      "exceptions:\n  - {id: none, kind: false_path, from: {clock: rx_div}, to: {pin: u_x/D}, "
      "reason: static}\n";
  EXPECT_EQ(soc.prove().status, ProofStatus::kFailed);
  const auto again = soc.prove();
  EXPECT_EQ(again.status, ProofStatus::kFailed);
  EXPECT_TRUE(again.reused_from.empty());
  EXPECT_THAT(soc.errors(), ElementsAre("SDC-0533"));
}

/// A workspace with two configurations of one IP, in different modes of it.
class Revision : public ::testing::Test {
 protected:
  Revision() {
    soc.options.proof_cache = soc.folder / ".sealring/cache.db";
    soc.write();
    write_slow();
  }

  void write_slow() {
    soc.folder.write("slow.yaml", replaced(replaced(soc.config, "mode: fast", "mode: slow"),
                                           "phy0.csv", "slow.csv"));
    soc.folder.write("slow.csv", "clock,period_ps\nref,10000\nbist,0\n");
  }

  /// Generates and proves one configuration; whether its proof was made now or kept from before.
  std::string prove(const std::string& config, const std::string& out = "out") {
    soc.write();
    write_slow();
    sdcgen::GenerateOptions options = soc.options;
    options.config = soc.folder / (config + ".yaml");
    options.out_dir = soc.folder / out / config;
    core::SystemProcessRunner runner;
    core::CollectingSink sink;
    const auto result =
        sdcgen::generate(core::InputReader(soc.folder.path()), options, runner, sink);
    findings = std::move(sink.findings);
    if (!result || result->views.size() != 1 ||
        result->views[0].proof.status != sdcgen::ProofStatus::kProved)
      return "not proved";
    return result->views[0].proof.reused_from.empty() ? "proved now" : "kept";
  }

  RichSoc soc;
  std::vector<core::Finding> findings;
};

TEST_F(Revision, OnlyWhatANewRevisionChangesIsProvedAgain) {
  EXPECT_EQ(prove("soc"), "proved now") << brief(findings);
  EXPECT_EQ(prove("slow"), "proved now") << brief(findings);
  EXPECT_EQ(prove("soc"), "kept");
  EXPECT_EQ(prove("slow"), "kept");
  // Revision 2.1: another range of one clock in one mode, and every line one further down.
  const std::string before = soc.spec;
  soc.folder.write("before.yaml", before);
  soc.spec = "# revised\n" + replaced(replaced(before, "revision: \"2.0\"", "revision: \"2.1\""),
                                      "fast: {min: 400 ps", "fast: {min: 500 ps");
  soc.write();
  core::CollectingSink sink;
  const auto result = sdcgen::diff_documents(
      core::InputReader(soc.folder.path()), soc.folder / "before.yaml", soc.folder / "phy.yaml",
      {soc.folder / "soc.yaml", soc.folder / "slow.yaml"}, sink);
  ASSERT_EQ(result.recheck.size(), 1U);
  EXPECT_EQ(result.recheck[0].config, "soc.yaml");
  EXPECT_EQ(prove("soc"), "proved now");
  EXPECT_EQ(prove("slow"), "kept");
  EXPECT_THAT(read_bytes(soc.folder / "out/slow/soc.func.signoff.tt.sdc"),
              HasSubstr("document PHY-1 rev 2.1"));
}

TEST_F(Revision, AKeptProofSpeaksOfTheFileOfThisRun) {
  EXPECT_EQ(prove("slow"), "proved now");
  ASSERT_THAT(brief(findings), HasSubstr("SDC-0514 out/slow/"));
  EXPECT_EQ(prove("slow", "elsewhere"), "kept");
  EXPECT_THAT(brief(findings), HasSubstr("SDC-0514 elsewhere/slow/"));
  EXPECT_THAT(brief(findings), Not(HasSubstr("out/slow/")));
}

TEST_F(Revision, AKeptProofHoldsUntilOneThingChanges) {
  const RichSoc first;
  const auto restore = [&] {
    soc.config = first.config;
    soc.spec = first.spec;
    soc.table = first.table;
    soc.netlist = first.netlist;
    soc.liberty.clear();
    EXPECT_EQ(prove("soc"), "kept");
  };
  EXPECT_EQ(prove("soc"), "proved now") << brief(findings);
  soc.table = replaced(soc.table, "ref,10000", "ref,9000");
  EXPECT_EQ(prove("soc"), "proved now") << "table";
  restore();
  soc.spec = replaced(soc.spec, "min: 400 ps", "min: 300 ps");
  EXPECT_EQ(prove("soc"), "proved now") << "document";
  restore();
  soc.config = replaced(soc.config, "instances:", "margins: [{setup: 1 ps}]\ninstances:");
  EXPECT_EQ(prove("soc"), "proved now") << "configuration";
  restore();
  // The same text of every command; the pin of rx is driven by another cell.
  soc.netlist = replaced(soc.netlist, "EX_BUF u_buf (.A(bus[0]), .Z(z));",
                         "EX_BUF u_buf (.A(bus[1]), .Z(z));");
  EXPECT_EQ(prove("soc"), "proved now") << "netlist";
  restore();
  soc.write();
  soc.liberty = read_bytes(soc.folder / "cells.lib") + "\n/* another release */\n";
  EXPECT_EQ(prove("soc"), "proved now") << "liberty";
  restore();
  // Remarks and the order of rows are none of these.
  soc.table = "# remark\nclock,period_ps\nbist,0\nrx,1000\nref,10000\nrx_div,derived\n";
  EXPECT_EQ(prove("soc"), "kept") << "remarks";
}

}  // namespace
}  // namespace sealring::testing
