// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <random>
#include <set>

#include "tests/sdcgen/rich_soc.h"

namespace sealring::testing {

/// A random IP: clock sources behind buffers, dividers behind some of them, registers of every clock with data from
/// registers of others; its specification with clocks of two modes, a table that uses some of them in one, relations
/// between the sources, and exceptions on paths that are there.
class RandomSoc : public RichSoc {
 public:
  struct Clock {
    std::string name;
    int master = -1;  ///< index; -1: a source
    int divide = 1;
    bool used = true;  ///< in the instance's mode and in its table
    int period_ps = 1000;
    bool fast = true;  ///< modes that have it
    bool slow = true;
    std::string pin() const {
      return (master < 0 ? "b_" : "v_") + name + (master < 0 ? "/Z" : "/Q");
    }
  };

  explicit RandomSoc(unsigned seed) : random_(seed) {
    const bool fast = upto(2) == 0;
    if (!fast) config = replaced(config, "mode: fast", "mode: slow");
    make_clocks(fast);
    make_netlist();
    make_spec();
  }

  const std::vector<Clock>& clocks() const { return clocks_; }
  std::size_t in_use() const {
    std::size_t count = 0;
    for (const Clock& clock : clocks_) count += clock.used ? 1 : 0;
    return count;
  }
  double period_of(const Clock& clock) const {
    if (clock.master < 0) return clock.period_ps;
    return clock.divide * period_of(clocks_[static_cast<std::size_t>(clock.master)]);
  }

  /// Whether paths between two clocks of the SDC are declared to be cut: the relation of what they come from.
  bool is_cut(const std::string& from, const std::string& to) const {
    const int a = root_of(from);
    const int b = root_of(to);
    return cut_.contains({std::min(a, b), std::max(a, b)});
  }
  /// Pairs of clocks in use with a register of one that feeds a register of the other, no false path between.
  const std::set<std::pair<std::string, std::string>>& pairs_with_paths() const { return paths_; }

