// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Random projects, judged by OpenSTA twice: by the proof, and by a script of this test that knows nothing of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/files/digest.h"
#include "tests/sdcgen/random_soc.h"
#include "tests/support/soak.h"

namespace sealring::testing {
namespace {

using sdcgen::ProofStatus;

/// What sta says of a generated SDC when this test asks.
struct Judged {
  std::map<std::string, double> periods;       ///< in ps
  std::map<std::string, std::string> masters;  ///< of generated clocks
  std::map<std::string, std::string> sources;  ///< the one object of each clock
  std::set<std::pair<std::string, std::string>> timed;
};

Judged judge(RandomSoc& soc) {
  soc.folder.write("judge.tcl", R"(read_liberty cells.lib
read_verilog soc.v
link_design soc
read_sdc out/soc.func.signoff.tt.sdc
check_setup -generated_clocks
foreach c [all_clocks] {
  set pins {}
  foreach p [get_property $c sources] {lappend pins [get_property $p full_name]}
  puts "JUDGE clock [get_property $c name] [get_property $c period] $pins"
}
foreach a [all_clocks] {
  foreach b [all_clocks] {
    if {[llength [find_timing_paths -from $a -to $b]] > 0} {
      puts "JUDGE timed [get_property $a name] [get_property $b name]"
    }
  }
}
write_sdc -no_timestamp judged.sdc
puts "JUDGE end"
)");
  core::SystemProcessRunner runner;
  core::ProcessSpec spec;
  spec.argv = {soc.options.sta, "-no_init", "-no_splash", "-exit", "judge.tcl"};
  spec.directory = soc.folder.path();
  const auto run = runner.run(spec);
  Judged judged;
  EXPECT_TRUE(run && run->standard_output.find("JUDGE end\n") != std::string::npos);
  if (!run) return judged;
  EXPECT_EQ(run->standard_output.find("Error:"), std::string::npos) << run->standard_output;
  std::istringstream lines(run->standard_output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string mark;
    std::string kind;
    std::string a;
    words >> mark >> kind >> a;
    if (mark != "JUDGE") continue;
    if (kind == "clock") {
      double period = 0;
      std::string pin;
      words >> period >> pin;
      judged.periods[a] = period * 1000;
      judged.sources[a] = pin;
    } else if (kind == "timed") {
      std::string b;
      words >> b;
      judged.timed.emplace(a, b);
    }
  }
  for (const std::string& line :
       lines_with(read_bytes(soc.folder / "judged.sdc"), "create_generated_clock -name ")) {
    const std::string name = line.substr(29, line.find(' ', 29) - 29);
    static constexpr std::string_view kMaster = "-master_clock [get_clocks {";
    const std::size_t at = line.find(kMaster);
    if (at == std::string::npos) continue;
    const std::size_t start = at + kMaster.size();
    judged.masters[name] = line.substr(start, line.find('}', start) - start);
  }
  return judged;
}

/// 0 clocks missed, 0 extra, 0 wrong periods, objects and masters, relations as declared.
void expect_as_drawn(RandomSoc& soc, const Judged& judged) {
  std::set<std::string> wanted;
  for (const RandomSoc::Clock& clock : soc.clocks()) {
    if (!clock.used) continue;
    const std::string name = "phy0_" + clock.name;
    wanted.insert(name);
    ASSERT_TRUE(judged.periods.contains(name)) << name;
    EXPECT_NEAR(judged.periods.at(name), soc.period_of(clock), 1e-2) << name;
    EXPECT_EQ(judged.sources.at(name), "u_core/u_phy/" + clock.pin()) << name;
    if (clock.master < 0) {
      EXPECT_FALSE(judged.masters.contains(name)) << name;
    } else {
      ASSERT_TRUE(judged.masters.contains(name)) << name;
      EXPECT_EQ(judged.masters.at(name), "phy0_" + soc.clocks()[clock.master].name);
    }
  }
  wanted.insert("phy0_s0_io");
  for (const auto& [name, period] : judged.periods) EXPECT_TRUE(wanted.contains(name)) << name;
  for (const auto& [from, to] : judged.timed)
    EXPECT_FALSE(soc.is_cut(from, to)) << from << " -> " << to << " is timed";
  for (const auto& [from, to] : soc.pairs_with_paths()) {
    if (soc.is_cut(from, to)) continue;
    EXPECT_TRUE(judged.timed.contains({from, to})) << from << " -> " << to << " is not timed";
  }
}

TEST(SdcProperty, RandomProjectsAreProvedAndJudgedAsDrawn) {
  const int count = soak_count("random projects judged by OpenSTA", 25);
  for (int seed = 1; seed <= count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSoc soc(static_cast<unsigned>(seed));
    const auto result = soc.generate();
    ASSERT_EQ(result.views.size(), 1U) << brief(soc.findings);
    ASSERT_EQ(result.views[0].proof.status, ProofStatus::kProved) << brief(soc.findings);
    ASSERT_EQ(result.views[0].active, soc.in_use() + 1);  // and the virtual clock of the port
    expect_as_drawn(soc, judge(soc));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(SdcProperty, EachKindOfSeededFaultIsCaughtByTheCheckThatShouldCatchIt) {
  const int count = soak_count("seeded faults in generated constraints", 2 * kFaults);
  std::map<std::string, int> kinds;
  int drawn = 0;
  for (int seed = 1; drawn < count; ++seed) {
    RandomSoc soc(static_cast<unsigned>(seed) + 50'000);
    ASSERT_EQ(soc.generate().views.at(0).proof.status, ProofStatus::kProved)
        << "seed " << seed << "\n"
        << brief(soc.findings);
    std::string sdc = soc.sdc();
    const std::string before = sdc;
    const std::optional<Fault> fault = put_fault(soc, drawn % kFaults, sdc);
    if (!fault) continue;  // this project has no such command
    ++drawn;
    ASSERT_NE(sdc, before);
    const auto checked = soc.check(sdc);
    ASSERT_EQ(checked.views.size(), 1U);
    EXPECT_EQ(checked.views[0].proof.status, ProofStatus::kFailed)
        << "seed " << seed << ": " << fault->kind << "\n"
        << sdc;
    EXPECT_THAT(soc.errors(), ::testing::Contains(fault->code))
        << "seed " << seed << ": " << fault->kind << "\n"
        << brief(soc.findings);
    ++kinds[fault->kind];
  }
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(kFaults));
  for (const auto& [kind, times] : kinds) std::printf("  %d x %s\n", times, kind.c_str());
}

/// Drops one row of a frozen table that begins with `start` and holds `word`, and mends the digest.
bool drop_row(RandomSoc& soc, const std::string& table, const std::string& start,
              const std::string& word) {
  const std::string path = "out/soc.func.signoff.tt.";
  const std::string record = read_bytes(soc.folder / (path + "select.json"));
  std::string csv = read_bytes(soc.folder / (path + table));
  std::vector<std::size_t> rows;
  for (std::size_t at = csv.find("\n" + start); at != std::string::npos;
       at = csv.find("\n" + start, at + 1)) {
    const std::string row = csv.substr(at + 1, csv.find('\n', at + 1) - at);
    if (row.find(word) != std::string::npos && row.find(",s0_io,") == std::string::npos)
      rows.push_back(at + 1);
  }
  if (rows.empty()) return false;
  const std::size_t at = rows[static_cast<std::size_t>(soc.upto(static_cast<int>(rows.size())))];
  const std::string before = core::sha256_hex(csv);
  csv.erase(at, csv.find('\n', at) + 1 - at);
  soc.folder.write(path + table, csv);
  soc.folder.write(path + "select.json", replaced(record, before, core::sha256_hex(csv)));
  return true;
}

TEST(SdcProperty, ARowThatSelectDropsIsAlwaysCaught) {
  const int count = soak_count("frozen lists with one row dropped", 25);
  for (int seed = 1; seed <= count; ++seed) {
    RandomSoc soc(static_cast<unsigned>(seed) + 100'000);
    soc.options.prove = sdcgen::ProofMode::kNever;
    soc.options.step = sdcgen::Step::kSelect;
    soc.generate();
    const bool entry = seed % 2 == 0;
    ASSERT_TRUE(entry ? drop_row(soc, "select-entries.csv", "", ",phy0,")
                      : drop_row(soc, "select.csv", "phy0,", ",active,"));
    soc.options.step = sdcgen::Step::kClocks;
    soc.generate();
    EXPECT_THAT(soc.errors(), ::testing::Contains("SDC-0403")) << "seed " << seed;
  }
}

}  // namespace
}  // namespace sealring::testing
