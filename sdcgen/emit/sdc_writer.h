// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/units/quantity.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// One command with the list entry it comes from.
struct SdcLine {
  std::string text;
  std::size_t clock = 0;  ///< index in Selection::clocks
};

/// The commands of one instance, in emission order.
struct SdcSection {
  std::string instance;
  std::string document;
  std::vector<SdcLine> lines;
};

/// Where each line of an SDC comes from: line number (from 1) and index in Selection::clocks.
struct LineOrigin {
  std::uint32_t line = 0;
  std::size_t clock = 0;
};

/// A whole SDC text.
struct SdcText {
  std::string text;
  std::vector<LineOrigin> origins;
};

/// Step clocks: create_clock and create_generated_clock of every active clock, one section per instance, masters before
/// what is generated from them. Times in `unit` with 12 digits.
std::vector<SdcSection> write_clocks(const Selection& selection, const core::Unit& unit);

/// Step constraints (here: set_clock_uncertainty -setup and -hold), one section per instance in the same order.
std::vector<SdcSection> write_constraints(const Selection& selection, const core::Unit& unit);

/// Header and sections as one text. `stages` are given in emission order; their sections of one instance are put
/// together. The header names view, top, unit and the digest of the frozen list.
SdcText assemble_sdc(const Project& project, const Selection& selection, const core::Unit& unit,
                     std::string_view list_digest,
                     const std::vector<std::vector<SdcSection>*>& stages);

/// First line of every generated SDC: "# sealring sdc/1 view <mode>.<flow stage>.<corner> top <top>".
std::string view_line(const Project& project, const View& view);

/// View named by the first lines of an SDC text, or "".
std::string view_named_in(std::string_view sdc);

/// Liberty's way to write a unit: "1ns", "10ps".
std::string liberty_unit(const core::Unit& unit);

/// A name as one Tcl word: braced, or with backslashes where braces in it do not balance.
std::string tcl_word(std::string_view name);

}  // namespace sealring::sdcgen
