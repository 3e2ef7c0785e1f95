// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/units/rational.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// How the numbers of a map become database units: micrometres times `dbu` plus `offset`.
struct BumpScale {
  core::Rational dbu;  ///< database units per micrometre, times the chiplet's shrink
  Point offset;
};

/// Reads a bump map: lines `bumpInst bumpCell x y port net`, blanks or tabs between, '-' for none, '#' starts a
/// comment line or a trailing comment. x and y are the centre in micrometres in the chiplet frame. Lines that cannot
/// be read are reported (STK-0121, STK-0122; at most kListedLines of each, then their number) and left out; lengths off the grid are
/// rounded and reported once per map (STK-0114). Takes the text of `file` over. An absent map is an empty one.
BumpMap read_bump_map(core::InputFile file, const std::string& region, const BumpScale& scale,
                      NamePool& names, core::Sink& sink);

/// A bump list as a table (columns name, x, y, and where they are there cell, port, net; micrometres) as the lines of a
/// bump map, each on the line of its row. Nothing after a report when it is no such table.
std::optional<core::InputFile> bump_lines_of_csv(core::InputFile file, core::Sink& sink);

inline constexpr std::uint64_t kListedLines = 1000;

}  // namespace sealring::stack3d
