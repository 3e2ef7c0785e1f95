// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Seeded faults in the two-die example: each is found under its code and where it is; the example itself is clean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "core/store/cache.h"
#include "tests/esd/check_support.h"
#include "tests/support/soak.h"

namespace sealring::esd::testing {
namespace {

using sealring::testing::soak_count;
using ::testing::IsEmpty;

/// The example, copied, with texts replaced.
class Stack {
 public:
  Stack() {
    const std::filesystem::path from =
        std::filesystem::path(SEALRING_SOURCE_DIR) / "examples/esd-stack/clean";
    for (const auto& entry : std::filesystem::directory_iterator(from))
      std::filesystem::copy_file(entry.path(), folder_.path / entry.path().filename());
  }
  /// Replaces the first `from` of a file; a text that is not there fails the test.
  void change(const std::string& file, const std::string& from, const std::string& to) {
    std::ifstream in(folder_.path / file);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    std::string text = bytes.str();
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << file << " holds no " << from;
    text.replace(at, from.size(), to);
    folder_.write(file, text);
  }
  ProjectRun run(const CheckOptions& options = {}) const {
    ProjectRun run;
    run.project =
        read_project(core::InputReader(folder_.path), folder_.path / "esd.yaml", run.sink);
    if (run.project) run.outcome = check(*run.project, options, run.sink);
    return run;
  }
  const std::filesystem::path& path() const { return folder_.path; }

