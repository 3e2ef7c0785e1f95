// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Reading a DEF with a supply grid and extracting its resistor network. Arguments: none, or the number of nodes wanted.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "esd/extract.h"

namespace {

namespace core = sealring::core;
namespace esd = sealring::esd;
using Tick = std::chrono::steady_clock;

double since(Tick::time_point start) {
  return std::chrono::duration<double>(Tick::now() - start).count();
}

std::string technology() {
  std::string text = "UNITS\n  DATABASE MICRONS 1000 ;\nEND UNITS\n";
  for (int k = 1; k <= 4; ++k) {
    const std::string n = std::to_string(k);
    text += "LAYER m" + n + "\n  TYPE ROUTING ;\n  DIRECTION " +
            (k % 2 == 1 ? "HORIZONTAL" : "VERTICAL") +
            " ;\n  WIDTH 0.1 ;\n  RESISTANCE RPERSQ 0.2 ;\nEND m" + n + "\n";
    if (k < 4) text += "LAYER v" + n + "\n  TYPE CUT ;\n  RESISTANCE 4 ;\nEND v" + n + "\n";
  }
  return text + "END LIBRARY\n";
}

/// A grid of `side` by `side` crossings: rails of m1, a stack of vias to m4 straps at each crossing, m3 straps.
std::string grid(int side) {
  std::string text = "VERSION 5.8 ;\nDESIGN g ;\nUNITS DISTANCE MICRONS 1000 ;\nVIAS 3 ;\n";
  for (int k = 1; k <= 3; ++k) {
    const std::string n = std::to_string(k);
    text += "- via" + n + "_480x170 + VIARULE Array-" + n + " + CUTSIZE 70 70 + LAYERS m" + n +
            " v" + n + " m" + std::to_string(k + 1) +
            " + CUTSPACING 80 80 + ENCLOSURE 55 50 55 50 + ROWCOL 1 3 ;\n";
  }
  text +=
      "END VIAS\nSPECIALNETS 1 ;\n- VDD ( * VDD ) + USE POWER\n  + ROUTED m1 340 + SHAPE FOLLOWPIN "
      "( 0 0 ) ( 100 0 )\n";
  const auto at = [](int k) { return std::to_string(2000 * (k + 1)); };
  const std::string far = std::to_string(2000 * (side + 1));
  for (int k = 0; k < side; ++k) {
    for (const char* layer : {"m1", "m3"})
      text += "    NEW " + std::string(layer) + " 480 + SHAPE FOLLOWPIN ( 0 " + at(k) + " ) ( " +
              far + " " + at(k) + " )\n";
    text += "    NEW m4 960 + SHAPE STRIPE ( " + at(k) + " 0 ) ( " + at(k) + " " + far + " )\n";
  }
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      for (int k = 1; k <= 3; ++k)
        text += "    NEW m" + std::to_string(k) + " 0 + SHAPE STRIPE ( " + at(x) + " " + at(y) +
                " ) via" + std::to_string(k) + "_480x170\n";
    }
  }
  return text + "  ;\nEND SPECIALNETS\nEND DESIGN\n";
}

