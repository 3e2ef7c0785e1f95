// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "core/files/digest.h"
#include "tests/sdcgen/rich_soc.h"
#include "tests/support/soak.h"

namespace sealring::testing {
namespace {

using sdcgen::ProofStatus;

/// A random IP: clock sources behind buffers, dividers behind some of them, registers of every clock with data from
/// registers of others; its specification, a table that uses some of it, and relations between the sources.
class RandomSoc : public RichSoc {
 public:
  explicit RandomSoc(unsigned seed) : random_(seed) {
    make_clocks();
    make_spec();
    make_netlist();
  }

  std::size_t in_use() const {
    std::size_t count = 0;
    for (const Clock& clock : clocks_) count += clock.used ? 1 : 0;
    return count;
  }

  std::mt19937& random() { return random_; }
  int upto(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  struct Clock {
    std::string name;
    int master = -1;
    int divide = 1;
    bool used = true;
    int period_ps = 1000;
  };

  void make_clocks() {
    const int sources = 2 + upto(4);
    for (int i = 0; i < sources; ++i)
      clocks_.push_back({"s" + std::to_string(i), -1, 1, upto(5) != 0, 500 + 250 * upto(20)});
    clocks_[0].used = true;
    const int dividers = upto(4);
    for (int i = 0; i < dividers; ++i) {
      const int master = upto(static_cast<int>(clocks_.size()));
      const int divide = 2 + upto(3);
      clocks_.push_back({"d" + std::to_string(i), master, divide,
                         clocks_[static_cast<std::size_t>(master)].used && upto(4) != 0, 0});
    }
  }

  std::string net_of(std::size_t clock) const { return "n_" + clocks_[clock].name; }

  void make_spec() {
    spec =
        "schema: sealring.ip/1\nip: phy\ndocument: {id: R, revision: \"1\"}\nmodes: [fast, "
        "slow]\nclocks:\n";
    table = "clock,period_ps\n";
    for (const Clock& clock : clocks_) {
      spec += "  - name: " + clock.name + "\n    kind: " +
              (clock.master < 0 ? "primary\n    pin: b_" : "generated\n    pin: v_") + clock.name +
              (clock.master < 0
                   ? "/Z\n"
                   : "/Q\n    master: " + clocks_[static_cast<std::size_t>(clock.master)].name +
                         "\n    divide_by: " + std::to_string(clock.divide) + "\n");
      spec += upto(4) == 0 ? "    modes: [fast, slow]\n"
                           : "    modes: {fast: {min: 1 ps, max: 1 us}}\n";
      table += clock.name + "," +
               (!clock.used        ? "0"
                : clock.master < 0 ? std::to_string(clock.period_ps)
                                   : "derived") +
               "\n";
    }
    // Relations between sources: each pair declared asynchronous, synchronous, or left open.
    std::string relations;
    for (std::size_t a = 0; a < clocks_.size(); ++a) {
      for (std::size_t b = a + 1; b < clocks_.size(); ++b) {
        if (clocks_[a].master >= 0 || clocks_[b].master >= 0) continue;
        const int kind = upto(3);
        if (kind == 2) continue;
        relations += "  - {id: r" + std::to_string(a) + "_" + std::to_string(b) +
                     ", kind: " + (kind == 0 ? "asynchronous" : "synchronous") + ", clocks: [" +
                     clocks_[a].name + ", " + clocks_[b].name + "], reason: random}\n";
      }
    }
    if (!relations.empty()) spec += "relations:\n" + relations;
  }

  void make_netlist() {
    const std::string count = std::to_string(clocks_.size() - 1);
    netlist = "module phy (c, d, q);\n  input [" + count + ":0] c;\n  input d;\n  output q;\n";
    std::string cells;
    std::vector<std::string> outputs{"d"};
    for (std::size_t i = 0; i < clocks_.size(); ++i) {
      const Clock& clock = clocks_[i];
      const std::string& name = clock.name;
      netlist += "  wire " + net_of(i) + ", i_" + name + ";\n";
      if (clock.master < 0) {
        cells +=
            "  EX_BUF b_" + name + " (.A(c[" + std::to_string(i) + "]), .Z(" + net_of(i) + "));\n";
      } else {
        cells += "  EX_INV i" + name + " (.A(" + net_of(i) + "), .ZN(i_" + name +
                 "));\n  EX_DFF v_" + name + " (.D(i_" + name + "), .CK(" +
                 net_of(static_cast<std::size_t>(clock.master)) + "), .Q(" + net_of(i) + "));\n";
      }
      for (int r = 0; r < 3; ++r) {
        const std::string reg = name + "_" + std::to_string(r);
        const std::string& from =
            outputs[static_cast<std::size_t>(upto(static_cast<int>(outputs.size())))];
        netlist += "  wire q_" + reg + ";\n";
        cells += "  EX_DFF r_" + reg + " (.D(" + from + "), .CK(" + net_of(i) + "), .Q(q_" + reg +
                 "));\n";
        outputs.push_back("q_" + reg);
      }
    }
    netlist += cells + "  EX_BUF last (.A(" + outputs.back() +
               "), .Z(q));\nendmodule\nmodule core (c, d, q);\n  input [" + count +
               ":0] c;\n  input d;\n  output q;\n  phy u_phy (.c(c), .d(d), "
               ".q(q));\nendmodule\nmodule soc (c, d, q);\n  input [" +
               count +
               ":0] c;\n  input d;\n  output q;\n  core u_core (.c(c), .d(d), .q(q));\nendmodule\n";
  }

  std::mt19937 random_;
  std::vector<Clock> clocks_;
};

/// Changes one command of an SDC so that it no longer says what the list says; the kind of the fault, or "".
std::string put_fault(RandomSoc& soc, std::string& sdc) {
  const auto line_of = [&](const std::string& start) {
    std::vector<std::size_t> places;
    for (std::size_t at = sdc.find("\n" + start); at != std::string::npos;
         at = sdc.find("\n" + start, at + 1))
      places.push_back(at + 1);
    return places.empty()
               ? std::string::npos
               : places[static_cast<std::size_t>(soc.upto(static_cast<int>(places.size())))];
  };
  const auto erase_line = [&](std::size_t at) { sdc.erase(at, sdc.find('\n', at) + 1 - at); };
  for (int tries = 0; tries < 20; ++tries) {
    switch (soc.upto(7)) {
      case 0: {
        const std::size_t at = line_of("create_clock ");
        if (at == std::string::npos) break;
        erase_line(at);
        return "clock lost";
      }
      case 1: {
        const std::size_t at =
            sdc.find(" -period ", std::min(line_of("create_clock "), sdc.size()));
        if (at == std::string::npos) break;
        sdc.insert(at + 9, "1");
        return "period changed";
      }
      case 2: {
        const std::size_t at =
            sdc.find(" -divide_by ", std::min(line_of("create_generated_clock "), sdc.size()));
        if (at == std::string::npos) break;
        sdc.insert(at + 12, "1");
        return "ratio changed";
      }
      case 3: {
        const std::size_t at = line_of("set_clock_groups ");
        if (at == std::string::npos) break;
        erase_line(at);
        return "group lost";
      }
      case 4:
        sdc += "create_clock -name stray -period 3 [get_pins {u_core/u_phy/last/Z}]\n";
        return "clock extra";
      case 5: {
        const std::size_t at = line_of("create_generated_clock ");
        if (at == std::string::npos) break;
        erase_line(at);
        return "generated clock lost";
      }
      default:
        sdc += "set_clock_groups -asynchronous -group [get_clocks {phy0_s0}]\n";
        return "group too wide";
    }
  }
  return {};
}

TEST(SdcProperty, RandomProjectsAreProvedAndSeededFaultsAreCaught) {
  const int count = soak_count("random projects with one seeded fault each", 25);
  std::map<std::string, int> kinds;
  for (int seed = 1; seed <= count; ++seed) {
    RandomSoc soc(static_cast<unsigned>(seed));
    const auto result = soc.generate();
    ASSERT_EQ(result.views.size(), 1U) << "seed " << seed << "\n" << brief(soc.findings);
    ASSERT_EQ(result.views[0].proof.status, ProofStatus::kProved) << "seed " << seed << "\n"
                                                                  << brief(soc.findings);
    ASSERT_EQ(result.views[0].active, soc.in_use()) << "seed " << seed;
    ASSERT_TRUE(result.views[0].proof.clocks_missing.empty() &&
                result.views[0].proof.clocks_unexpected.empty());
    std::string sdc = soc.sdc();
    const std::string fault = put_fault(soc, sdc);
    ASSERT_FALSE(fault.empty());
    // A single group around the only clock cuts nothing from anything, and is still refused.
    const auto checked = soc.check(sdc);
    ASSERT_EQ(checked.views.size(), 1U);
    EXPECT_EQ(checked.views[0].proof.status, ProofStatus::kFailed)
        << "seed " << seed << ": " << fault << "\n"
        << sdc;
    ++kinds[fault];
  }
  EXPECT_GE(kinds.size(), 5U);
  for (const auto& [kind, times] : kinds) std::printf("  %d x %s\n", times, kind.c_str());
}

TEST(SdcProperty, ARowThatSelectDropsIsAlwaysCaught) {
  const int count = soak_count("frozen lists with one row dropped", 25);
  for (int seed = 1; seed <= count; ++seed) {
    RandomSoc soc(static_cast<unsigned>(seed) + 100'000);
    soc.options.prove = sdcgen::ProofMode::kNever;
    soc.options.step = sdcgen::Step::kSelect;
    soc.generate();
    const auto list = soc.folder / "out/soc.func.signoff.tt.select.csv";
    const auto record = soc.folder / "out/soc.func.signoff.tt.select.json";
    std::string csv = read_bytes(list);
    std::vector<std::size_t> active;
    for (std::size_t at = csv.find("\nphy0,"); at != std::string::npos;
         at = csv.find("\nphy0,", at + 1)) {
      if (csv.substr(at, csv.find('\n', at + 1) - at).find(",active,") != std::string::npos)
        active.push_back(at + 1);
    }
    ASSERT_EQ(active.size(), soc.in_use());
    const std::size_t at =
        active[static_cast<std::size_t>(soc.upto(static_cast<int>(active.size())))];
    const std::string before = core::sha256_hex(csv);
    csv.erase(at, csv.find('\n', at) + 1 - at);
    soc.folder.write("out/soc.func.signoff.tt.select.csv", csv);
    soc.folder.write("out/soc.func.signoff.tt.select.json",
                     replaced(read_bytes(record), before, core::sha256_hex(csv)));
    soc.options.step = sdcgen::Step::kClocks;
    soc.generate();
    EXPECT_THAT(soc.errors(), ::testing::Contains("SDC-0403")) << "seed " << seed;
  }
}

}  // namespace
}  // namespace sealring::testing
