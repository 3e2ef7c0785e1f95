// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/core/netlist_judge.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/netlist/bits.h"
#include "core/process/process.h"
#include "tests/support/scratch.h"

namespace sealring::testing {
namespace {

using core::kNoIndex;
using nlohmann::json;

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Compares one module.
class ModuleComparison {
 public:
  ModuleComparison(const core::Netlist& netlist, const core::Module& module, const json& theirs,
                   std::vector<std::string>& out, std::size_t& compared)
      : netlist_(netlist),
        module_(module),
        theirs_(theirs),
        bits_(module),
        out_(out),
        compared_(compared) {}

  void run() {
    ports();
    nets();
    instances();
  }

 private:
  std::string text(core::Symbol symbol) const { return std::string(netlist_.text(symbol)); }
  void differ(const std::string& what) { out_.push_back(text(module_.name) + ": " + what); }

  void ports() {
    std::size_t named = 0;
    for (const core::Port& port : module_.ports) {
      if (port.name == core::Symbol::kNone) continue;
      ++named;
      const std::string name = text(port.name);
      if (!theirs_["ports"].contains(name)) {
        differ("port " + name + " is ours only");
        continue;
      }
      const json& their = theirs_["ports"][name];
      if (their["direction"] != std::string(to_string(port.direction)))
        differ("direction of " + name);
      range(name, port.range(), their);
    }
    if (theirs_["ports"].size() != named) differ("number of ports");
  }

  void range(const std::string& name, std::optional<core::Range> ours, const json& their) {
    const core::Range range = ours.value_or(core::Range{});
    const auto width = their["bits"].size();
    const auto offset = their.value("offset", 0);
    const bool upto = their.value("upto", 0) != 0;
    ++compared_;
    if (range.width() != width || std::min(range.msb, range.lsb) != offset ||
        upto != !range.descending()) {
      differ("range of " + name + ": " + to_string(range) + " against " + std::to_string(width) +
             " bits from " + std::to_string(offset) + (upto ? " upwards" : ""));
    }
  }

  void nets() {
    for (std::uint32_t i = 0; i < module_.nets.size(); ++i) {
      const core::Net& net = module_.nets[i];
      const std::string name = text(net.name);
      if (!theirs_["netnames"].contains(name)) {
        differ("net " + name + " is ours only");
        continue;
      }
      const json& their = theirs_["netnames"][name];
      range(name, net.range(), their);
      auto ours = bits_of(module_, core::Port{.net = i});
      std::reverse(ours.begin(), ours.end());
      match("net " + name, ours, their["bits"]);
    }
    for (const auto& [name, value] : theirs_["netnames"].items()) {
      const bool hidden = value.value("hide_name", 0) != 0;
      if (!hidden && netlist_.find_net(module_, name) == nullptr)
        differ("net " + name + " is theirs only");
    }
  }

  /// Both lists begin at the least significant bit.
  void match(const std::string& what, const std::vector<core::Bit>& ours, const json& theirs) {
    for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
      ++compared_;
      std::string our = std::string(1, ours[i].value);
      if (ours[i].net != kNoIndex) {
        const std::uint32_t number = bits_.number(ours[i].net, ours[i].index);
        if (number == kNoIndex) {
          differ(what + ": bit outside its net");
          continue;
        }
        const char tied = bits_.constant(number);
        our = tied != 0 ? std::string(1, tied) : "n" + std::to_string(bits_.root(number));
      }
      const std::string their = theirs[i].is_string() ? theirs[i].get<std::string>()
                                                      : "n" + std::to_string(theirs[i].get<int>());
      const bool nets = our.front() == 'n' && their.front() == 'n';
      const bool same = nets ? to_theirs_.try_emplace(our, their).first->second == their &&
                                   to_ours_.try_emplace(their, our).first->second == our
                             : our == their;
      if (!same) differ(what + " bit " + std::to_string(i) + ": " + our + " against " + their);
    }
  }

