// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <random>
#include <set>

#include "tests/core/netlist_judge.h"

namespace sealring::testing {
namespace {

struct Vector {
  std::string name;  ///< as Verilog text
  int msb = 0;
  int lsb = 0;
  bool ranged = false;
  int width() const { return (msb > lsb ? msb - lsb : lsb - msb) + 1; }
  std::string range() const {
    return ranged ? "[" + std::to_string(msb) + ":" + std::to_string(lsb) + "] " : "";
  }
};

struct MadeModule {
  std::string name;
  std::vector<Vector> ports;
  std::vector<std::string> directions;  ///< of the ports
};

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::string run() {
    std::string out = "// random netlist\n`timescale 1ns/1ps\n";
    const int count = pick(1, 4);
    for (int i = 0; i < count; ++i) out += module(i);
    return out;
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return pick(1, 100) <= percent; }

  std::string fresh(const std::string& stem) {
    const std::string number = std::to_string(next_++);
    switch (pick(0, 9)) {
      case 0: return "\\" + stem + "[" + number + "] ";
      case 1: return "\\" + stem + "/" + number + ".x ";
      case 2: return "\\" + stem + number + " ";
      case 3: return stem + "$" + number;
      case 4: return "\\wire" + number + "+{}\"( ";
      default: return stem + "_" + number;
    }
  }

  Vector vector(const std::string& stem) {
    Vector out{.name = fresh(stem)};
    if (chance(55)) {
      out.ranged = true;
      out.lsb = chance(70) ? 0 : pick(1, 9);
      out.msb = out.lsb + pick(0, 7);
      if (chance(30)) std::swap(out.msb, out.lsb);
    }
    return out;
  }

  std::string blank() {
    switch (pick(0, 7)) {
      case 0: return "\n   ";
      case 1: return " /* ; */ ";
      case 2: return " // endmodule\n";
      default: return " ";
    }
  }

  std::string select(const Vector& net, int width) {
    const int at = pick(0, net.width() - width);
    const int step = net.msb >= net.lsb ? -1 : 1;
    const int first = net.msb + step * at;
    const int last = first + step * (width - 1);
    if (width == 1 && chance(80)) return net.name + "[" + std::to_string(first) + "]";
    return net.name + "[" + std::to_string(first) + ":" + std::to_string(last) + "]";
  }

  std::string constant(int width) {
    std::string digits;
    for (int i = 0; i < width; ++i)
      digits += std::string("01xz")[static_cast<std::size_t>(pick(0, 3))];
    if (chance(20)) return std::to_string(width) + "'d" + std::to_string(pick(0, 1));
    if (width % 4 == 0 && chance(30))
      return std::to_string(width) + "'h" + std::string(static_cast<std::size_t>(width / 4), 'a');
    return std::to_string(width) + "'b" + digits;
  }

  /// An expression of `width` bits from the first `limit` nets.
  std::string expression(int width, std::size_t limit, int depth = 0) {
    for (int attempt = 0; attempt < 4 && limit > 0; ++attempt) {
      const Vector& net = nets_[static_cast<std::size_t>(pick(0, static_cast<int>(limit) - 1))];
      if (net.width() == width) return net.name;
      if (net.ranged && net.width() > width) return select(net, width);
    }
    if (depth < 3 && width > 1 && chance(70)) {
      if (width % 2 == 0 && chance(40))
        return "{2{" + expression(width / 2, limit, depth + 1) + "}}";
      const int left = pick(1, width - 1);
      return "{" + blank() + expression(left, limit, depth + 1) + "," + blank() +
             expression(width - left, limit, depth + 1) + "}";
    }
    return constant(width);
  }