/// Many small regular nets: a few wires and vias each, a bump at one end.
std::string small_nets(int count) {
  std::string text =
      "VERSION 5.8 ;\nDESIGN s ;\nUNITS DISTANCE MICRONS 1000 ;\nVIAS 1 ;\n- v12 + RECT m1 ( -50 "
      "-50 ) ( 50 50 ) + "
      "RECT m2 ( -50 -50 ) ( 50 50 ) + RECT v1 ( -35 -35 ) ( 35 35 ) ;\nEND VIAS\nNETS " +
      std::to_string(count) + " ;\n";
  for (int k = 0; k < count; ++k) {
    const int x = 20000 * (k % 200);
    const int y = 20000 * (k / 200);
    const auto at = [&](int dx, int dy) {
      return "( " + std::to_string(x + dx) + " " + std::to_string(y + dy) + " )";
    };
    text += "- s" + std::to_string(k) + " ( PIN p ) + ROUTED m1 " + at(0, 0) + " " + at(2000, 0) +
            " v12\n";
    for (int step = 1; step < 8; ++step)
      text += "  NEW m2 " + at(2000 * step, 1000 * (step - 1)) + " " +
              at(2000 * step, 1000 * step) + " v12 " + at(2000 * (step + 1), 1000 * step) +
              " v12\n";
    text += "  ;\n";
  }
  return text + "END NETS\nEND DESIGN\n";
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void run(int side, int times) {
  core::CollectingSink sink;
  core::lefdef::Lef lef;
  core::lefdef::read_lef({"g.lef", "g.lef", "", technology()}, lef, sink);
  const core::InputFile file{"g.def", "g.def", "", grid(side)};
  double read = 1e9;
  double extract = 1e9;
  std::size_t nodes = 0;
  std::size_t elements = 0;
  for (int k = 0; k < times; ++k) {
    const auto start = Tick::now();
    auto def = core::lefdef::read_def(file, sink);
    core::lefdef::resolve_layers(*def, lef);
    const double reading = since(start);
    const auto next = Tick::now();
    const auto result = esd::extract(*def, lef, {}, {}, sink);
    const double extracting = since(next);
    if (!result) {
      std::printf("not extracted: %s\n", sink.findings.front().message.c_str());
      return;
    }
    if (reading + extracting < read + extract) {
      read = reading;
      extract = extracting;
    }
    nodes = result->network.nodes.size();
    elements = result->network.elements.size();
  }
  const double mb = static_cast<double>(file.text.size()) / 1e6;
  std::printf(
      "%9zu nodes, %9zu elements, %6.1f MB of DEF: reading %.2f s, extraction %.2f s, %.1f MB/s, "
      "%.2f us per node, peak "
      "%.0f MiB\n",
      nodes, elements, mb, read, extract, mb / (read + extract),
      1e6 * (read + extract) / static_cast<double>(nodes), peak_mib());
}

void run_small(int count) {
  core::CollectingSink sink;
  core::lefdef::Lef lef;
  core::lefdef::read_lef({"g.lef", "g.lef", "", technology()}, lef, sink);
  const core::InputFile file{"s.def", "s.def", "", small_nets(count)};
  const auto start = Tick::now();
  auto def = core::lefdef::read_def(file, sink);
  core::lefdef::resolve_layers(*def, lef);
  const double reading = since(start);
  esd::ExtractOptions options;
  std::vector<esd::Touch> touches;
  for (int k = 0; k < count; ++k) {
    options.nets.push_back("s" + std::to_string(k));
    const core::lefdef::Point at = {20000 * (k % 200), 20000 * (k / 200)};
    touches.push_back(
        {options.nets.back(), "m1", {{at.x - 50, at.y - 50}, {at.x + 50, at.y + 50}}, "bump", {}});
  }
  for (int k = 0; k < count; ++k)
    touches[static_cast<std::size_t>(k)].net = options.nets[static_cast<std::size_t>(k)];
  const auto next = Tick::now();
  const auto result = esd::extract(*def, lef, touches, options, sink);
  const double extracting = since(next);
  if (!result) {
    std::printf("not extracted: %s\n", sink.findings.front().message.c_str());
    return;
  }
  const double mb = static_cast<double>(file.text.size()) / 1e6;
  std::printf(
      "%d nets with a bump each, %u nodes, %.1f MB of DEF: reading %.2f s, extraction %.2f s, %.1f "
      "MB/s\n",
      count, result->network.nodes.size(), mb, reading, extracting, mb / (reading + extracting));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    int side = 1;
    while (4 * side * side < std::atoi(argv[1])) ++side;
    run(side, 1);
    return 0;
  }
  run_small(24'000);
  for (const int side : {50, 160, 500}) run(side, side > 200 ? 3 : 5);
  return 0;
}
