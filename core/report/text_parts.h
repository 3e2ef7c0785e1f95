// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "core/report/report.h"

namespace sealring::core {

/// Wraps text in ANSI colours when they are wanted.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string marker(std::string_view text) const { return wrap("1;32", text); }
  std::string severity(Severity severity, std::string_view text) const;

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool on_;
};

/// "file:line:col: error: message [SDC-0101]", without line end.
std::string headline(const Finding& finding, const Paint& paint);

/// "file:line:col: note: message", without line end.
std::string note_line(const Note& note, const Paint& paint);

/// A source line with its number and, below it, a marker under [column, end_column); columns count bytes from 1, 0
/// means not known. Long lines are cut around the marker. Two lines with line ends, one where nothing can be marked.
std::string excerpt(std::string_view line, std::uint32_t number, std::uint32_t column,
                    std::uint32_t end_column, const Paint& paint);

/// "24000 bonds, 24010 nets"; "nothing" when all counts are zero or there are none.
std::string checked_text(const Report& report);

/// A table, curves in brief or a tree under its title.
void write_section(const Section& section, const Paint& paint, std::ostream& out);

/// Lines for what is not listed one by one: hidden and known findings, statistics, checked, not checked.
void write_closing(const Report& report, const RenderContext& context, std::ostream& out);

}  // namespace sealring::core
