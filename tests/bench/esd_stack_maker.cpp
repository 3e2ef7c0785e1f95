// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/bench/esd_stack_maker.h"

#include <array>
#include <fstream>
#include <utility>
#include <vector>

namespace sealring::bench {

namespace {

namespace fs = std::filesystem;

// One database unit is a nanometre. Strap i lies at i + 0.5 um and belongs to net i mod 10.
constexpr std::int64_t kUm = 1000;
constexpr std::uint32_t kCoarse = 10;  ///< every tenth strap of a net is doubled on the third layer
constexpr std::uint32_t kSignalGroup =
    5;  ///< of ten groups of straps, the one whose third layer carries signals
constexpr std::uint32_t kSignalTrack =
    5;  ///< the strap in that group under the signals: five above VDD0

void save(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string num(std::int64_t value) {
  return std::to_string(value);
}

std::string net_name(std::uint32_t net) {
  return net < kDomains ? "VDD" + num(net) : "VSS";
}

std::int64_t at(std::uint64_t strap) {
  return static_cast<std::int64_t>(strap) * kUm + kUm / 2;
}

std::string um(std::int64_t dbu) {
  return num(dbu / kUm) + (dbu % kUm == 0 ? "" : ".5");
}

struct Place {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

class StackMaker {
 public:
  StackMaker(const fs::path& folder, const StackSize& size)
      : folder_(folder), size_(size), straps_(std::uint64_t{size.straps} * kSupplies) {
    side_ = static_cast<std::int64_t>(straps_) * kUm;
    place_signals();
  }

  std::uint64_t write() {
    fs::create_directories(folder_);
    write_lef();
    write_stack();
    write_tables();
    const std::uint64_t bytes = write_def("logic", false) + write_def("memory", true);
    write_bump_maps();
    return bytes;
  }

 private:
  void place_signals() {
    std::vector<std::uint64_t> rows;
    for (std::uint64_t group = kSignalGroup; group < size_.straps; group += kCoarse)
      rows.push_back(group * kSupplies + kSignalTrack);
    const std::uint64_t per_row = (size_.signals + rows.size() - 1) / rows.size();
    const std::int64_t step = (side_ - 40 * kUm) / static_cast<std::int64_t>(per_row);
    for (std::uint32_t s = 0; s < size_.signals; ++s) {
      const auto column = static_cast<std::int64_t>(s / rows.size());
      const std::int64_t x = 20 * kUm + column * step / kUm * kUm;
      signals_.push_back({x, at(rows[s % rows.size()])});
    }
  }

  /// Where strap k of the third layer of a net has its bumps: `count` of them spread over all such straps.
  std::vector<Place> on_third_layer(std::uint32_t net, std::uint32_t count) const {
    std::vector<std::uint64_t> rows;
    for (std::uint64_t group = 0; group < size_.straps; group += kCoarse)
      rows.push_back(group * kSupplies + net);
    return spread(rows, count);
  }

  std::vector<Place> on_first_layer(std::uint32_t net, std::uint32_t count) const {
    std::vector<std::uint64_t> rows;
    for (std::uint64_t group = 2; group + 1 < size_.straps; group += kCoarse / 2)
      rows.push_back(group * kSupplies + net);
    return spread(rows, count);
  }

  std::vector<Place> spread(const std::vector<std::uint64_t>& rows, std::uint32_t count) const {
    std::vector<Place> places;
    const auto per_row = static_cast<std::int64_t>((count + rows.size() - 1) / rows.size());
    for (std::uint32_t k = 0; k < count; ++k) {
      const auto column = static_cast<std::int64_t>(k / rows.size());
      const std::int64_t x = (2 * column + 1) * side_ / (2 * per_row) / kUm * kUm;
      places.push_back({x, at(rows[k % rows.size()])});
    }
    return places;
  }

  void write_lef() {
    std::string text = "VERSION 5.8 ;\nUNITS\n  DATABASE MICRONS 1000 ;\nEND UNITS\n";
    const auto routing = [&](const std::string& name, const char* direction, const char* width,
                             const char* ohm) {
      text += "LAYER " + name + "\n  TYPE ROUTING ;\n  DIRECTION " + direction + " ;\n  WIDTH " +
              width + " ;\n  PITCH 1 ;\n  RESISTANCE RPERSQ " + ohm + " ;\nEND " + name + "\n";
    };
    const auto cut = [&](const std::string& name, const char* ohm) {
      text += "LAYER " + name + "\n  TYPE CUT ;\n  RESISTANCE " + std::string(ohm) + " ;\nEND " +
              name + "\n";
    };
    routing("M1", "HORIZONTAL", "0.4", "0.05");
    cut("V1", "1.5");
    routing("M2", "VERTICAL", "0.4", "0.04");
    cut("V2", "0.8");
    routing("M3", "HORIZONTAL", "0.4", "0.02");
    for (const char* level : {"1", "2"}) {
      const std::string n = level;
      const std::string above = n == "1" ? "2" : "3";
      text += "VIA VIA" + n + " DEFAULT\n  LAYER M" + n +
              " ;\n    RECT -0.2 -0.2 0.2 0.2 ;\n  LAYER V" + n +
              " ;\n    RECT -0.1 -0.1 0.1 0.1 ;\n  LAYER M" + above +
              " ;\n    RECT -0.2 -0.2 0.2 0.2 ;\nEND VIA" + n + "\n";
    }
    add_macros(text);
    save(folder_ / "dies.lef", text + "END LIBRARY\n");
  }

  static std::string pin(const std::string& name, const std::string& layer, std::int64_t y_um) {
    return "  PIN " + name + "\n    DIRECTION INOUT ;\n    PORT\n      LAYER " + layer +
           " ;\n        RECT 0.3 " + num(y_um) + " 0.7 " + num(y_um + 1) + " ;\n    END\n  END " +
           name + "\n";
  }

  /// Cells one um wide over ten straps; the strap of net n runs through [n, n + 1].
  static void add_cell(std::string& text, const std::string& name, const std::string& pins) {
    text += "MACRO " + name + "\n  CLASS CORE ;\n  ORIGIN 0 0 ;\n  SIZE 1 BY 10 ;\n" + pins +
            "END " + name + "\n";
  }

  static void add_macros(std::string& text) {
    for (std::uint32_t k = 0; k < kDomains; ++k)
      add_cell(text, "CLAMP" + num(k), pin("H", "M1", k) + pin("L", "M1", kDomains));
    for (const std::string kind : {"D2D", "ESD"}) {
      add_cell(text, kind + "_UP", pin("A", "M3", kSignalTrack) + pin("C", "M1", 0));
      add_cell(text, kind + "_DOWN", pin("G", "M1", kDomains) + pin("K", "M3", kSignalTrack));
    }
    for (const auto& [name, layer] :
         {std::pair("HB", "M3"), std::pair("TSV_PG", "M1"), std::pair("TSV_IO", "M3")}) {
      text += "MACRO " + std::string(name) +
              "\n  CLASS COVER BUMP ;\n  SIZE 0.8 BY 0.8 ;\n  PIN PAD\n    PORT\n      LAYER " +
              layer + " ;\n        RECT 0.2 0.2 0.6 0.6 ;\n    END\n  END PAD\nEND " + name + "\n";
    }
  }

  void write_stack() {
    const std::string side = um(side_);
    const std::string coords =
        "coords: [[0, 0], [" + side + ", 0], [" + side + ", " + side + "], [0, " + side + "]]";
    const auto die = [&](const std::string& name, const std::string& more) {
      return "  " + name + ":\n    type: die\n    design_area: [" + side + ", " + side +
             "]\n    thickness: 50\n    tsv: true\n    external: {LEF_file: [dies.lef], DEF_file: "
             "[" +
             name + ".def]}\n    regions:\n      front: {side: front, layer: M3, bmap: " + name +
             "_front.bmap, " + coords + "}\n" + more;
    };
    save(folder_ / "chiplets.3dbv",
         "Header: {version: \"3.0\", unit: micron, precision: 1000}\nChipletDef:\n" +
             die("logic", "      back: {side: back, bmap: logic_back.bmap, " + coords + "}\n") +
             die("memory", ""));
    save(folder_ / "stack.3dbx",
         "Header:\n  version: \"3.0\"\n  unit: micron\n  precision: 1000\n  include: "
         "[chiplets.3dbv]\nDesign: {name: tiers}\n"
         "ChipletInst:\n  u_logic: {reference: logic}\n  u_memory: {reference: memory}\nStack:\n  "
         "u_logic: {loc: [0, 0], z: 0, "
         "orient: R0}\n  u_memory: {loc: [0, 0], z: 50, orient: MZ_MY}\nConnection:\n  "
         "face_to_face: {top: u_memory.regions.front, "
         "bot: u_logic.regions.front, thickness: 0}\n  package: {top: u_logic.regions.back, bot: "
         "~, thickness: 0}\n");
  }

  void write_bump_maps() {
    std::string logic;
    std::string memory;
    std::string back;
    const auto bump = [&](std::string& map, const std::string& name, const char* cell,
                          const Place& place, const std::string& net) {
      map +=
          name + " " + cell + " " + um(place.x) + " " + um(place.y) + " " + net + " " + net + "\n";
    };
    const auto mirrored = [&](const Place& place) { return Place{side_ - place.x, place.y}; };
    for (std::uint32_t s = 0; s < size_.signals; ++s) {
      bump(logic, "s" + num(s), "HB", signals_[s], "d" + num(s));
      bump(memory, "s" + num(s), "HB", mirrored(signals_[s]), "d" + num(s));
      if (s < size_.inputs)
        bump(back, "i" + num(s), "TSV_IO", {signals_[s].x + 2 * kUm, signals_[s].y}, "d" + num(s));
    }
    for (std::uint32_t net = 0; net < kSupplies; ++net) {
      std::uint32_t k = 0;
      for (const Place& place : on_third_layer(net, 2 * size_.bumps)) {
        const std::string name = "p" + num(net) + "_" + num(k++);
        bump(logic, name, "HB", place, net_name(net));
        bump(memory, name, "HB", mirrored(place), net_name(net));
      }
      k = 0;
      for (const Place& place : on_first_layer(net, size_.bumps))
        bump(back, "b" + num(net) + "_" + num(k++), "TSV_PG", place, net_name(net));
    }
    save(folder_ / "logic_front.bmap", logic);
    save(folder_ / "memory_front.bmap", memory);
    save(folder_ / "logic_back.bmap", back);
  }

  std::uint64_t write_def(const std::string& name, bool upper) {
    std::string text = "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN " + name +
                       " ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( " + num(side_) + " " +
                       num(side_) + " ) ;\n";
    add_components(text, upper);
    text += "PINS " + num(kSupplies + size_.signals) + " ;\n";
    for (std::uint32_t net = 0; net < kSupplies; ++net) {
      text += "- " + net_name(net) + " + NET " + net_name(net) + " + DIRECTION INOUT + USE " +
              (net < kDomains ? "POWER" : "GROUND") + " ;\n";
    }
    for (std::uint32_t s = 0; s < size_.signals; ++s)
      text += "- d" + num(s) + " + NET d" + num(s) + " + DIRECTION INOUT + USE SIGNAL ;\n";
    text += "END PINS\nSPECIALNETS " + num(kSupplies) + " ;\n";
    std::ofstream file(folder_ / (name + ".def"), std::ios::binary);
    std::uint64_t bytes = text.size();
    file << text;
    for (std::uint32_t net = 0; net < kSupplies; ++net) {
      text.clear();
      add_supply(text, net);
      bytes += text.size();
      file << text;
    }
    text = "END SPECIALNETS\nNETS " + num(size_.signals) + " ;\n";
    for (std::uint32_t s = 0; s < size_.signals; ++s) {
      const std::int64_t x = upper ? side_ - signals_[s].x : signals_[s].x;
      text += "- d" + num(s) + " ( PIN d" + num(s) + " ) ( up" + num(s) + " A ) ( dn" + num(s) +
              " K ) + USE SIGNAL\n  + ROUTED M3 ( " + num(x) + " " + num(signals_[s].y) + " ) ( " +
              num(x + 5 * kUm) + " * ) ;\n";
    }
    text += "END NETS\nEND DESIGN\n";
    bytes += text.size();
    file << text;
    return bytes;
  }

  void add_components(std::string& text, bool upper) {
    const std::uint32_t clamps = kDomains * size_.clamps;
    text += "COMPONENTS " + num(2 * size_.signals + clamps) + " ;\n";
    const auto component = [&](const std::string& name, const std::string& macro, std::int64_t x,
                               std::int64_t y) {
      text += "- " + name + " " + macro + " + PLACED ( " + num(x) + " " + num(y) + " ) N ;\n";
    };
    for (std::uint32_t s = 0; s < size_.signals; ++s) {
      const std::int64_t x = (upper ? side_ - signals_[s].x : signals_[s].x) - kUm / 2;
      const std::int64_t y = signals_[s].y - kUm / 2 - kSignalTrack * kUm;
      const std::string kind = s < size_.inputs && upper ? "ESD" : "D2D";
      component("up" + num(s), kind + "_UP", x + 3 * kUm, y);
      component("dn" + num(s), kind + "_DOWN", x + 4 * kUm, y);
    }
    for (std::uint32_t domain = 0; domain < kDomains; ++domain) {
      std::uint32_t k = 0;
      for (const Place& place : on_first_layer(domain, size_.clamps)) {
        component("cl" + num(domain) + "_" + num(k++), "CLAMP" + num(domain),
                  place.x - kUm / 2 + 7 * kUm,
                  place.y - kUm / 2 - static_cast<std::int64_t>(domain) * kUm);
      }
    }
    text += "END COMPONENTS\n";
  }

  void add_supply(std::string& text, std::uint32_t net) {
    text += "- " + net_name(net);
    for (std::uint32_t k = 0; net < kDomains && k < size_.clamps; ++k)
      text += " ( cl" + num(net) + "_" + num(k) + " H )";
    if (net == 0) text += " ( * C )";
    if (net == kDomains) text += " ( * L ) ( * G )";
    text += std::string(" + USE ") + (net < kDomains ? "POWER" : "GROUND") + "\n";
    bool first = true;
    const auto route = [&](const std::string& what) {
      text += (first ? "  + ROUTED " : "  NEW ") + what;
      first = false;
    };
    for (std::uint64_t g = 0; g < size_.straps; ++g) {
      const std::string track = num(at(g * kSupplies + net));
      route("M1 400 + SHAPE STRIPE ( 0 " + track + " ) ( " + num(side_) + " * )\n");
      route("M2 400 + SHAPE STRIPE ( " + track + " 0 ) ( * " + num(side_) + " )\n");
      if (g % kCoarse == 0)
        route("M3 800 + SHAPE STRIPE ( 0 " + track + " ) ( " + num(side_) + " * )\n");
    }
    for (std::uint64_t row = 0; row < size_.straps; ++row) {
      const std::string y = num(at(row * kSupplies + net));
      for (std::uint64_t column = 0; column < size_.straps; ++column) {
        const std::string place = " ( " + num(at(column * kSupplies + net)) + " " + y + " ) ";
        route("M1 0" + place + "VIA1\n");
        if (row % kCoarse == 0) route("M2 0" + place + "VIA2\n");
      }
    }
    text += " ;\n";
  }

  void write_tables() {
    save(folder_ / "bonds.yaml", R"(schema: sealring.esd.bonds/1
revision: b1
bonds:
  - {name: hb, interface: face_to_face, class: bond, resistance: 20 mohm, limit: 100 A, team: stacking}
  - {name: c4, interface: package, class: bump, resistance: 5 mohm, limit: 100 A, team: package}
tsv:
  - {name: tsv_pg, tier: u_logic, region: back, cells: [TSV_PG], layer: M1, class: tsv, resistance: 50 mohm, limit: 100 A, team: logic}
  - {name: tsv_io, tier: u_logic, region: back, cells: [TSV_IO], layer: M3, class: tsv, resistance: 50 mohm, limit: 100 A, team: logic}
)");
    save(folder_ / "layers.yaml", R"(schema: sealring.esd.layers/1
revision: l1
layers:
  - {name: M1, class: metal, unlimited: true}
  - {name: M2, class: metal, unlimited: true}
  - {name: M3, class: metal, unlimited: true}
  - {name: V1, class: via, unlimited: true}
  - {name: V2, class: via, unlimited: true}
)");
    std::string cells;
    for (std::uint32_t k = 0; k < kDomains; ++k) cells += (k == 0 ? "" : ", ") + ("CLAMP" + num(k));
    save(folder_ / "devices.yaml",
         "schema: sealring.esd.devices/1\nrevision: d1\ndevices:\n  - {name: rail_clamp, kind: "
         "clamp, cells: [" +
             cells + "], pins: [H, L], conducts: H -> L, ron: 0.5 ohm, v_hold: 1 V}\n" +
             diode("d2d_up", "D2D_UP", "A", "C") + diode("d2d_down", "D2D_DOWN", "G", "K") +
             diode("esd_up", "ESD_UP", "A", "C") + diode("esd_down", "ESD_DOWN", "G", "K"));
    save(folder_ / "rules.yaml", R"(schema: sealring.esd.rules/1
revision: r1
groups:
  - {name: external, current: 1.33 A}
  - {name: d2d, current: 0.1 A}
rules: []
path_types:
  - {type: hybrid-bond, id: P1, interface: face_to_face, limit: 1 kohm, operator: "<"}
  - {type: d2d-signal, id: P2, interface: face_to_face, devices: [{type: d2d_up, pin: A}], limit: 1 kohm, operator: "<=", every: false}
  - {type: signal-to-upper, id: P3, tier: u_memory, pads: {group: external, kind: signal}, devices: [{type: esd_up, pin: A}], limit: 1 kohm, operator: "<="}
  - {type: supply-to-lower-clamps, id: P4, tier: u_logic, pads: {group: external}, devices: [{type: rail_clamp}], limit: 1 kohm, operator: "<="}
  - {type: supply-to-upper-clamps, id: P5, tier: u_memory, pads: {group: external}, devices: [{type: rail_clamp}], limit: 1 kohm, operator: "<="}
  - {type: supply-to-both, id: P6, tiers: [u_logic, u_memory], pads: {group: external}, devices: [{type: rail_clamp}], limit: 1 kohm, operator: "<="}
)");
    save(folder_ / "esd.yaml", R"(schema: sealring.esd/1
name: tiers
stack: stack.3dbx
bonds: bonds.yaml
tiers:
  u_logic: {team: logic, extract: def}
  u_memory: {team: memory, extract: def}
layers: layers.yaml
devices: devices.yaml
rules: rules.yaml
)");
  }

  static std::string diode(const std::string& name, const std::string& cell,
                           const std::string& from, const std::string& to) {
    return "  - {name: " + name + ", kind: diode, cells: [" + cell + "], pins: [" + from + ", " +
           to + "], conducts: " + from + " -> " + to + ", ron: 1 ohm, v_hold: 0.7 V}\n";
  }

  fs::path folder_;
  StackSize size_;
  std::uint64_t straps_;
  std::int64_t side_ = 0;
  std::vector<Place> signals_;
};

}  // namespace

std::uint64_t write_esd_stack(const fs::path& folder, const StackSize& size) {
  return StackMaker(folder, size).write();
}

}  // namespace sealring::bench