  std::string head(MadeModule& made, std::vector<std::string>& directions) {
    const int ports = pick(0, 6);
    for (int i = 0; i < ports; ++i) {
      made.ports.push_back(vector("p"));
      directions.push_back(std::vector<std::string>{"input", "output",
                                                    "inout"}[static_cast<std::size_t>(pick(0, 2))]);
    }
    const bool ansi = chance(50);
    std::string out = "module " + made.name + " (";
    for (std::size_t i = 0; i < made.ports.size(); ++i) {
      if (i > 0) out += "," + blank();
      if (ansi) out += directions[i] + " " + made.ports[i].range();
      out += made.ports[i].name;
    }
    out += ");" + blank();
    for (std::size_t i = 0; !ansi && i < made.ports.size(); ++i) {
      out += "  " + directions[i] + " " + made.ports[i].range() + made.ports[i].name + ";\n";
      if (chance(20)) out += "  wire " + made.ports[i].range() + made.ports[i].name + ";\n";
    }
    return out;
  }

  std::string instance(std::size_t number) {
    const bool known = !modules_.empty() && chance(40);
    const MadeModule* of =
        known ? &modules_[static_cast<std::size_t>(pick(0, static_cast<int>(modules_.size()) - 1))]
              : nullptr;
    std::string out = std::string(chance(20) ? "  (* keep = \"a;b\" *) " : "  ") +
                      (of != nullptr ? of->name : "CELL" + std::to_string(pick(0, 3))) + blank() +
                      fresh("u" + std::to_string(number)) + " (";
    const bool by_name = chance(70);
    const std::size_t pins =
        of != nullptr ? of->ports.size() : static_cast<std::size_t>(pick(1, 4));
    for (std::size_t i = 0; i < pins; ++i) {
      if (i > 0) out += "," + blank();
      const int width = of != nullptr ? of->ports[i].width() : pick(1, 9);
      std::string value = chance(10) ? "" : expression(width, nets_.size());
      // yosys refuses a constant where the instance drives; such a pin stays open.
      const bool drives = of != nullptr && of->directions[i] != "input";
      if (drives && value.find('\'') != std::string::npos) value.clear();
      if (pins == 1 && !by_name && value.empty())
        value = drives ? nets_.front().name : constant(width);
      const std::string pin = of != nullptr ? of->ports[i].name : "P" + std::to_string(i);
      out += by_name ? "." + pin + "(" + value + ")" : value;
    }
    return out + ");\n";
  }

  std::string module(int number) {
    MadeModule made{.name = "m" + std::to_string(number)};
    if (chance(20)) made.name = "\\m/" + std::to_string(number) + " ";
    nets_.clear();
    std::vector<std::string> directions;
    std::string out = head(made, directions);
    made.directions = directions;
    for (std::size_t i = 0; i < made.ports.size(); ++i) nets_.push_back(made.ports[i]);
    const std::size_t first_wire = nets_.size();
    const int wires = pick(1, 12);
    for (int i = 0; i < wires; ++i) {
      nets_.push_back(vector("n"));
      out += "  wire " + nets_.back().range() + nets_.back().name + ";\n";
    }
    // Each wire is assigned at most once, from nets before it: no loops and no second driver.
    for (std::size_t i = first_wire; i < nets_.size(); ++i) {
      if (!chance(40)) continue;
      if (i + 1 < nets_.size() && chance(30)) {
        out += "  assign {" + nets_[i].name + ", " + nets_[i + 1].name +
               "} = " + expression(nets_[i].width() + nets_[i + 1].width(), i) + ";\n";
        ++i;
      } else {
        out += "  assign " + nets_[i].name + " = " + expression(nets_[i].width(), i) + ";\n";
      }
    }
    const int instances = pick(0, 8);
    for (int i = 0; i < instances; ++i) out += instance(static_cast<std::size_t>(i));
    modules_.push_back(made);
    return out + "endmodule\n";
  }

  std::mt19937 random_;
  int next_ = 0;
  std::vector<Vector> nets_;
  std::vector<MadeModule> modules_;
};

}  // namespace

std::string random_netlist(unsigned seed) {
  return Maker(seed).run();
}

}  // namespace sealring::testing
