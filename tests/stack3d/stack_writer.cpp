// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "core/files/digest.h"
#include "tests/stack3d/stack_generator.h"

namespace sealring::test {

namespace fs = std::filesystem;

namespace {

/// Full outline of a chiplet.
Unit full_width(const GenChiplet& chiplet) {
  return chiplet.width + 2 * (chiplet.seal + chiplet.scribe);
}
Unit full_height(const GenChiplet& chiplet) {
  return chiplet.height + 2 * (chiplet.seal + chiplet.scribe);
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string header(const std::vector<std::string>& includes) {
  std::string text = "Header:\n  version: \"3.0\"\n  unit: micron\n  precision: 2000\n";
  if (!includes.empty()) text += "  include:\n";
  for (const std::string& include : includes) text += "    - " + include + "\n";
  return text;
}

std::string map_text(const GenRegion& region) {
  std::string text = "# bumpInst bumpCell x y port net\n";
  text.reserve(region.bumps.size() * 48);
  for (const GenBump& bump : region.bumps) {
    text += bump.name + " " + bump.cell + " " + um_of(bump.x) + " " + um_of(bump.y) + " " +
            bump.port + " " + bump.net + "\n";
  }
  return text;
}

std::string chiplet_text(const GenStack& stack, const GenChiplet& chiplet, const fs::path& folder) {
  const auto four = [](Unit width) {
    const std::string um = um_of(width);
    return "[" + um + ", " + um + ", " + um + ", " + um + "]";
  };
  std::string text = "  " + chiplet.name + ":\n    type: " + chiplet.type + "\n    design_area: [" +
                     um_of(chiplet.width) + ", " + um_of(chiplet.height) +
                     "]\n    thickness: " + um_of(chiplet.thickness) + "\n";
  if (chiplet.seal > 0) text += "    seal_ring_width: " + four(chiplet.seal) + "\n";
  if (chiplet.scribe > 0) text += "    scribe_line_remaining_width: " + four(chiplet.scribe) + "\n";
  if (!chiplet.regions.empty()) text += "    regions:\n";
  for (const GenRegion& region : chiplet.regions) {
    text += "      " + region.name + ":\n        side: " + region.side + "\n";
    if (region.has_map) {
      const std::string file = chiplet.name + "_" + region.name + ".bmap";
      text += "        bmap: " + file + "\n";
      write_file(folder / file, map_text(region));
    }
    text += "        coords: [[" + um_of(region.x1) + ", " + um_of(region.y1) + "], [" +
            um_of(region.x2) + ", " + um_of(region.y1) + "], [" + um_of(region.x2) + ", " +
            um_of(region.y2) + "], [" + um_of(region.x1) + ", " + um_of(region.y2) + "]]\n";
  }
  if (stack.with_lef || chiplet.with_def) text += "    external:\n";
  if (stack.with_lef) text += "      APR_tech_file: [tech.lef]\n      LEF_file: [bumps.lef]\n";
  if (chiplet.with_def) text += "      DEF_file: " + chiplet.name + ".def\n";
  return text;
}

/// A DEF that places the bumps where the map says, and gives pins and nets to the ports.
std::string def_text(const GenChiplet& chiplet) {
  const Unit half = 2 * kUm;  // bump cells are 4 x 4 um
  std::string components;
  std::size_t count = 0;
  std::map<std::string, std::string> nets;
  for (const GenRegion& region : chiplet.regions) {
    for (const GenBump& bump : region.bumps) {
      components += "- " + bump.name + " " + bump.cell + " + FIXED ( " +
                    std::to_string(bump.x - half + chiplet.def_shift_x) + " " +
                    std::to_string(bump.y - half + chiplet.def_shift_y) + " ) N ;\n";
      ++count;
      if (bump.port != "-") nets[bump.port] += " ( " + bump.name + " PAD )";
    }
  }
  std::string pins;
  std::string list;
  for (const auto& [port, bumps] : nets) {
    const bool supply = port.starts_with("V");
    pins += "- " + port + " + NET " + port + " + DIRECTION INOUT + USE " +
            (supply ? "POWER" : "SIGNAL") + " ;\n";
    list += "- " + port + " ( PIN " + port + " )" + bumps + " + USE " +
            (supply ? "POWER" : "SIGNAL") + " ;\n";
  }
  const auto section = [](const std::string& name, std::size_t n, const std::string& body) {
    return name + " " + std::to_string(n) + " ;\n" + body + "END " + name + "\n";
  };
  return "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN " + chiplet.name +
         " ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( " +
         std::to_string(full_width(chiplet)) + " " + std::to_string(full_height(chiplet)) +
         " ) ;\n" + section("COMPONENTS", count, components) + section("PINS", nets.size(), pins) +
         section("NETS", nets.size(), list) + "END DESIGN\n";
}

constexpr const char* kTechLef =
    "VERSION 5.8 ;\nUNITS\n  DATABASE MICRONS 2000 ;\nEND UNITS\nLAYER TOPM\n  TYPE ROUTING ;\n  "
    "DIRECTION HORIZONTAL ;\n"
    "  PITCH 4 ;\n  WIDTH 2 ;\nEND TOPM\nEND LIBRARY\n";
constexpr const char* kBumpLef =
    "VERSION 5.8 ;\nMACRO UB\n  CLASS COVER BUMP ;\n  ORIGIN 2 2 ;\n  SIZE 4 BY 4 ;\n  PIN PAD\n   "
    " DIRECTION INOUT ;\n"
    "    PORT\n      LAYER TOPM ;\n        RECT -1.5 -1.5 1.5 1.5 ;\n    END\n  END PAD\nEND "
    "UB\nEND LIBRARY\n";

/// Buses of a chiplet's ports: "a[3]" is bit 3 of a.
std::map<std::string, std::set<int>> buses_of(const std::vector<std::string>& ports) {
  std::map<std::string, std::set<int>> buses;
  for (const std::string& port : ports) {
    const std::size_t open = port.find('[');
    if (open == std::string::npos) {
      buses[port];
    } else {
      buses[port.substr(0, open)].insert(std::stoi(port.substr(open + 1)));
    }
  }
  return buses;
}

std::string escaped(const std::string& name) {
  return name.find('[') == std::string::npos ? name : "\\" + name + " ";
}

/// Modules with vector ports; the top joins their bits through escaped scalar wires.
std::string verilog_text(const GenStack& stack) {
  std::string text;
  for (const GenChiplet& chiplet : stack.chiplets) {
    std::string list;
    std::string declarations;
    for (const auto& [bus, bits] : buses_of(chiplet.ports)) {
      list += (list.empty() ? "" : ", ") + bus;
      declarations += "  inout " +
                      (bits.empty() ? "" : "[" + std::to_string(*bits.rbegin()) + ":0] ") + bus +
                      ";\n";
    }
    text += "module " + chiplet.name + " (" + list + ");\n" + declarations + "endmodule\n\n";
  }
  std::map<std::string, std::map<std::string, std::string>> by_instance;
  std::set<std::string> nets;
  for (const GenWire& wire : stack.wires) {
    by_instance[wire.instance][wire.port] = wire.net;
    nets.insert(wire.net);
  }
  std::string ports;
  std::string declarations;
  for (const std::string& port : stack.top_ports) {
    ports += (ports.empty() ? "" : ", ") + escaped(port);
    declarations += "  inout " + escaped(port) + ";\n";
    nets.erase(port);
  }
  for (const std::string& net : nets) declarations += "  wire " + escaped(net) + ";\n";
  const auto body = [&](const std::vector<GenInstance>& instances, const std::string& prefix) {
    std::string result;
    for (const GenInstance& instance : instances) {
      const auto pins = by_instance.find(prefix + instance.name);
      if (pins == by_instance.end()) continue;
      std::vector<std::string> names;
      for (const auto& [port, net] : pins->second) names.push_back(port);
      std::string list;
      for (const auto& [bus, bits] : buses_of(names)) {
        list += (list.empty() ? "." : ", .") + bus + "(";
        if (bits.empty()) {
          list += escaped(pins->second.at(bus));
        } else {
          list += "{";
          for (int bit = *bits.rbegin(); bit >= 0; --bit) {
            const auto net = pins->second.find(bus + "[" + std::to_string(bit) + "]");
            list += (bit == *bits.rbegin() ? "" : ", ") +
                    (net == pins->second.end() ? "1'bz" : escaped(net->second));
          }
          list += "}";
        }
        list += ")";
      }
      result += "  " + instance.chiplet + " " + instance.name + " (" + list + ");\n";
    }
    return result;
  };
  if (!stack.sub_place.name.empty()) {
    // The sub-assembly's module: every net of its dies is a port.
    std::set<std::string> inner;
    for (const GenWire& wire : stack.wires) {
      if (wire.instance.starts_with(stack.sub_place.name + "/")) inner.insert(wire.net);
    }
    std::string list;
    std::string lines;
    for (const std::string& net : inner) {
      list += (list.empty() ? "" : ", ") + escaped(net);
      lines += "  inout " + escaped(net) + ";\n";
    }
    text += "module " + stack.sub_place.chiplet + " (" + list + ");\n" + lines +
            body(stack.sub_instances, stack.sub_place.name + "/") + "endmodule\n\n";
    std::string connections;
    for (const std::string& net : inner) {
      connections += (connections.empty() ? "." : ", .") + escaped(net) + "(" + escaped(net) + ")";
    }
    declarations +=
        "  " + stack.sub_place.chiplet + " " + stack.sub_place.name + " (" + connections + ");\n";
  }
  return text + "module " + stack.design + " (" + ports + ");\n" + declarations +
         body(stack.instances, "") + "endmodule\n";
}

std::string assembly_text(const std::string& design, const std::vector<std::string>& includes,
                          bool netlist, const std::vector<GenInstance>& instances,
                          const std::vector<GenConnection>& connections) {
  std::string text = header(includes) + "Design:\n  name: " + design + "\n";
  if (netlist) text += "  external:\n    verilog_file: [top.v]\n";
  text += "ChipletInst:\n";
  for (const GenInstance& one : instances)
    text += "  " + one.name + ":\n    reference: " + one.chiplet + "\n";
  text += "Stack:\n";
  for (const GenInstance& one : instances) {
    text += "  " + one.name + ":\n    loc: [" + um_of(one.x) + ", " + um_of(one.y) +
            "]\n    z: " + um_of(one.z) + "\n    orient: " + one.orient + "\n";
  }
  if (!connections.empty()) text += "Connection:\n";
  for (const GenConnection& one : connections) {
    text += "  " + one.name + ":\n    top: " + one.top +
            "\n    bot: " + (one.bottom.empty() ? "\"~\"" : one.bottom) +
            "\n    thickness: " + um_of(one.thickness) + "\n";
  }
  return text;
}

std::string digest_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  return core::sha256_hex(bytes);
}

/// Digest of the pin map of a chiplet, as docs/formats/stack3d.md defines it.
std::string pin_map_digest(const GenChiplet& chiplet, const fs::path& folder) {
  std::vector<std::string> digests;
  for (const GenRegion& region : chiplet.regions) {
    if (region.has_map)
      digests.push_back(digest_of(folder / (chiplet.name + "_" + region.name + ".bmap")));
  }
  if (digests.size() == 1) return digests.front();
  std::string joined;
  for (const std::string& digest : digests) joined += digest + "\n";
  return digests.empty() ? "" : core::sha256_hex(joined);
}

fs::path write_project(const GenStack& stack, const fs::path& folder) {
  std::string text =
      "schema: sealring.stack/1\nstack: top.3dbx\nrules: rules.yaml\ndigests:\n  top.v: " +
      digest_of(folder / "top.v") + "\n";
  std::string signoff;
  for (const GenChiplet& chiplet : stack.chiplets) {
    if (!chiplet.with_def) continue;
    const std::string def = chiplet.name + ".def";
    text += "  " + def + ": " + digest_of(folder / def) + "\n";
    signoff += "  " + chiplet.name + ":\n    layout: " + def + "\n    decks:\n";
    std::string results;
    for (const char* kind : {"drc", "antenna", "lvs", "esd"}) {
      signoff += "      " + std::string(kind) + ": {name: deck_" + kind + ", revision: \"1.4\"}\n";
      const std::string file = chiplet.name + "_" + kind + ".yaml";
      write_file(folder / file,
                 "schema: sealring.signoff/1\nkind: " + std::string(kind) +
                     "\nsubject: " + chiplet.name + "\nlayout_sha256: " + digest_of(folder / def) +
                     "\npin_map_sha256: " + pin_map_digest(chiplet, folder) +
                     "\ndeck: {name: deck_" + kind +
                     ", revision: \"1.4\"}\nstatus: clean\nviolations: 0\nchecks_run: 120\n");
      results += (results.empty() ? "" : ", ") + file;
    }
    signoff += "    results: [" + results + "]\n";
  }
  write_file(folder / "stack.yaml", text + "signoff:\n" + signoff);
  return folder / "stack.yaml";
}

}  // namespace

fs::path write_stack(const GenStack& stack, const fs::path& folder) {
  fs::create_directories(folder);
  std::string dbv = header({}) + "ChipletDef:\n";
  for (const GenChiplet& chiplet : stack.chiplets) dbv += chiplet_text(stack, chiplet, folder);
  std::vector<std::string> includes{"chiplets.3dbv"};
  std::vector<GenInstance> instances = stack.instances;
  if (!stack.sub_place.name.empty()) {
    dbv += "  " + stack.sub_place.chiplet + ":\n    type: hier\n";
    write_file(folder / "pair.3dbx",
               assembly_text(stack.sub_place.chiplet, {"chiplets.3dbv"}, false, stack.sub_instances,
                             stack.sub_connections));
    includes.push_back("pair.3dbx");
    instances.push_back(stack.sub_place);
  }
  write_file(folder / "chiplets.3dbv", dbv);
  write_file(folder / "top.3dbx",
             assembly_text(stack.design, includes, true, instances, stack.connections));
  write_file(folder / "top.v", verilog_text(stack));
  if (stack.with_lef) {
    write_file(folder / "tech.lef", kTechLef);
    write_file(folder / "bumps.lef", kBumpLef);
  }
  for (const GenChiplet& chiplet : stack.chiplets) {
    if (chiplet.with_def) write_file(folder / (chiplet.name + ".def"), def_text(chiplet));
  }
  std::string rules = "schema: sealring.stack-rules/1\nrevision: \"1\"\n";
  if (!stack.mechanical.empty()) {
    rules += "mechanical: [";
    for (std::size_t i = 0; i < stack.mechanical.size(); ++i)
      rules += (i == 0 ? "" : ", ") + stack.mechanical[i];
    rules += "]\n";
  }
  std::string required;
  for (const GenChiplet& chiplet : stack.chiplets) {
    if (chiplet.with_def) required = "signoff: {required: [drc, antenna, lvs, esd]}\n";
  }
  write_file(folder / "rules.yaml", rules + required);
  if (stack.with_signoff) return write_project(stack, folder);
  return folder / "top.3dbx";
}

}  // namespace sealring::test