  int upto(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  struct Edge {
    std::string from;  ///< register
    std::string to;
    std::size_t from_clock = 0;
    std::size_t to_clock = 0;
  };

  Clock& at(int index) { return clocks_[static_cast<std::size_t>(index)]; }

  void make_clocks(bool fast) {
    const int sources = 2 + upto(4);
    for (int i = 0; i < sources; ++i) {
      Clock clock{"s" + std::to_string(i), -1, 1, upto(5) != 0, 500 + 250 * upto(20)};
      clock.fast = i == 0 || upto(5) != 0;
      clock.slow = i == 0 || !clock.fast || upto(3) != 0;
      clock.used = i == 0 || (clock.used && (fast ? clock.fast : clock.slow));
      clocks_.push_back(clock);
    }
    const int dividers = upto(4);
    for (int i = 0; i < dividers; ++i) {
      const int master = upto(static_cast<int>(clocks_.size()));
      Clock clock{"d" + std::to_string(i), master, 2 + upto(3), at(master).used && upto(4) != 0, 0};
      clock.fast = at(master).fast;
      clock.slow = at(master).slow;
      clocks_.push_back(clock);
    }
  }

  int root(int clock) const {
    const int master = clocks_[static_cast<std::size_t>(clock)].master;
    return master < 0 ? clock : root(master);
  }
  int root_of(const std::string& sdc_name) const {
    std::string name = sdc_name.substr(5);  // phy0_
    if (name == "s0_io") name = "s0";
    for (std::size_t i = 0; i < clocks_.size(); ++i) {
      if (clocks_[i].name == name) return root(static_cast<int>(i));
    }
    return -1;
  }
  static std::string net_of(const Clock& clock) { return "n_" + clock.name; }

  void make_spec() {
    spec =
        "schema: sealring.ip/1\nip: phy\ndocument: {id: R, revision: \"1\"}\nmodes: [fast, "
        "slow]\nclocks:\n";
    table = "clock,period_ps,setup_uncertainty_ps,hold_uncertainty_ps\n";
    for (const Clock& clock : clocks_) {
      spec += "  - name: " + clock.name +
              "\n    kind: " + (clock.master < 0 ? "primary" : "generated") +
              "\n    pin: " + clock.pin() + "\n";
      if (clock.master >= 0)
        spec += "    master: " + at(clock.master).name +
                "\n    divide_by: " + std::to_string(clock.divide) + "\n";
      spec += std::string("    modes: {") + (clock.fast ? "fast: {min: 1 ps, max: 1 us}" : "") +
              (clock.fast && clock.slow ? ", " : "") +
              (clock.slow ? "slow: {min: 1 ps, max: 1 us}" : "") + "}\n";
      table += clock.name + "," +
               (!clock.used        ? "0"
                : clock.master < 0 ? std::to_string(clock.period_ps)
                                   : "derived") +
               (clock.used ? ",10,5\n" : ",,\n");
    }
    make_relations();
    make_exceptions();
    spec += "io:\n  - {id: d, port: d, direction: input, clock: s0, max: 120 ps, min: 30 ps}\n";
  }

  /// Each pair of sources is declared asynchronous, synchronous, or left open.
  void make_relations() {
    std::string relations;
    for (std::size_t a = 0; a < clocks_.size(); ++a) {
      for (std::size_t b = a + 1; b < clocks_.size(); ++b) {
        if (clocks_[a].master >= 0 || clocks_[b].master >= 0) continue;
        const int kind = upto(3);
        if (kind == 2) continue;
        if (kind == 0) cut_.emplace(static_cast<int>(a), static_cast<int>(b));
        relations += "  - {id: r" + std::to_string(a) + "_" + std::to_string(b) +
                     ", kind: " + (kind == 0 ? "asynchronous" : "synchronous") + ", clocks: [" +
                     clocks_[a].name + ", " + clocks_[b].name + "], reason: random}\n";
      }
    }
    if (!relations.empty()) spec += "relations:\n" + relations;
  }

  /// A false path and a multicycle path on edges of clocks that are timed against each other.
  void make_exceptions() {
    std::vector<Edge> timed;
    for (const Edge& edge : edges_) {
      const int a = root(static_cast<int>(edge.from_clock));
      const int b = root(static_cast<int>(edge.to_clock));
      if (!cut_.contains({std::min(a, b), std::max(a, b)})) timed.push_back(edge);
    }
    std::string text;
    std::string cut_register;
    if (!timed.empty() && upto(2) == 0) {
      const Edge& edge = timed[static_cast<std::size_t>(upto(static_cast<int>(timed.size())))];
      cut_register = edge.to;
      text += "  - {id: static, kind: false_path, to: {pin: " + edge.to + "/D}, reason: random}\n";
    }
    if (!timed.empty()) {
      const Edge& edge = timed[static_cast<std::size_t>(upto(static_cast<int>(timed.size())))];
      if (edge.to != cut_register)
        text += "  - {id: slow, kind: multicycle, from: {pin: " + edge.from +
                "/CK}, to: {pin: " + edge.to +
                "/D}, setup: 2, hold: 1, edge: end, reason: random}\n";
    }
    if (!text.empty()) spec += "exceptions:\n" + text;
    for (const Edge& edge : timed) {
      if (edge.to != cut_register)
        paths_.emplace("phy0_" + clocks_[edge.from_clock].name,
                       "phy0_" + clocks_[edge.to_clock].name);
    }
  }

  void make_netlist() {
    const std::string count = std::to_string(clocks_.size() - 1);
    netlist = "module phy (c, d, q);\n  input [" + count + ":0] c;\n  input d;\n  output q;\n";
    std::string cells;
    struct Output {
      std::string net;
      std::string reg;
      std::size_t clock;
    };
    std::vector<Output> outputs{{"d", "", 0}};
    for (std::size_t i = 0; i < clocks_.size(); ++i) {
      const Clock& clock = clocks_[i];
      netlist += "  wire " + net_of(clock) + ", i_" + clock.name + ";\n";
      if (clock.master < 0) {
        cells += "  EX_BUF b_" + clock.name + " (.A(c[" + std::to_string(i) + "]), .Z(" +
                 net_of(clock) + "));\n";
      } else {
        cells += "  EX_INV i" + clock.name + " (.A(" + net_of(clock) + "), .ZN(i_" + clock.name +
                 "));\n  EX_DFF v_" + clock.name + " (.D(i_" + clock.name + "), .CK(" +
                 net_of(at(clock.master)) + "), .Q(" + net_of(clock) + "));\n";
      }
      for (int r = 0; r < 3; ++r) {
        const std::string reg = clock.name + "_" + std::to_string(r);
        const Output from =
            outputs[static_cast<std::size_t>(upto(static_cast<int>(outputs.size())))];
        netlist += "  wire q_" + reg + ";\n";
        cells += "  EX_DFF r_" + reg + " (.D(" + from.net + "), .CK(" + net_of(clock) + "), .Q(q_" +
                 reg + "));\n";
        if (!from.reg.empty() && clock.used && clocks_[from.clock].used)
          edges_.push_back({from.reg, "r_" + reg, from.clock, i});
        outputs.push_back({"q_" + reg, "r_" + reg, i});
      }
    }
    netlist += cells + "  EX_BUF last (.A(" + outputs.back().net +
               "), .Z(q));\nendmodule\nmodule core (c, d, q);\n  input [" + count +
               ":0] c;\n  input d;\n  output q;\n  phy u_phy (.c(c), .d(d), "
               ".q(q));\nendmodule\nmodule soc (c, d, q);\n  input [" +
               count +
               ":0] c;\n  input d;\n  output q;\n  core u_core (.c(c), .d(d), .q(q));\nendmodule\n";
  }

  std::mt19937 random_;
  std::vector<Clock> clocks_;
  std::vector<Edge> edges_;
  std::set<std::pair<int, int>> cut_;  ///< sources
  std::set<std::pair<std::string, std::string>> paths_;
};

/// A fault put into an SDC, and the finding that must name it.
struct Fault {
  std::string kind;
  std::string code;
};

/// How a fault of one kind is made: a command that begins with `start` is dropped, or `find` in it becomes `replace`;
/// without `start`, `replace` is added at the end.
struct FaultKind {
  const char* kind;
  const char* code;
  const char* start;
  const char* find;
  const char* replace;
};

inline constexpr FaultKind kFaultKinds[] = {
    {"clock lost", "SDC-0501", "create_clock ", "", ""},
    {"generated clock lost", "SDC-0501", "create_generated_clock ", "", ""},
    {"clock extra", "SDC-0502", "", "",
     "create_clock -name stray -period 3 [get_pins {u_core/u_phy/last/Z}]\n"},
    {"period changed", "SDC-0504", "create_clock ", " -period ", " -period 1"},
    {"period in another unit", "SDC-0504", "create_clock ", " [get_pins ", "e3 [get_pins "},
    {"waveform added", "SDC-0505", "create_clock ", " -period ", " -waveform {0 0.01} -period "},
    {"clock on another object", "SDC-0506", "create_clock ", "/Z}]", "/A}]"},
    {"clock on nothing", "SDC-0507", "create_clock ", "u_phy/b_s", "u_phy/x_s"},
    {"master lost", "SDC-0508", "create_generated_clock ", "create_generated_clock ", ""},
    {"ratio changed", "SDC-0508", "create_generated_clock ", " -divide_by ", " -divide_by 1"},
    {"inverted", "SDC-0508", "create_generated_clock ", " -divide_by ", " -invert -divide_by "},
    {"uncertainty lost", "SDC-0510", "set_clock_uncertainty ", "", ""},
    {"uncertainty changed", "SDC-0510", "set_clock_uncertainty ", "0.0", "0.1"},
    {"command unknown", "SDC-0511", "set_clock_uncertainty ", "set_", "sett_"},
    {"defined twice", "SDC-0515", "", "", "@twice"},
    {"group lost", "SDC-0531", "set_clock_groups ", "", ""},
    {"group too wide", "SDC-0532", "", "",
     "set_clock_groups -asynchronous -group [get_clocks {phy0_s0}]\n"},
    {"false path lost", "SDC-0534", "set_false_path ", "", ""},
    {"multicycle changed", "SDC-0534", "set_multicycle_path 2 ", "path 2", "path 3"},
    {"hold multicycle lost", "SDC-0534", "set_multicycle_path 1 ", "", ""},
    {"input delay changed", "SDC-0534", "set_input_delay -max ", " 0.12 ", " 0.21 "},
    {"input delay lost", "SDC-0534", "set_input_delay -min ", "", ""},
    {"false path extra", "SDC-0536", "", "",
     "set_false_path -through [get_pins {u_core/u_phy/last/Z}]\n"},
    {"case value extra", "SDC-0536", "", "",
     "set_case_analysis 0 [get_pins {u_core/u_phy/last/A}]\n"},
    {"latency extra", "SDC-0536", "", "", "set_clock_latency 0.5 [get_clocks {phy0_s0}]\n"},
};
inline constexpr int kFaults = static_cast<int>(std::size(kFaultKinds));

/// Puts a fault of kind `number` into the SDC; nothing where it has no such command.
inline std::optional<Fault> put_fault(RandomSoc& soc, int number, std::string& sdc) {
  const FaultKind& fault = kFaultKinds[number];
  const std::string start = fault.start;
  if (start.empty()) {
    const std::string line = lines_with(sdc, "create_clock -name {phy0_s0}").at(0) + "\n";
    sdc += std::string(fault.replace) == "@twice" ? line : std::string(fault.replace);
    return Fault{fault.kind, fault.code};
  }
  std::vector<std::size_t> places;
  for (std::size_t at = sdc.find("\n" + start); at != std::string::npos;
       at = sdc.find("\n" + start, at + 1)) {
    const std::string line = sdc.substr(at + 1, sdc.find('\n', at + 1) - at - 1);
    if (line.find(fault.find) != std::string::npos) places.push_back(at + 1);
  }
  if (places.empty()) return std::nullopt;
  const std::size_t at =
      places[static_cast<std::size_t>(soc.upto(static_cast<int>(places.size())))];
  const std::size_t end = sdc.find('\n', at);
  if (*fault.find == 0) {
    sdc.erase(at, end + 1 - at);
  } else if (std::string(fault.kind) == "master lost") {
    // The same clock with the same period, on its own.
    std::string line = sdc.substr(at, end - at);
    const std::string name = line.substr(30, line.find('}', 30) - 30);
    const std::string object = line.substr(line.rfind("[get_pins"));
    sdc.replace(at, end - at, "create_clock -name {" + name + "} -period 1 " + object);
  } else {
    sdc.replace(sdc.find(fault.find, at), std::string(fault.find).size(), fault.replace);
  }
  return Fault{fault.kind, fault.code};
}

}  // namespace sealring::testing
