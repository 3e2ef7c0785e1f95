// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// `sealring stack check` on generated stacks from 2,000 to 22 million bumps, as a user runs it (wall time and peak memory of
// the whole process); the readers alone in MB/s; and what a KLayout batch script needs for the alignment check alone. The
// largest size is left out when memory or disk do not allow it, which is said.
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "core/process/process.h"
#include "stack3d/readers/bump_map.h"
#include "tests/stack3d/stack_generator.h"
#include "tests/support/scratch.h"

namespace {

namespace fs = std::filesystem;
namespace core = sealring::core;
namespace test = sealring::test;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Run {
  double wall = 0;
  double cpu = 0;
  double megabytes = 0;
  int status = -1;
  std::string out;
};

Run run(std::vector<std::string> argv) {
  core::SystemProcessRunner runner;
  core::ProcessSpec spec;
  spec.argv = std::move(argv);
  const auto start = Clock::now();
  const auto result = runner.run(spec);
  Run row;
  row.wall = seconds_since(start);
  if (!result) return row;
  row.cpu = static_cast<double>(result->cpu.count()) / 1000;
  row.megabytes = static_cast<double>(result->peak_memory_bytes) / 1e6;
  row.status = result->exit_code;
  row.out = result->standard_output + result->standard_error;
  return row;
}

std::string header() {
  return "Header:\n  version: \"3\"\n  unit: micron\n  precision: 2000\n";
}

constexpr std::size_t kBusWidth = 500'000;

/// The netlist of a pair: buses of at most kBusWidth bits, and the supplies that have bumps.
std::string pair_netlist(std::size_t signals, const std::vector<std::string>& supplies) {
  std::string list;
  std::string supply_list;
  std::string connections;
  std::string directions;
  std::string wires;
  const auto add = [](std::string& to, const std::string& item) {
    to += (to.empty() ? "" : ", ") + item;
  };
  for (std::size_t first = 0; first < signals; first += kBusWidth) {
    const std::string bus = "d" + std::to_string(first / kBusWidth);
    const std::string range =
        "[" + std::to_string(std::min(kBusWidth, signals - first) - 1) + ":0] ";
    add(list, bus);
    directions += "  inout " + range + bus + ";\n";
    wires += "  wire " + range + "w_" + bus + ";\n";
    add(connections, "." + bus + "(w_" + bus + ")");
  }
  for (const std::string& supply : supplies) {
    add(list, supply);
    add(supply_list, supply);
    directions += "  inout " + supply + ";\n";
    wires += "  inout " + supply + ";\n";
    add(connections, "." + supply + "(" + supply + ")");
  }
  std::string text;
  for (const char* die : {"A", "B"})
    text += std::string("module ") + die + " (" + list + ");\n" + directions + "endmodule\n";
  return text + "module top (" + supply_list + ");\n" + wires + "  A u_a (" + connections +
         ");\n  B u_b (" + connections + ");\nendmodule\n";
}

/// Two dies of columns x rows bumps, face to face. The first `signals` bumps carry bits of buses, every 16th of the others
/// ground or one of nine supplies, the rest are dummy fill. Written line by line: a file of gigabytes needs no memory.
void write_pair(const fs::path& folder, std::size_t columns, std::size_t rows, std::size_t signals,
                test::Unit pitch) {
  const test::Unit width = static_cast<test::Unit>(columns + 1) * pitch;
  const test::Unit height = static_cast<test::Unit>(rows + 1) * pitch;
  std::vector<std::string> supplies;
  for (const bool upper : {false, true}) {
    std::ofstream map(folder / (upper ? "B.bmap" : "A.bmap"), std::ios::binary);
    std::string text;
    for (std::size_t i = 0; i < columns * rows; ++i) {
      const test::Unit x = static_cast<test::Unit>(i % columns + 1) * pitch;
      const test::Unit y = static_cast<test::Unit>(i / columns + 1) * pitch;
      std::string net = "-";
      if (i < signals) {
        net = "d" + std::to_string(i / kBusWidth) + "[" + std::to_string(i % kBusWidth) + "]";
      } else if (i % 16 == 0) {
        const std::size_t domain = i / 16 % 10;
        net = domain == 9 ? "VSS" : "VDD" + std::to_string(domain);
        if (std::find(supplies.begin(), supplies.end(), net) == supplies.end())
          supplies.push_back(net);
      }
      text += (upper ? "b" : "a") + std::to_string(i) + " UB " +
              test::um_of(upper ? width - x : x) + " " + test::um_of(y) + " " + net + " " + net +
              "\n";
      if (text.size() > (1U << 20U)) {
        map << text;
        text.clear();
      }
    }
    map << text;
  }
  std::string dbv = header() + "ChipletDef:\n";
  for (const char* name : {"A", "B"}) {
    const std::string w = test::um_of(width);
    const std::string h = test::um_of(height);
    dbv += std::string("  ") + name + ":\n    type: die\n    design_area: [" + w + ", " + h +
           "]\n    thickness: 50\n    regions:\n      " +
           "front:\n        side: front\n        bmap: " + name +
           ".bmap\n        coords: [[0, 0], [" + w + ", 0], [" + w + ", " + h + "], [0, " + h +
           "]]\n";
  }
  std::ofstream(folder / "dies.3dbv") << dbv;
  std::ofstream(folder / "top.3dbx")
      << header()
      << "  include: [dies.3dbv]\nDesign:\n  name: top\n  external:\n    verilog_file: "
         "top.v\nChipletInst:\n  u_a:\n    reference: "
         "A\n  u_b:\n    reference: B\nStack:\n  u_a:\n    loc: [0, 0]\n    z: 0\n    orient: R0\n "
         " u_b:\n    loc: [0, 0]\n    z: 60\n"
         "    orient: MZ_MY\nConnection:\n  c:\n    top: u_b.regions.front\n    bot: "
         "u_a.regions.front\n    thickness: 10\n";
  std::ofstream(folder / "top.v") << pair_netlist(signals, supplies);
}

void print_row(const char* name, std::size_t bumps, const Run& row, double limit_s,
               double limit_mb) {
  std::printf(
      "%-34s %10zu bumps  %8.2f s wall  %8.2f s cpu  %8.0f MB  %6.0f ns/bump  limit %5.1f s%s%s  "
      "exit %d%s\n",
      name, bumps, row.wall, row.cpu, row.megabytes, row.wall * 1e9 / static_cast<double>(bumps),
      limit_s,
      limit_mb > 0 ? (", " + std::to_string(static_cast<int>(limit_mb)) + " MB").c_str() : "",
      row.wall <= limit_s && (limit_mb <= 0 || row.megabytes <= limit_mb) ? "  within" : "  OVER",
      row.status, row.status == 0 ? "" : " (not clean)");
  std::fflush(stdout);
  if (row.status != 0) std::printf("%.400s\n", row.out.c_str());
}

Run check(const fs::path& file) {
  return run({SEALRING_BINARY, "stack", "check", file.string(), "--format", "concise"});
}

double pair(const char* name, std::size_t columns, std::size_t rows, std::size_t signals,
            double limit_s, double limit_mb, test::Unit pitch = 9 * test::kUm) {
  const sealring::testing::Scratch folder;
  write_pair(folder.path(), columns, rows, signals, pitch);
  const Run row = check(folder.path() / "top.3dbx");
  const std::size_t bumps = 2 * columns * rows;
  print_row(name, bumps, row, limit_s, limit_mb);
  return row.wall / static_cast<double>(bumps);
}

void system_of_ten() {
  const sealring::testing::Scratch folder;
  test::GenOptions options;
  options.signals = 78'000;
  options.supply_bumps = 40;
  const test::GenStack stack = test::interposer_system(options);
  std::size_t bumps = 0;
  for (const auto& chiplet : stack.chiplets) {
    for (const auto& region : chiplet.regions) bumps += region.bumps.size();
  }
  const Run row = check(test::write_stack(stack, folder.path()));
  print_row("interposer, 2 SoC, 8 memories", bumps, row, 4, 0);
}

/// The alignment check alone as a KLayout script: both maps as squares of one layer each, squares that meet no square of
/// the other layer are the misses.
void klayout_script() {
  if (!core::find_tool("klayout")) {
    std::printf("KLayout is not installed: no peer row\n");
    return;
  }
  const sealring::testing::Scratch folder;
  write_pair(folder.path(), 400, 250, 24'000, 9 * test::kUm);
  std::ofstream(folder.path() / "align.py")
      << "import pya\n"
         "def read(name, mirror, width):\n"
         "    r = pya.Region()\n"
         "    for line in open(name):\n"
         "        f = line.split()\n"
         "        x = round(float(f[2]) * 2000); y = round(float(f[3]) * 2000)\n"
         "        if mirror: x = width - x\n"
         "        r.insert(pya.Box(x - 2, y - 2, x + 2, y + 2))\n"
         "    return r\n"
         "w = 401 * 9 * 2000\n"
         "a = read('"
      << (folder.path() / "A.bmap").string()
      << "', False, w)\n"
         "b = read('"
      << (folder.path() / "B.bmap").string()
      << "', True, w)\n"
         "print('missing', a.not_interacting(b).count() + b.not_interacting(a).count())\n";
  ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
  const Run peer = run({"klayout", "-b", "-r", (folder.path() / "align.py").string()});
  const Run ours = check(folder.path() / "top.3dbx");
  std::printf(
      "KLayout script, alignment alone, 200000 bumps: %.2f s, %.0f MB (%s); sealring, every check: "
      "%.2f s, %.0f MB; ratio %.1f\n",
      peer.wall, peer.megabytes,
      peer.out.find("missing 0") != std::string::npos ? "0 missing" : peer.out.c_str(), ours.wall,
      ours.megabytes, peer.wall / ours.wall);
}

template <class Read>
void rate(const char* name, std::size_t bytes, Read read) {
  const auto start = Clock::now();
  const std::size_t objects = read();
  const double time = seconds_since(start);
  std::printf("%-34s %8.1f MB  %8.0f MB/s  (%zu objects)\n", name, static_cast<double>(bytes) / 1e6,
              static_cast<double>(bytes) / 1e6 / time, objects);
}

std::string def_text() {
  std::string text =
      "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 100000000 "
      "100000000 ) ;\nCOMPONENTS 400000 ;\n";
  for (int i = 0; i < 400'000; ++i) {
    text += "    - u_core/u_block_" + std::to_string(i % 977) + "/_" + std::to_string(i) +
            "_ NAND2_X1 + PLACED ( " + std::to_string(i * 13 % 90'000'000) + " " +
            std::to_string(i * 7 % 90'000'000) + " ) FS ;\n";
  }
  text +=
      "END COMPONENTS\nSPECIALNETS 1 ;\n    - VDD ( * VDD ) + USE POWER\n      + ROUTED metal1 340 "
      "+ SHAPE FOLLOWPIN ( 0 0 ) ( 90000000 * )\n";
  for (int i = 0; i < 200'000; ++i) {
    text += "      NEW metal" + std::to_string(1 + i % 7) + " 960 + SHAPE STRIPE ( " +
            std::to_string(i * 17) + " 0 ) ( * 90000000 )\n";
  }
  text += " ;\nEND SPECIALNETS\nNETS 200000 ;\n";
  for (int i = 0; i < 200'000; ++i) {
    const std::string a = std::to_string(i);
    text +=
        "    - n" + a + " ( u_core/u_block_" + std::to_string(i % 977) + "/_" + a +
        "_ A ) ( u_core/u_block_" + std::to_string((i + 1) % 977) + "/_" + std::to_string(i + 1) +
        "_ ZN ) + USE SIGNAL\n      + ROUTED metal2 ( " + a +
        " 100 ) ( * 5000 ) via2_5 ( 7000 * ) via3_2\n      NEW metal4 ( 7000 5000 ) ( * 9000 ) ;\n";
  }
  return text + "END NETS\nEND DESIGN\n";
}

std::string lef_text() {
  std::string text = "VERSION 5.8 ;\n";
  for (int i = 0; i < 30'000; ++i) {
    const std::string name = "CELL_" + std::to_string(i);
    text += "MACRO " + name + "\n  CLASS CORE ;\n  ORIGIN 0 0 ;\n  SIZE 1.9 BY 1.4 ;\n";
    for (const char* pin : {"A", "B", "ZN"}) {
      text += std::string("  PIN ") + pin +
              "\n    DIRECTION INPUT ;\n    USE SIGNAL ;\n    PORT\n      LAYER metal1 ;\n        "
              "RECT 0.125 0.325 0.25 0.95 ;\n"
              "        RECT 0.5 0.325 0.75 0.5 ;\n    END\n  END " +
              pin + "\n";
    }
    text += "END " + name + "\n";
  }
  return text + "END LIBRARY\n";
}

void readers() {
  core::CollectingSink sink;
  const core::InputFile def{"d.def", "d.def", "", def_text()};
  rate("DEF reader", def.text.size(), [&] {
    const auto read = core::lefdef::read_def(def, sink);
    return read->components.size() + read->wires.size() + read->nets.size();
  });
  const core::InputFile lef{"l.lef", "l.lef", "", lef_text()};
  rate("LEF reader", lef.text.size(), [&] {
    core::lefdef::Lef into;
    core::lefdef::read_lef(lef, into, sink);
    return into.macros.size();
  });
  std::string map;
  for (int i = 0; i < 2'000'000; ++i) {
    const std::string n = std::to_string(i);
    map += "bump_NET_" + n + "  BUMP  " + std::to_string(i % 1400 * 9) + ".5000  " +
           std::to_string(i / 1400 * 9) + ".0000  port_NET_" + n + "  NET_" + n + "\n";
  }
  const std::size_t bytes = map.size();
  core::InputFile file{"m.bmap", "m.bmap", "", std::move(map)};
  rate("bump map reader", bytes, [&] {
    sealring::stack3d::NamePool names;
    return sealring::stack3d::read_bump_map(std::move(file), "d.regions.r",
                                            {core::Rational(2000), {}}, names, sink)
        .bumps.size();
  });
  if (!sink.findings.empty())
    std::printf("the readers reported: %s\n", sink.findings[0].message.c_str());
}

bool enough_room(double gigabytes_disk, double gigabytes_memory) {
  struct statvfs disk{};
  const char* base = std::getenv("TMPDIR");
  if (::statvfs(base == nullptr ? "/tmp" : base, &disk) != 0) return false;
  const double free_gb =
      static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize) / 1e9;
  const double memory_gb = static_cast<double>(::sysconf(_SC_AVPHYS_PAGES)) *
                           static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e9;
  return free_gb > gigabytes_disk && memory_gb > gigabytes_memory;
}

}  // namespace

/// Without an argument every row; `bench_stack largest` the largest one alone.
int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "largest") {
    pair("1 cm2 at 3 um, 2 x 11 million", 3320, 3320, 2'000'000, 90, 6000, 3 * test::kUm);
    return 0;
  }
  std::printf("stack check, whole process:\n");
  pair("pair, 1000 bonds", 40, 25, 1000, 0.1, 0);
  pair("pair, 100000 bonds, 24000 nets", 400, 250, 24'000, 1, 0);
  system_of_ten();
  const double million = pair("1 cm2 at 9 um, 2 x 1.23 million", 1110, 1110, 1'000'000, 8, 1500);
  if (enough_room(3, 7)) {
    const double ten_million =
        pair("1 cm2 at 3 um, 2 x 11 million", 3320, 3320, 2'000'000, 90, 6000, 3 * test::kUm);
    std::printf("time per bump from 2.5 to 22 million bumps: x %.2f (limit x 2)\n",
                ten_million / million);
  } else {
    std::printf("2 x 11 million left out: it needs 3 GB of disk and 7 GB of free memory\n");
  }
  std::printf("readers alone, from memory:\n");
  readers();
  klayout_script();
  return 0;
}
