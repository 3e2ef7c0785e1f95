// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/yaml.h"
#include "core/units/rational.h"
#include "stack3d/geometry.h"

namespace sealring::stack3d {

/// A text with its place.
struct PlacedText {
  std::string text;
  core::Location location;
};

/// Reads the keys of one mapping of a 3Dblox file: known keys are marked by `get`, `finish` reports the others.
/// Names are compared without case where `ignore_case` says so (keys under `external` differ between the two places).
class Keys {
 public:
  Keys(const core::YamlNode& node, std::string what, core::Sink& sink, bool ignore_case = false);

  bool valid() const { return valid_; }
  const core::Location& location() const { return node_.location; }
  const std::string& what() const { return what_; }

  /// The value under the first of these names that is there; nullptr when absent or null.
  const core::YamlNode* get(std::initializer_list<std::string_view> names);
  /// The same; absence is STK-0102.
  const core::YamlNode* require(std::initializer_list<std::string_view> names);

  std::optional<PlacedText> text(std::initializer_list<std::string_view> names);
  /// A list, or a single value as a list of one.
  std::vector<PlacedText> texts(std::initializer_list<std::string_view> names);
  std::optional<bool> flag(std::initializer_list<std::string_view> names);
  std::optional<core::Rational> number(std::initializer_list<std::string_view> names);

  /// Unknown keys (STK-0101, a warning with a suggestion).
  void finish();

 private:
  const core::YamlNode* find(std::string_view name) const;

  const core::YamlNode& node_;
  std::string what_;
  core::Sink& sink_;
  bool ignore_case_;
  bool valid_ = true;
  std::vector<std::string> known_;
};

/// Reports STK-0103: `what` has a value that cannot be used.
void report_bad_value(core::Sink& sink, const core::Location& place, const std::string& what,
                      const std::string& found, const std::string& expected);

/// How a value is called in messages: "'12x'", "a list", "a mapping", "empty".
std::string describe(const core::YamlNode& node);

/// Turns lengths of one file into database units, exactly; a length off the grid is rounded and reported (STK-0114).
class Lengths {
 public:
  Lengths(std::int64_t dbu_per_um, const core::Rational& unit_um, core::Sink& sink)
      : dbu_per_um_(dbu_per_um), scale_(unit_um * core::Rational(dbu_per_um)), sink_(&sink) {}

  /// A further factor on lengths in the plane (shrink).
  Lengths scaled(const core::Rational& factor) const;

  std::optional<Dbu> read(const core::YamlNode& node, const std::string& what) const;
  /// Exactly `count` lengths.
  std::optional<std::vector<Dbu>> read_list(const core::YamlNode& node, std::size_t count,
                                            const std::string& what) const;
  const core::Rational& scale() const { return scale_; }
  std::int64_t dbu_per_um() const { return dbu_per_um_; }
  core::Sink& sink() const { return *sink_; }

 private:
  std::int64_t dbu_per_um_;
  core::Rational scale_;
  core::Sink* sink_;
};

/// Nearest whole number, halves away from zero.
std::int64_t round_half_away(const core::Rational& value);

/// A length as text in micrometres: "12.5 um".
std::string um_text(Dbu length, std::int64_t dbu_per_um);

/// Coordinates beyond this are refused (about 200 m at 5000 dbu/um): sums of them cannot overflow.
inline constexpr Dbu kLargestCoordinate = Dbu{1} << 40;

}  // namespace sealring::stack3d
