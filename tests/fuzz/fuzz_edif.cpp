// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "rapidwright_bridge/edif.h"

namespace {

namespace core = sealring::core;
namespace rwb = sealring::rapidwright_bridge;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  const auto source = rwb::memory_source(text);
  const rwb::EdifDigest digest = rwb::digest_edif(*source, "t.edf", sink);
  if (!digest.complete && sink.findings.empty()) std::abort();
  core::CollectingSink second;
  const auto netlist = rwb::read_edif(text, "t.edf", second);
  if (!netlist) {
    if (second.findings.empty()) std::abort();
    return 0;
  }
  std::uint64_t touched = 0;
  for (const auto& cell : netlist->cells()) {
    for (const auto& port : netlist->ports_of(cell)) touched += netlist->text(port.original).size();
    for (const auto& instance : netlist->instances_of(cell))
      touched += netlist->properties_of(instance.properties).size();
    for (const auto& net : netlist->nets_of(cell)) {
      for (const auto& pin : netlist->pins_of(net)) {
        if (pin.port != rwb::kNoIndex) touched += netlist->port(pin.port).width;
        if (pin.instance != rwb::kNoIndex)
          touched += netlist->text(netlist->instance(pin.instance).name).size();
      }
    }
  }
  return touched == ~std::uint64_t{0} ? 1 : 0;
}
