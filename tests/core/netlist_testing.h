// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/netlist/netlist.h"
#include "core/netlist/verilog.h"

namespace sealring::testing {

/// A netlist read from text, with what was reported.
struct ReadNetlist {
  core::Netlist netlist;
  core::CollectingSink sink;
  bool good = false;

  const core::Module& module(std::string_view name) const { return *netlist.find(name); }
  /// Code ids in the order of the findings.
  std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const core::Finding& finding : sink.findings) out.emplace_back(finding.code->id);
    return out;
  }
  bool reported(std::string_view id) const {
    const auto all = codes();
    return std::find(all.begin(), all.end(), id) != all.end();
  }
  /// "file:line:col: message" of every finding, one per line.
  std::string messages() const {
    std::string out;
    for (const core::Finding& finding : sink.findings) {
      out += core::to_string(finding.location) + ": " + std::string(finding.code->id) + " " +
             finding.message + "\n";
    }
    return out;
  }
};

inline ReadNetlist read_text(std::string text, const core::VerilogOptions& options = {},
                             std::string name = "t.v") {
  ReadNetlist out;
  const core::InputFile file{.name = std::move(name), .text = std::move(text)};
  out.good = core::read_verilog(file, options, out.netlist, out.sink);
  return out;
}

/// An expression as text: "a, b[3:0], 2'b1x"; "?" for an opaque one.
inline std::string show(const core::Netlist& netlist, const core::Module& module,
                        core::PieceRange pieces) {
  std::string out;
  for (const core::Piece& piece : module.pieces_of(pieces)) {
    if (!out.empty()) out += ", ";
    switch (piece.kind) {
      case core::Piece::Kind::kNet: out += netlist.text(module.nets[piece.index].name); break;
      case core::Piece::Kind::kSelect:
        out += netlist.text(module.nets[piece.index].name);
        out += "[" + std::to_string(piece.first) +
               (piece.first == piece.last ? "" : ":" + std::to_string(piece.last)) + "]";
        break;
      case core::Piece::Kind::kConstant:
        out += std::to_string(piece.first) + "'b" + std::string(module.digits(piece));
        break;
      case core::Piece::Kind::kUnsized: out += "'b" + std::string(module.digits(piece)); break;
      case core::Piece::Kind::kOpaque: out += "?"; break;
    }
  }
  return out;
}

/// What an instance connects to `port` (or to the position "#0"), as text; "(none)" when it does not.
inline std::string connected(const ReadNetlist& read, std::string_view module_name,
                             std::string_view instance_name, std::string_view port) {
  const core::Module& module = read.module(module_name);
  const core::Instance* instance = read.netlist.find_instance(module, instance_name);
  if (instance == nullptr) return "(no instance)";
  std::size_t position = 0;
  for (const core::Connection& connection : module.connections_of(*instance)) {
    std::string name(read.netlist.text(connection.port));
    if (name.empty()) name = "#" + std::to_string(position++);
    if (name == port) return show(read.netlist, module, connection.pieces);
  }
  return "(none)";
}

}  // namespace sealring::testing
