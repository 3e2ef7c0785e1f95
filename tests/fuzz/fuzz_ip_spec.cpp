// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/yaml.h"
#include "sdcgen/readers/ip_spec.h"

/// An IP specification of any bytes: repetition, expressions, clocks and entries.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  namespace sdcgen = sealring::sdcgen;
  core::InputFile file;
  file.name = "phy.yaml";
  file.text.assign(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  core::YamlNode::Ptr tree = core::parse_yaml(file, sink);
  if (tree == nullptr) return 0;
  const sdcgen::Parameters given{{"lanes", {core::Rational(2), "fuzz", {}}}};
  sdcgen::read_ip_spec({"phy.yaml", "0", tree}, given, "phy0", sink);
  sdcgen::read_ip_spec({"phy.yaml", "0", tree}, {}, "phy0", sink);
  return 0;
}