 private:
  Folder folder_;
};

struct Edit {
  std::string file;
  std::string from;
  std::string to;
};

struct Fault {
  std::string name;
  std::vector<Edit> edits;
  std::string code;                  ///< must be found ...
  std::string names;                 ///< ... naming this
  std::set<std::string> may_follow;  ///< what the same fault breaks besides
};

Edit take_out(const std::string& file, const std::string& text) {
  return {file, text, ""};
}

std::vector<Fault> faults() {
  const std::string logic = "logic.def";
  const std::string memory = "memory.def";
  return {
      {"diode removed",
       {take_out(logic, "- io1_down DIO_ESD + FIXED ( 161000 72500 ) FS ;\n"),
        {logic, "COMPONENTS 30", "COMPONENTS 29"},
        take_out(logic, "( io1_down anode ) "),
        take_out(logic, "( io1_down cathode ) ")},
       "ESD-0701",
       "'u_substrate.regions.balls/b6' has no device to 'VSS'",
       {"ESD-0711"}},
      {"diode turned",
       {{logic, "- io0_up DIO_ESD + FIXED ( 62000 66500 ) FS ;",
         "- io0_up DIO_ESD + FIXED ( 62000 69500 ) N ;"},
        {logic, "( io0_up cathode )", "( io0_up XX )"},
        {logic, "( io0_up anode )", "( io0_up cathode )"},
        {logic, "( io0_up XX )", "( io0_up anode )"}},
       "ESD-0702",
       "u_logic/io0_up",
       {"ESD-0301", "ESD-0307", "ESD-0711", "ESD-0804", "ESD-0805"}},
      {"clamp between two supplies",
       {{logic, "COMPONENTS 30 ;\n",
         "COMPONENTS 31 ;\n- clamp_bad CLAMP_RAIL + FIXED ( 154000 87500 ) N ;\n"},
        {logic, "- VDDIO (", "- VDDIO ( clamp_bad high ) ("},
        {logic, "- VDD (", "- VDD ( clamp_bad low ) ("},
        {logic, "    NEW M2 4000 + SHAPE STRIPE ( 40000 10000 ) ( * 190000 )",
         "    NEW M1 3000 + SHAPE FOLLOWPIN ( 12000 90000 ) ( 228000 * )\n"
         "    NEW M1 0 + SHAPE STRIPE ( 40000 90000 ) rail12\n"
         "    NEW M1 0 + SHAPE STRIPE ( 130000 90000 ) rail12\n"
         "    NEW M1 0 + SHAPE STRIPE ( 220000 90000 ) rail12\n"
         "    NEW M2 4000 + SHAPE STRIPE ( 40000 10000 ) ( * 190000 )"}},
       "ESD-0703",
       "'u_logic/clamp_bad' (rail_clamp) lies between 'VDDIO' and 'VDD'",
       {"ESD-0802", "ESD-0803", "ESD-0807", "ESD-0302"}},
      {"clamp removed",
       {take_out(memory, "- clamp1 CLAMP_RAIL + FIXED ( 140000 93500 ) N ;\n"),
        {memory, "COMPONENTS 18", "COMPONENTS 17"},
        take_out(memory, "( clamp1 high ) "),
        take_out(memory, "( clamp1 low ) ")},
       "ESD-0704",
       "have 3 clamps between them",
       {"ESD-0302", "ESD-0303"}},
      {"resistor removed",
       {take_out(logic, "- io0_res RES_200 + FIXED ( 98000 75500 ) N ;\n"),
        {logic, "COMPONENTS 30", "COMPONENTS 29"},
        take_out(logic, "( io0_res a ) "),
        take_out(logic, "( io0_res b ) ")},
       "ESD-0707",
       "gate of 'u_logic/io0_rx'",
       {}},
      {"second clamp removed",
       {take_out(logic, "- io0_sec CLAMP_SEC + FIXED ( 110000 75500 ) N ;\n"),
        {logic, "COMPONENTS 30", "COMPONENTS 29"},
        take_out(logic, "( io0_sec pad ) "),
        take_out(logic, "( io0_sec low ) ")},
       "ESD-0708",
       "gate of 'u_logic/io0_rx'",
       {}},
      {"strap cut",
       {{logic, "    NEW M2 4000 + SHAPE STRIPE ( 70000 16000 ) ( * 80000 )",
         "    NEW M2 4000 + SHAPE STRIPE ( 70000 16000 ) ( * 40000 )\n"
         "    NEW M2 4000 + SHAPE STRIPE ( 70000 46000 ) ( * 80000 )"}},
       "ESD-0712",
       "net 'io0'",
       {}},
      {"via array dropped",
       {take_out(logic, "    NEW M1 0 + SHAPE STRIPE ( 70000 78000 ) rail12\n")},
       "ESD-0712",
       "net 'io0'",
       {}},
      {"rail without vias",
       {take_out(memory, "    NEW M1 0 + SHAPE STRIPE ( 20000 172000 ) rail12\n"),
        take_out(memory, "    NEW M1 0 + SHAPE STRIPE ( 110000 172000 ) rail12\n"),
        take_out(memory, "    NEW M1 0 + SHAPE STRIPE ( 200000 172000 ) rail12\n")},
       "ESD-0712",
       "net 'VDD'",
       {}},
      {"wire thinned",
       {{logic, "NEW M2 4000 + SHAPE STRIPE ( 150000 16000 ) ( * 80000 )",
         "NEW M2 1000 + SHAPE STRIPE ( 150000 16000 ) ( * 80000 )"}},
       "ESD-0304",
       "M2",
       {"ESD-0303", "ESD-0207"}},
      {"bond resistance raised",
       {{"bonds.yaml", "resistance: 30 mohm", "resistance: 130 mohm"}},
       "ESD-0302",
       "rule 'P1'",
       {"ESD-0303"}},
      {"TSV opened",
       {take_out("logic_back.bmap", "c4 C4 40 180 VDDIO VDDIO\n")},
       "ESD-0302",
       "rule 'P4.u_logic.rail_clamp.high': 'u_substrate.regions.balls/b4'",
       {"ESD-0614"}},
      {"domains swapped",
       {{"esd.yaml", "nets: [u_logic/VDD]", "nets: [u_logic/OTHER]"},
        {"esd.yaml", "nets: [u_logic/VDDIO]", "nets: [u_logic/VDD]"},
        {"esd.yaml", "nets: [u_logic/OTHER]", "nets: [u_logic/VDDIO]"}},
       "ESD-0703",
       "'u_logic/io0_up' (esd_diode) leads to 'VDD' instead",
       {"ESD-0704", "ESD-0307"}},
      {"device smaller",
       {{"devices.yaml", "width: 100 um", "width: 90 um"}},
       "ESD-0802",
       "is 180 um wide",
       {}},
      {"resistor too small",
       {{"devices.yaml", "resistance: 200 ohm", "resistance: 60 ohm"}},
       "ESD-0806",
       "is 60 ohm",
       {}},
      {"clamp of larger on-resistance",
       {{"devices.yaml", "ron: 0.6 ohm", "ron: 1.6 ohm"}},
       "ESD-0302",
       "rule 'P6",
       {"ESD-0303"}},
  };
}

std::string told(const ProjectRun& run) {
  std::string text;
  for (const core::Finding& finding : run.sink.findings)
    text += std::string(finding.code->id) + " " + finding.message + "\n";
  return text;
}

TEST(StackMutation, CleanStackHasNoFinding) {
  const ProjectRun run = Stack().run();
  EXPECT_THAT(run.sink.findings, IsEmpty()) << told(run);
  EXPECT_THAT(run.outcome.not_checked, IsEmpty());
}

void expect_found(const Fault& fault, const ProjectRun& run) {
  bool found = false;
  for (const core::Finding& finding : run.sink.findings) {
    const std::string code(finding.code->id);
    if (code == fault.code) {
      found = found || finding.message.find(fault.names) != std::string::npos;
      EXPECT_FALSE(finding.object.empty());
      EXPECT_TRUE(finding.where.has_value() || !finding.location.file.empty()) << finding.message;
    } else {
      EXPECT_TRUE(fault.may_follow.contains(code))
          << fault.name << ": " << code << " " << finding.message;
    }
  }
  EXPECT_TRUE(found) << fault.name << " under " << fault.code << ", found\n" << told(run);
}

TEST(StackMutation, EveryFaultIsFoundAndLocated) {
  for (const Fault& fault : faults()) {
    Stack stack;
    for (const Edit& edit : fault.edits) stack.change(edit.file, edit.from, edit.to);
    expect_found(fault, stack.run());
  }
}

/// Two faults at once hide nothing of each other.
TEST(StackMutation, PairsOfFaultsAreBothFound) {
  const std::vector<Fault> all = faults();
  std::mt19937 random(7);
  const int count = soak_count("pairs of seeded faults in a stack", 12);
  for (int i = 0; i < count; ++i) {
    const Fault& one = all[random() % all.size()];
    const Fault& other = all[random() % all.size()];
    const auto touches = [](const Fault& a, const Fault& b) {
      for (const Edit& x : a.edits) {
        for (const Edit& y : b.edits) {
          if (x.file == y.file && (x.from == y.from || x.from.starts_with("COMPONENTS")))
            return true;
        }
      }
      return false;
    };
    if (touches(one, other) || touches(other, one)) continue;
    Stack stack;
    for (const Fault* fault : {&one, &other}) {
      for (const Edit& edit : fault->edits) stack.change(edit.file, edit.from, edit.to);
    }
    const ProjectRun run = stack.run();
    for (const Fault* fault : {&one, &other}) {
      const bool found = std::any_of(
          run.sink.findings.begin(), run.sink.findings.end(),
          [&](const core::Finding& finding) { return finding.code->id == fault->code; });
      EXPECT_TRUE(found) << fault->name << " beside " << one.name << "/" << other.name << "\n"
                         << told(run);
    }
  }
}

/// Only the on-resistance of a clamp changes: what was kept of the run before is not taken for the new one.
TEST(StackMutation, ChangedRonIsComputedAnewWithTheCacheOn) {
  Stack stack;
  Folder store;
  auto cache = core::Cache::open(store.path / "cache.db");
  ASSERT_TRUE(cache.has_value());
  CheckOptions options;
  options.cache = &*cache;
  const ProjectRun first = stack.run(options);
  const ProjectRun again = stack.run(options);
  EXPECT_THAT(first.sink.findings, IsEmpty());
  EXPECT_EQ(again.outcome.parts_solved, 0U);
  EXPECT_GT(again.outcome.parts_reused, 0U);
  stack.change("devices.yaml", "ron: 0.6 ohm", "ron: 1.6 ohm");
  const ProjectRun changed = stack.run(options);
  EXPECT_FALSE(changed.sink.findings.empty());
  EXPECT_GE(changed.outcome.parts_solved, 3U) << "VDD, VDDIO and VSS";
}

}  // namespace
}  // namespace sealring::esd::testing
