// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Device libraries, layer tables, rule files, bond tables and projects out of arbitrary YAML.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "esd/bonds.h"
#include "esd/devices.h"
#include "esd/layers.h"
#include "esd/project.h"
#include "esd/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  namespace esd = sealring::esd;
  static const std::filesystem::path kFile =
      std::filesystem::temp_directory_path() /
      ("sealring-fuzz-esd-" + std::to_string(::getpid()) + ".yaml");
  if (size < 2) return 0;
  const int kind = data[0] % 5;
  {
    constexpr const char* kHeads[] = {
        "schema: sealring.esd.devices/1\nrevision: r\n",
        "schema: sealring.esd.layers/1\nrevision: r\n",
        "schema: sealring.esd.rules/1\nrevision: r\n",
        "schema: sealring.esd.bonds/1\nrevision: r\n",
        "schema: sealring.esd/1\nname: n\nstack: s.3dbx\nrules: r.yaml\n"};
    std::ofstream out(kFile, std::ios::binary);
    out << kHeads[kind];
    out.write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  }
  core::CollectingSink sink;
  const core::InputReader reader(kFile.parent_path());
  const auto devices = kind == 0 ? esd::read_devices(reader, kFile, sink) : std::nullopt;
  const auto layers = kind == 1 ? esd::read_layers(reader, kFile, sink) : std::nullopt;
  const auto rules = kind == 2 ? esd::read_rules(reader, kFile, sink) : std::nullopt;
  const auto bonds = kind == 3 ? esd::read_bonds(reader, kFile, sink) : std::nullopt;
  const auto project = kind == 4 ? esd::read_project(reader, kFile, sink) : std::nullopt;
  if (!devices && !layers && !rules && !bonds && !project && sink.findings.empty()) std::abort();
  if (bonds && bonds->limits.rows.size() != bonds->bonds.size() + bonds->tsv.size()) std::abort();
  if (devices) {
    for (const esd::DeviceType& type : devices->types) {
      if (type.from_pin >= type.pins.size() || type.to_pin >= type.pins.size()) std::abort();
    }
  }
  return 0;
}
