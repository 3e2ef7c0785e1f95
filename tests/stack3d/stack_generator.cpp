// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/stack3d/stack_generator.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "core/files/digest.h"

namespace sealring::test {

namespace fs = std::filesystem;

namespace {

/// x' = a x + b y + (e w + f h), and so on: written out from the table of orientations, offsets included.
struct Row {
  const char* orient;
  int xx, xy, yx, yy;  // matrix
  int xw, xh, yw, yh;  // offsets that bring the lower-left corner to the origin
};

constexpr Row kRows[] = {
    {"R0", 1, 0, 0, 1, 0, 0, 0, 0},     {"R90", 0, -1, 1, 0, 0, 1, 0, 0},
    {"R180", -1, 0, 0, -1, 1, 0, 0, 1}, {"R270", 0, 1, -1, 0, 0, 0, 1, 0},
    {"MX", 1, 0, 0, -1, 0, 0, 0, 1},    {"MY", -1, 0, 0, 1, 1, 0, 0, 0},
    {"MX_R90", 0, 1, 1, 0, 0, 0, 0, 0}, {"MY_R90", 0, -1, -1, 0, 0, 1, 1, 0},
};

const Row& row_of(const std::string& orient) {
  std::string flat = orient;
  if (flat == "MZ") flat = "R0";
  if (flat.starts_with("MZ_")) flat = flat.substr(3);
  for (const Row& row : kRows) {
    if (flat == row.orient) return row;
  }
  throw std::runtime_error("no such orientation: " + orient);
}

bool turned_over(const std::string& orient) {
  return orient.starts_with("MZ");
}

bool swaps(const std::string& orient) {
  return row_of(orient).xx == 0;
}

/// Full outline of a chiplet.
Unit full_width(const GenChiplet& chiplet) {
  return chiplet.width + 2 * (chiplet.seal + chiplet.scribe);
}
Unit full_height(const GenChiplet& chiplet) {
  return chiplet.height + 2 * (chiplet.seal + chiplet.scribe);
}

/// A bond to be made at a global point.
struct Site {
  Unit x = 0, y = 0;
  std::string net;
};

std::string ground() {
  return "VSS";
}
std::string power(int domain) {
  return "VDD" + std::to_string(domain);
}

/// Nets of a face: signals of one bus each 32 bits, then supplies.
std::vector<std::string> net_list(const GenOptions& options, const std::string& prefix) {
  std::vector<std::string> nets;
  for (int i = 0; i < options.signals; ++i) {
    nets.push_back(prefix + std::to_string(i / 32) + "[" + std::to_string(i % 32) + "]");
  }
  for (int i = 0; i < options.supply_bumps; ++i) {
    nets.push_back(ground());
    for (int d = 0; d < options.power_domains; ++d) nets.push_back(power(d));
  }
  return nets;
}

/// An irregular field: rows of a grid with a gap after every few columns, so that no motion maps it onto itself.
std::vector<Site> field(const std::vector<std::string>& nets, Unit x0, Unit y0, Unit pitch,
                        unsigned columns) {
  std::vector<Site> sites;
  for (std::size_t i = 0; i < nets.size(); ++i) {
    const auto column = static_cast<Unit>(i % columns);
    const auto line = static_cast<Unit>(i / columns);
    const Unit extra = column >= 3 ? pitch / 2 : 0;
    const Unit slant = line >= 2 ? pitch : 0;
    sites.push_back({x0 + column * pitch + extra, y0 + line * pitch + slant, nets[i]});
  }
  return sites;
}

unsigned columns_for(std::size_t count) {
  unsigned columns = 4;
  while (static_cast<std::size_t>(columns) * columns < count) ++columns;
  return columns;
}

/// Puts the sites as bumps into a region of a placed chiplet, in the chiplet's frame.
void add_bumps(GenChiplet& chiplet, const std::string& region_name, const std::string& side,
               const GenInstance& at, const std::vector<Site>& sites, const std::string& prefix) {
  GenRegion region;
  region.name = region_name;
  region.side = side;
  const Unit w = full_width(chiplet);
  const Unit h = full_height(chiplet);
  region.x2 = w;
  region.y2 = h;
  int number = 0;
  for (const Site& site : sites) {
    GenBump bump;
    bump.name = prefix + std::to_string(number++);
    unplace_point(at.orient, w, h, at.x, at.y, site.x, site.y, bump.x, bump.y);
    bump.port = site.net;
    bump.net = site.net;
    region.bumps.push_back(bump);
    if (std::find(chiplet.ports.begin(), chiplet.ports.end(), bump.port) == chiplet.ports.end()) {
      chiplet.ports.push_back(bump.port);
    }
  }
  chiplet.regions.push_back(std::move(region));
}

void wire_all(GenStack& stack, const std::string& instance, const GenChiplet& chiplet,
              const std::string& prefix) {
  for (const std::string& port : chiplet.ports) {
    const bool supply = port.starts_with("V");
    stack.wires.push_back({instance, port, supply ? port : prefix + port});
  }
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

GenChiplet& GenStack::chiplet(const std::string& name) {
  for (GenChiplet& one : chiplets) {
    if (one.name == name) return one;
  }
  throw std::runtime_error("no chiplet " + name);
}

GenInstance& GenStack::instance(const std::string& name) {
  for (auto* list : {&instances, &sub_instances}) {
    for (GenInstance& one : *list) {
      if (one.name == name) return one;
    }
  }
  throw std::runtime_error("no instance " + name);
}

GenRegion& GenStack::region(const std::string& chiplet_name, const std::string& region_name) {
  for (GenRegion& one : chiplet(chiplet_name).regions) {
    if (one.name == region_name) return one;
  }
  throw std::runtime_error("no region " + region_name);
}

std::string um_of(Unit length) {
  const bool negative = length < 0;
  const Unit size = negative ? -length : length;
  std::string text = (negative ? "-" : "") + std::to_string(size / kUm);
  Unit rest = size % kUm;
  if (rest == 0) return text;
  text += '.';
  while (rest != 0) {
    rest *= 10;
    text += static_cast<char>('0' + rest / kUm);
    rest %= kUm;
  }
  return text;
}

void place_point(const std::string& orient, Unit w, Unit h, Unit loc_x, Unit loc_y, Unit x, Unit y,
                 Unit& gx, Unit& gy) {
  const Row& row = row_of(orient);
  gx = row.xx * x + row.xy * y + row.xw * w + row.xh * h + loc_x;
  gy = row.yx * x + row.yy * y + row.yw * w + row.yh * h + loc_y;
}

void unplace_point(const std::string& orient, Unit w, Unit h, Unit loc_x, Unit loc_y, Unit gx,
                   Unit gy, Unit& x, Unit& y) {
  const Row& row = row_of(orient);
  const Unit dx = gx - loc_x - row.xw * w - row.xh * h;
  const Unit dy = gy - loc_y - row.yw * w - row.yh * h;
  x = row.xx * dx + row.yx * dy;
  y = row.xy * dx + row.yy * dy;
}

GenStack two_dies(const GenOptions& options) {
  GenStack stack;
  const std::vector<std::string> face = net_list(options, "d");
  const unsigned columns = columns_for(face.size());
  const Unit side = (static_cast<Unit>(columns) + 4) * options.pitch;
  GenChiplet interposer{"Interposer", "substrate", 3 * side, 2 * side, 100 * kUm};
  GenChiplet bottom{"Lower", "die", side, side, 50 * kUm};
  GenChiplet top{"Upper", "die", side, side, 60 * kUm};
  GenChiplet dummy{"Dummy", "die", side / 2, side, 110 * kUm};
  bottom.seal = top.seal = 2 * kUm;
  bottom.scribe = top.scribe = kUm;
  bottom.with_def = top.with_def = true;
  const Unit gap = 10 * kUm;
  const GenInstance base{"u_base", "Interposer", 0, 0, 0, "R0"};
  const GenInstance lower{"u_lower", "Lower", side / 2, side / 2, 100 * kUm + gap, "R0"};
  const GenInstance upper{"u_upper", "Upper", side / 2, side / 2, lower.z + 50 * kUm + gap,
                          "MZ_MY"};
  const GenInstance spacer{"u_dummy", "Dummy", 2 * side, side / 2, 100 * kUm + gap, "R0"};
  const auto up = field(face, side / 2 + 2 * options.pitch, side / 2 + 2 * options.pitch,
                        options.pitch, columns);
  add_bumps(bottom, "front", "front", lower, up, "f");
  add_bumps(top, "front", "front", upper, up, "b");
  GenOptions fewer = options;
  fewer.signals = std::max(4, options.signals / 4);
  const std::vector<std::string> down = net_list(fewer, "io");
  const auto sites = field(down, side / 2 + 2 * options.pitch, side / 2 + 2 * options.pitch,
                           options.pitch, columns);
  add_bumps(bottom, "back", "back", lower, sites, "t");
  add_bumps(interposer, "site", "front", base, sites, "p");
  GenRegion rest{"spacer_site",       "front", 2 * side, side / 2, 2 * side + side / 2,
                 2 * side - side / 2, {},      false};
  interposer.regions.push_back(rest);
  dummy.regions.push_back({"back", "back", 0, 0, side / 2, side, {}, false});
  interposer.regions.front().x1 = side / 4;
  interposer.regions.front().x2 = 2 * side - side / 4;
  stack.chiplets = {interposer, bottom, top, dummy};
  stack.instances = {base, lower, upper, spacer};
  stack.connections = {{"f2f", "u_upper.regions.front", "u_lower.regions.front", gap},
                       {"to_base", "u_lower.regions.back", "u_base.regions.site", gap},
                       {"glue", "u_dummy.regions.back", "u_base.regions.spacer_site", gap}};
  stack.mechanical = {"Dummy"};
  for (const std::string name : {"u_lower", "u_upper", "u_base"}) {
    wire_all(stack, name, stack.chiplet(stack.instance(name).chiplet), "n_");
  }
  for (const std::string& net : down) {
    const std::string name = net.starts_with("V") ? net : "n_" + net;
    if (std::find(stack.top_ports.begin(), stack.top_ports.end(), name) == stack.top_ports.end()) {
      stack.top_ports.push_back(name);
    }
  }
  return stack;
}

GenStack interposer_system(const GenOptions& options) {
  GenStack stack;
  const std::vector<std::string> orients{"MZ_MY", "R0",        "MZ_MX", "R90", "MZ_MX_R90",
                                         "R180",  "MZ_MY_R90", "R270",  "R0",  "MZ_MY"};
  GenOptions small = options;
  small.signals = options.signals / 5;
  GenChiplet interposer{"Interposer", "substrate", 0, 0, 100 * kUm};
  GenInstance base{"u_base", "Interposer", 0, 0, 0, "R0"};
  Unit x = 4 * options.pitch;
  Unit tallest = 0;
  std::vector<std::pair<GenInstance, std::vector<Site>>> placed;
  for (int i = 0; i < 10; ++i) {
    const bool soc = i < 2;
    const std::string name = soc ? "Soc" + std::to_string(i) : "Mem" + std::to_string(i - 2);
    const std::string bus = soc ? "s" : "m";
    // Every memory talks to one SoC: its signals are a part of that SoC's.
    std::vector<std::string> nets;
    if (soc) {
      for (int m = 0; m < 4; ++m) {
        const auto part = net_list(small, "x" + std::to_string(i * 4 + m) + "_");
        nets.insert(nets.end(), part.begin(), part.begin() + small.signals);
      }
      const auto supplies = net_list(small, "");
      nets.insert(nets.end(), supplies.begin() + small.signals, supplies.end());
    } else {
      nets = net_list(small, "x" + std::to_string(i - 2) + "_");
    }
    const unsigned columns = columns_for(nets.size());
    GenChiplet die{name, "die", (static_cast<Unit>(columns) + 6) * options.pitch,
                   (static_cast<Unit>(columns) + 9) * options.pitch, (soc ? 80 : 60) * kUm};
    die.with_def = soc;
    GenInstance at{"u_" + name,       name,      x,
                   3 * options.pitch, 110 * kUm, orients[static_cast<std::size_t>(i)]};
    const Unit gw = swaps(at.orient) ? full_height(die) : full_width(die);
    const Unit gh = swaps(at.orient) ? full_width(die) : full_height(die);
    const auto sites =
        field(nets, x + 2 * options.pitch, at.y + 2 * options.pitch, options.pitch, columns);
    add_bumps(die, "bond", turned_over(at.orient) ? "front" : "back", at, sites, "b");
    x += gw + 4 * options.pitch;
    tallest = std::max(tallest, gh);
    stack.chiplets.push_back(die);
    placed.emplace_back(at, sites);
  }
  interposer.width = x;
  interposer.height = tallest + 8 * options.pitch;
  for (const auto& [at, sites] : placed) {
    const GenChiplet& die = stack.chiplet(at.chiplet);
    add_bumps(interposer, "site_" + at.name, "front", base, sites, at.name + "_");
    GenRegion& region = interposer.regions.back();
    region.x1 = at.x - options.pitch;
    region.y1 = at.y - options.pitch;
    region.x2 = at.x + (swaps(at.orient) ? full_height(die) : full_width(die)) + options.pitch;
    region.y2 = at.y + (swaps(at.orient) ? full_width(die) : full_height(die)) + options.pitch;
    stack.connections.push_back(
        {"c_" + at.name, at.name + ".regions.bond", "u_base.regions.site_" + at.name, 10 * kUm});
    stack.instances.push_back(at);
  }
  stack.chiplets.push_back(interposer);
  stack.instances.push_back(base);
  for (const GenInstance& one : stack.instances)
    wire_all(stack, one.name, stack.chiplet(one.chiplet), "n_");
  return stack;
}

GenStack hierarchical(const GenOptions& options) {
  GenStack stack;
  const std::vector<std::string> face = net_list(options, "d");
  const unsigned columns = columns_for(face.size());
  const Unit w = (static_cast<Unit>(columns) + 5) * options.pitch;
  const Unit h = w + 3 * options.pitch;
  GenChiplet lower{"Lower", "die", w, h, 50 * kUm};
  GenChiplet upper{"Upper", "die", w, h, 60 * kUm};
  const Unit gap = 10 * kUm;
  const GenInstance in_lower{"u_lo", "Lower", 0, 0, 0, "R0"};
  const GenInstance in_upper{"u_hi", "Upper", 0, 0, 50 * kUm + gap, "MZ_MX"};
  const auto sites = field(face, 2 * options.pitch, 2 * options.pitch, options.pitch, columns);
  add_bumps(lower, "front", "front", in_lower, sites, "f");
  add_bumps(upper, "front", "front", in_upper, sites, "b");
  // The pair stands turned by 90 degrees on the interposer; its back face meets it.
  const GenInstance pair{"u_pair",           "Pair",    20 * options.pitch,
                         10 * options.pitch, 110 * kUm, "R90"};
  GenChiplet interposer{"Interposer", "substrate", h + 60 * options.pitch, w + 60 * options.pitch,
                        100 * kUm};
  GenOptions fewer = options;
  fewer.signals = std::max(4, options.signals / 4);
  const std::vector<std::string> nets = net_list(fewer, "io");
  std::vector<Site> down =
      field(nets, 2 * options.pitch, 2 * options.pitch, options.pitch, columns);
  add_bumps(lower, "back", "back", in_lower, down, "t");
  for (Site& site : down) {
    // (x, y) of the pair becomes (h - y, x) under R90 with the lowest corner at loc.
    const Unit gx = pair.x + h - site.y;
    const Unit gy = pair.y + site.x;
    site.x = gx;
    site.y = gy;
  }
  const GenInstance base{"u_base", "Interposer", 0, 0, 0, "R0"};
  add_bumps(interposer, "site", "front", base, down, "p");
  stack.chiplets = {lower, upper, interposer};
  stack.sub_instances = {in_lower, in_upper};
  stack.sub_connections = {{"f2f", "u_hi.regions.front", "u_lo.regions.front", gap}};
  stack.sub_place = pair;
  stack.instances = {base};
  stack.connections = {{"to_base", "u_pair/u_lo.regions.back", "u_base.regions.site", gap}};
  wire_all(stack, "u_pair/u_lo", stack.chiplet("Lower"), "n_");
  wire_all(stack, "u_pair/u_hi", stack.chiplet("Upper"), "n_");
  wire_all(stack, "u_base", stack.chiplet("Interposer"), "n_");
  return stack;
}

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
