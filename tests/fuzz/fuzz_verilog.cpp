// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/netlist/bits.h"
#include "core/netlist/check.h"
#include "core/netlist/resolve.h"
#include "core/netlist/verilog.h"

namespace {

namespace core = sealring::core;

/// Every index of the model stays inside it.
void walk(const core::Netlist& netlist) {
  for (const core::Module& module : netlist.modules) {
    for (const core::Piece& piece : module.pieces) {
      const bool net =
          piece.kind == core::Piece::Kind::kNet || piece.kind == core::Piece::Kind::kSelect;
      if (net && piece.index >= module.nets.size()) std::abort();
      const bool constant =
          piece.kind == core::Piece::Kind::kConstant || piece.kind == core::Piece::Kind::kUnsized;
      if (constant && module.digits(piece).size() != static_cast<std::size_t>(piece.first))
        std::abort();
    }
    for (const core::Instance& instance : module.instances) {
      if (netlist.locate(instance.place).line == 0) std::abort();
      for (const core::Connection& connection : module.connections_of(instance)) {
        if (connection.pieces.first + connection.pieces.count > module.pieces.size()) std::abort();
      }
      if (instance.name != core::Symbol::kNone &&
          module.find_instance(instance.name) == core::kNoIndex)
        std::abort();
    }
    std::uint64_t bits = 0;
    for (const core::Net& net : module.nets) bits += net.width();
    if (bits < 100000) core::NetBits{module};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  core::CollectingSink sink;
  core::Netlist netlist;
  const core::InputFile file{.name = "t.v",
                             .text = std::string(reinterpret_cast<const char*>(data), size)};
  const bool good = core::read_verilog(file, {.defines = {{"A", "b"}}}, netlist, sink);
  // What is not read is never silent.
  if (!good && sink.findings.empty()) std::abort();
  if (good && netlist.modules.empty()) std::abort();
  walk(netlist);
  core::check_netlist(netlist, sink);
  if (!netlist.modules.empty()) {
    const std::string_view text(file.text);
    core::resolve(netlist, netlist.modules.front(), text.substr(0, 64));
    core::resolve(netlist, netlist.modules.front(), text.substr(size / 2, 64));
  }
  return 0;
}
