// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/stack3d/stack_generator.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

namespace sealring::test {

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
  std::unordered_set<std::string> known(chiplet.ports.begin(), chiplet.ports.end());
  int number = 0;
  for (const Site& site : sites) {
    GenBump bump;
    bump.name = prefix + std::to_string(number++);
    unplace_point(at.orient, w, h, at.x, at.y, site.x, site.y, bump.x, bump.y);
    bump.port = site.net;
    bump.net = site.net;
    region.bumps.push_back(bump);
    if (known.insert(bump.port).second) chiplet.ports.push_back(bump.port);
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

}  // namespace sealring::test