  void instances() {
    std::size_t count = 0;
    for (const core::Instance& instance : module_.instances) {
      if (instance.gate) continue;
      ++count;
      const std::string name = text(instance.name);
      if (!theirs_["cells"].contains(name)) {
        differ("instance " + name + " is ours only");
        continue;
      }
      const json& their = theirs_["cells"][name];
      std::string type = their["type"];
      if (type.starts_with("$paramod")) type = text(instance.cell);
      if (type != text(instance.cell)) differ("cell of " + name + ": " + type);
      connections(name, instance, their["connections"]);
    }
    std::size_t their_count = 0;
    for (const auto& [name, value] : theirs_["cells"].items()) {
      const std::string type = value["type"];
      if (!type.starts_with("$") || type.starts_with("$paramod")) ++their_count;
    }
    if (their_count != count) differ("number of instances");
  }

  void connections(const std::string& name, const core::Instance& instance, const json& theirs) {
    const core::Module* of = netlist_.find(instance.cell);
    std::size_t position = 0;
    std::size_t open = 0;
    for (const core::Connection& connection : module_.connections_of(instance)) {
      std::string pin = text(connection.port);
      const core::Port* port = nullptr;
      if (pin.empty()) {
        if (of != nullptr && position < of->ports.size()) port = &of->ports[position];
        pin = port != nullptr ? text(port->name) : "$" + std::to_string(position + 1);
        ++position;
      } else if (of != nullptr) {
        port = netlist_.find_port(*of, pin);
      }
      auto ours = bits_of(module_, connection.pieces);
      std::reverse(ours.begin(), ours.end());
      if (ours.empty()) ++open;
      if (!theirs.contains(pin)) {
        if (!ours.empty()) differ(name + "." + pin + " is ours only");
        continue;
      }
      if (ours.empty()) {
        --open;
        if (port == nullptr && !theirs[pin].empty()) differ(name + "." + pin + " is open in ours");
        continue;
      }
      bool flexible = false;
      width_of(module_, connection.pieces, &flexible);
      const bool resized = flexible || (port != nullptr && of->width_of(*port) != ours.size());
      if (!resized && ours.size() != theirs[pin].size()) differ(name + "." + pin + ": width");
      match(name + "." + pin, ours, theirs[pin]);
    }
    for (const auto& [pin, value] : theirs.items()) {
      bool known = value.empty() || !pin.empty();
      if (pin.front() != '$' && position == 0) {
        const auto all = module_.connections_of(instance);
        known = std::any_of(all.begin(), all.end(), [&](const core::Connection& c) {
          return netlist_.text(c.port) == pin;
        });
      }
      if (!known) differ(name + "." + pin + " is theirs only");
    }
  }

  const core::Netlist& netlist_;
  const core::Module& module_;
  const json& theirs_;
  core::NetBits bits_;
  std::vector<std::string>& out_;
  std::size_t& compared_;
  std::map<std::string, std::string> to_theirs_;
  std::map<std::string, std::string> to_ours_;
};

}  // namespace

YosysReading read_with_yosys(const std::filesystem::path& path, const std::string& arguments) {
  YosysReading out;
  const sealring::testing::Scratch folder;
  core::SystemProcessRunner runner;
  const auto result = runner.run(
      {.argv = {"yosys", "-q", "-p",
                "read_verilog -noblackbox " + arguments + " " +
                    std::filesystem::absolute(path).string() + "; hierarchy; write_json n.json"},
       .directory = folder.path(),
       .time_limit = std::chrono::seconds(120)});
  if (!result) {
    out.complaint = result.error().message;
  } else if (result->exit_code != 0 || result->end != core::ProcessResult::End::kExited) {
    out.complaint = result->standard_error + result->standard_output;
  } else {
    out.json = read_whole(folder / "n.json");
  }
  return out;
}

std::vector<std::string> compare_with_yosys(const core::Netlist& netlist, const std::string& text,
                                            std::size_t& compared) {
  std::vector<std::string> out;
  const json all = json::parse(text)["modules"];
  for (const core::Module& module : netlist.modules) {
    const std::string name(netlist.text(module.name));
    if (module.primitive) continue;
    if (!all.contains(name)) {
      out.push_back("module " + name + " is ours only");
      continue;
    }
    ModuleComparison(netlist, module, all[name], out, compared).run();
  }
  for (const auto& [name, value] : all.items()) {
    if (!name.starts_with("$") && netlist.find(name) == nullptr) {
      out.push_back("module " + name + " is theirs only");
    }
  }
  return out;
}

}  // namespace sealring::testing
