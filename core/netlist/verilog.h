// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/netlist/netlist.h"

namespace sealring::core {

/// How a Verilog file is read.
struct VerilogOptions {
  /// Macros set before the file begins (`-DUSE_POWER_PINS` is {"USE_POWER_PINS", ""}).
  std::map<std::string, std::string> defines;
  /// Syntax findings listed per file; beyond this one finding states how many more there were.
  std::uint64_t max_syntax_findings = 200;
  /// Objects of one kind in one module.
  std::uint64_t max_objects = 4'000'000'000;
};

/// Reads one file of structural Verilog (IEEE 1364-2005) and adds its modules to `into`; call it once per file
/// for a netlist in several files. Every problem is reported (IO-03xx) at its place and the reader goes on at the
/// next ';' or endmodule; what was lost is marked `incomplete` in its module. False when any error was reported.
///
/// Read: ANSI and non-ANSI port lists, vectors, nets of every kind, instances (named, positional, open and
/// implicit connections, parameter overrides), gate primitives, assigns, concatenation, replication, selects,
/// constants, escaped names, attributes, `define without arguments, `ifdef. Skipped by design: specify blocks.
/// Never dropped in silence: behavioural text, generate, functions, arrays of instances, `include (IO-0303).
bool read_verilog(const InputFile& file, const VerilogOptions& options, Netlist& into, Sink& sink);

/// The same for one file with default options; nothing when it holds no module at all.
std::optional<Netlist> read_verilog(const InputFile& file, Sink& sink);

}  // namespace sealring::core
