// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rapidwright_bridge/pblock.h"

namespace sealring::rapidwright_bridge {

/// What the constraint text of a module says. Tcl is split into commands, never run.
struct XdcFacts {
  std::vector<std::string> circuit;  ///< commands that belong to the circuit, canonical, sorted
  std::vector<std::string>
      implementation;  ///< commands about place and margin (pblocks, LOC, HD.CLK_SRC, uncertainty)
  std::vector<std::pair<std::string, std::string>>
      clocks;                              ///< name (or source), period in ns as written
  std::vector<std::string> clock_sources;  ///< HD.CLK_SRC sites
  std::vector<std::string> uncertainties;  ///< setup uncertainty values in order
  std::vector<Pblock> pblocks;
  std::string circuit_digest() const;  ///< sha256 over `circuit`
};

/// Adds the commands of one constraint text. Comments, blank lines, `src_info` and file properties carry where the
/// constraint was written and are left out.
void read_xdc(std::string_view text, const std::string& shown, XdcFacts& facts);

/// Splits Tcl text into commands: newlines and semicolons outside quotes, braces and brackets end one; a backslash at
/// the end of a line joins lines; blanks between words become one.
std::vector<std::pair<std::string, std::uint32_t>> split_tcl(std::string_view text);

/// Words of one command; braces and quotes around a whole word are taken off.
std::vector<std::string> tcl_words(std::string_view command);

}  // namespace sealring::rapidwright_bridge
