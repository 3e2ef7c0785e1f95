// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/units/quantity.h"
#include "sdcgen/select/frozen.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

inline constexpr std::size_t kNoOrigin = static_cast<std::size_t>(-1);

/// One command, or a comment, with what it comes from.
struct SdcLine {
  std::string text;
  std::size_t clock = kNoOrigin;  ///< index in Selection::clocks
  std::size_t entry = kNoOrigin;  ///< index in Selection::entries
};

/// The commands of one instance (or, with an empty name, of the design), in emission order.
struct SdcSection {
  std::string instance;
  std::string document;
  std::vector<SdcLine> lines;
};

/// Where each line of an SDC comes from: line number (from 1) and index in Selection::clocks or Selection::entries.
struct LineOrigin {
  std::uint32_t line = 0;
  std::size_t clock = kNoOrigin;
  std::size_t entry = kNoOrigin;
};

/// The units of the numbers in one SDC: those of the Liberty files.
struct SdcUnits {
  core::Unit time;
  core::Unit capacitance;
  core::Unit resistance;
};
SdcUnits units_of(const Project& project, const std::string& corner);

/// A whole SDC text.
struct SdcText {
  std::string text;
  std::vector<LineOrigin> origins;
};

/// Step clocks: create_clock and create_generated_clock of every active clock, one section per instance, masters before
/// what is generated from them, and a last section for the design. Times in `unit` with 12 digits.
std::vector<SdcSection> write_clocks(const Selection& selection, const core::Unit& unit);

/// Step constraints: uncertainties of the clocks, then the entries that apply in the order of kEntryOrder, one section per
/// instance in the same order and one for the design.
std::vector<SdcSection> write_constraints(const Selection& selection, const SdcUnits& units);

/// Header and sections as one text. The sections of one instance are put together, unless a clock has its master in
/// another instance: then all clocks come first, masters before what is generated from them. `constraints` may be null.
/// The header names view, top, unit and the digests of the frozen list.
SdcText assemble_sdc(const Project& project, const Selection& selection, const FrozenList& list,
                     const std::vector<SdcSection>& clocks,
                     const std::vector<SdcSection>* constraints);

/// First line of every generated SDC: "# sealring sdc/1 view <mode>.<flow stage>.<corner> top <top>".
std::string view_line(const Project& project, const View& view);

/// View named by the first lines of an SDC text, or "".
std::string view_named_in(std::string_view sdc);

/// Liberty's way to write a unit: "1ns", "10ps".
std::string liberty_unit(const core::Unit& unit);

/// A name as one Tcl word: braced, or with backslashes where braces in it do not balance.
std::string tcl_word(std::string_view name);

}  // namespace sealring::sdcgen
