// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Device libraries, layer tables and rule files out of arbitrary YAML.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "esd/devices.h"
#include "esd/layers.h"
#include "esd/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  namespace esd = sealring::esd;
  static const std::filesystem::path kFile =
      std::filesystem::temp_directory_path() /
      ("sealring-fuzz-esd-" + std::to_string(::getpid()) + ".yaml");
  if (size < 2) return 0;
  {
    constexpr const char* kSchemas[] = {"devices", "layers", "rules"};
    std::ofstream out(kFile, std::ios::binary);
    out << "schema: sealring.esd." << kSchemas[data[0] % 3] << "/1\nrevision: r\n";
    out.write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  }
  core::CollectingSink sink;
  const core::InputReader reader(kFile.parent_path());
  const auto devices = data[0] % 3 == 0 ? esd::read_devices(reader, kFile, sink) : std::nullopt;
  const auto layers = data[0] % 3 == 1 ? esd::read_layers(reader, kFile, sink) : std::nullopt;
  const auto rules = data[0] % 3 == 2 ? esd::read_rules(reader, kFile, sink) : std::nullopt;
  if (!devices && !layers && !rules && sink.findings.empty()) std::abort();
  if (devices) {
    for (const esd::DeviceType& type : devices->types) {
      if (type.from_pin >= type.pins.size() || type.to_pin >= type.pins.size()) std::abort();
    }
  }
  return 0;
}
