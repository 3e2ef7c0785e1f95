// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/lefdef/lef.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  core::CollectingSink sink;
  const core::InputFile file{"t.lef", "t.lef", "",
                             std::string(reinterpret_cast<const char*>(data), size)};
  core::lefdef::Lef lef;
  const bool ok = core::lefdef::read_lef(file, lef, sink);
  if (!ok && sink.findings.empty()) std::abort();
  for (const auto& [name, macro] : lef.macros) {
    for (const auto& pin : macro.pins) {
      for (const auto& port : pin.ports) {
        for (const auto& shape : port.shapes) {
          const auto box = shape.box();
          if (box.low.x > box.high.x) std::abort();
        }
      }
    }
  }
  return 0;
}
