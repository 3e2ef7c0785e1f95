// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/metadata.h"

#include <algorithm>
#include <set>

#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

class Reader {
 public:
  Reader(const core::InputFile& file, core::Sink& sink)
      : file_(file), sink_(sink), lines_(file.text) {}

  std::optional<ModuleMetadata> read() {
    if (advance() && !(word(0) == "begin" && word(1) == "block"))
      fault("'begin block' was expected first");
    while (!bad_ && !closed_) {
      if (!advance()) break;
      block_line();
    }
    if (!bad_ && !closed_) fault("the file ends without 'end block'");
    if (!bad_ && advance()) fault("text follows 'end block'");
    if (!bad_) verify_counts();
    if (bad_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void fault(std::string message) {
    if (bad_) return;
    bad_ = true;
    sink_.report(core::make_finding(codes::kMetadataSyntax, std::move(message))
                     .at(file_.at(static_cast<std::uint32_t>(std::min(at_, lines_.size()))))
                     .on(file_.name, out_.name));
  }

  /// The next line that is not blank, as words.
  bool advance() {
    while (at_ < lines_.size()) {
      words_ = words(lines_[at_++]);
      if (!words_.empty()) return true;
    }
    words_.clear();
    return false;
  }

  std::string_view word(std::size_t i) const {
    return i < words_.size() ? words_[i] : std::string_view();
  }
  bool ends(std::string_view what) const { return word(0) == "end" && word(1) == what; }

  void count_line(std::int64_t& into) {
    const auto value = parse_count(word(1));
    if (!value) fault("'" + std::string(word(0)) + "' is not followed by a number");
    into = value.value_or(0);
  }

  void block_line() {
    if (word(0) == "name") {
      // Names may hold blanks where they are escaped: everything behind the key belongs to them.
      out_.name = rest();
    } else if (word(0) == "pblocks") {
      count_line(pblocks_);
    } else if (word(0) == "clocks") {
      count_line(clocks_);
    } else if (word(0) == "inputs") {
      count_line(inputs_);
    } else if (word(0) == "outputs") {
      count_line(outputs_);
    } else if (word(0) == "begin" && word(1) == "pblock") {
      read_pblock();
    } else if (word(0) == "begin" && word(1) == "clock") {
      read_clock();
    } else if (word(0) == "begin" && (word(1) == "input" || word(1) == "output")) {
      read_port(word(1) == "input");
    } else if (ends("block")) {
      closed_ = true;
    } else {
      fault("'" + std::string(word(0)) + "' was not expected in a block");
    }
  }

  std::string rest() const {
    const std::string_view line = trim(lines_[at_ - 1]);
    return std::string(trim(line.substr(word(0).size())));
  }

  void read_pblock() {
    Pblock pblock;
    while (advance() && !ends("pblock")) {
      if (word(0) == "name") {
        pblock.name = rest();
      } else if (word(0) == "grid_ranges") {
        for (std::size_t i = 1; i < words_.size(); ++i) {
          std::string problem;
          if (const auto range = parse_range(words_[i], problem)) {
            pblock.ranges.push_back(*range);
          } else if (!problem.empty()) {
            return fault(problem);
          } else {
            pblock.verbatim.emplace_back(words_[i]);
          }
        }
      } else {
        return fault("'" + std::string(word(0)) + "' was not expected in a pblock");
      }
    }
    if (!ends("pblock")) return fault("a pblock is not closed with 'end pblock'");
    std::ranges::sort(pblock.ranges);
    out_.pblocks.push_back(std::move(pblock));
  }

  void read_clock() {
    MetadataClock clock;
    while (advance() && !ends("clock")) {
      if (word(0) == "name") {
        clock.name = rest();
      } else if (word(0) == "period") {
        clock.period_ns = std::string(word(1));
        const auto period = core::parse_decimal(word(1));
        if (!period || !(*period > core::Rational(0)))
          return fault("period '" + std::string(word(1)) + "' of clock '" + clock.name +
                       "' is not a number above 0 ns");
      } else {
        return fault("'" + std::string(word(0)) + "' was not expected in a clock");
      }
    }
    if (!ends("clock")) return fault("a clock is not closed with 'end clock'");
    out_.clocks.push_back(std::move(clock));
  }

  void read_port(bool input) {
    const std::string_view kind = input ? "input" : "output";
    MetadataPort port{.input = input, .line = static_cast<std::uint32_t>(at_)};
    bool connections = false;
    while (advance() && !ends(kind)) {
      const std::string_view key = word(0);
      if (key == "begin" && word(1) == "connections") {
        connections = true;
        if (!read_connections(port)) return;
      } else if (key == "begin") {
        if (!skip_section(word(1))) return;
      } else if (!port_line(key, port)) {
        return;
      }
    }
    if (!ends(kind))
      return fault("port '" + port.name + "' is not closed with 'end " + std::string(kind) + "'");
    if (port.name.empty()) return fault("a port has no name");
    port.implicit = !port.net.empty() && !connections;
    out_.implicit_connections = out_.implicit_connections || port.implicit;
    out_.ports.push_back(std::move(port));
  }

  bool port_line(std::string_view key, MetadataPort& port) {
    if (key == "name") {
      port.name = rest();
    } else if (key == "netname") {
      port.net = rest();
    } else if (key == "numprims") {
      port.primitives = static_cast<std::uint64_t>(parse_count(word(1)).value_or(0));
    } else if (key == "type") {
      for (std::size_t i = 2; i < words_.size(); ++i)
        port.type += (i > 2 ? " " : "") + std::string(words_[i]);
    } else if (key == "maxdelay") {
      port.max_delay_ns = std::string(word(1));
      if (!core::parse_double(word(1))) {
        fault("maxdelay '" + std::string(word(1)) + "' of port '" + port.name +
              "' is not a number");
        return false;
      }
    } else if (key != "pplocs" && key != "maxnetdelay" && key != "maxpath") {
      fault("'" + std::string(key) + "' was not expected in port '" + port.name + "'");
      return false;
    }
    return true;
  }

  /// "pin CELL/PIN SITE SITE/SITEPIN ..." or "port NAME". A pin of a site used in its alternative type carries other
  /// names; they are taken as they come.
  bool read_connections(MetadataPort& port) {
    while (advance() && !ends("connections")) {
      if (word(0) == "pin" && words_.size() >= 2) {
        ++port.pins;
      } else if (word(0) == "port" && words_.size() >= 2) {
        port.passes.push_back(rest());
      } else {
        fault("'" + std::string(word(0)) + "' was not expected among the connections of '" +
              port.name + "'");
        return false;
      }
    }
    if (!ends("connections")) {
      fault("the connections of '" + port.name + "' are not closed");
      return false;
    }
    return true;
  }

  bool skip_section(std::string_view name) {
    const std::string section(name);
    while (advance()) {
      if (ends(section)) return true;
    }
    fault("section '" + section + "' is not closed");
    return false;
  }

  void verify_counts() {
    const auto ports = [&](bool input) {
      return std::ranges::count_if(out_.ports,
                                   [&](const MetadataPort& p) { return p.input == input; });
    };
    const auto check = [&](std::string_view what, std::int64_t announced, std::int64_t found) {
      if (announced != found)
        fault("'" + std::string(what) + " " + std::to_string(announced) + "' was announced, " +
              std::to_string(found) + " such sections are there");
    };
    check("pblocks", pblocks_, static_cast<std::int64_t>(out_.pblocks.size()));
    check("clocks", clocks_, static_cast<std::int64_t>(out_.clocks.size()));
    check("inputs", inputs_, ports(true));
    check("outputs", outputs_, ports(false));
    if (out_.name.empty()) fault("the block has no name");
  }

  const core::InputFile& file_;
  core::Sink& sink_;
  TextLines lines_;
  std::size_t at_ = 0;
  std::vector<std::string_view> words_;
  ModuleMetadata out_;
  std::int64_t pblocks_ = -1, clocks_ = -1, inputs_ = -1, outputs_ = -1;
  bool closed_ = false;
  bool bad_ = false;
};

}  // namespace

std::optional<ModuleMetadata> read_metadata(const core::InputFile& file, core::Sink& sink) {
  return Reader(file, sink).read();
}

std::vector<std::string> port_bits(const PortInfo& port) {
  if (!port.bus) return {port.name};
  std::vector<std::string> bits;
  const std::int64_t step = port.left >= port.right ? -1 : 1;
  for (std::uint32_t i = 0; i < port.width; ++i)
    bits.push_back(port.name + "[" +
                   std::to_string(port.left + step * static_cast<std::int64_t>(i)) + "]");
  return bits;
}

void compare_ports(const ModuleMetadata& metadata, const std::vector<PortInfo>& ports,
                   const std::string& shown, core::Sink& sink) {
  std::set<std::string> have;
  for (const MetadataPort& port : metadata.ports) have.insert(port.name);
  const auto differ = [&](const std::string& bit, std::string_view in, std::string_view out) {
    sink.report(core::make_finding(codes::kPortMismatch, "port '" + bit + "' is in the " +
                                                             std::string(in) + " and not in the " +
                                                             std::string(out))
                    .at({shown})
                    .on(metadata.name + "/" + bit, "port"));
  };
  for (const PortInfo& port : ports) {
    for (const std::string& bit : port_bits(port)) {
      if (have.erase(bit) == 0) differ(bit, "netlist", "metadata");
    }
  }
  for (const std::string& bit : have) differ(bit, "metadata", "netlist");
}

}  // namespace sealring::rapidwright_bridge
