// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/yaml.h"
#include "core/units/quantity.h"

namespace sealring::esd {

/// Values with units and words out of a YAML mapping, each fault reported under one code with what was expected.
class Fields {
 public:
  /// `what` names the mapping in messages: "device 'rail_clamp'".
  Fields(core::YamlMap& map, std::string what, const core::Code& code, core::Sink& sink)
      : map_(map), what_(std::move(what)), code_(code), sink_(sink) {}

  /// "0.5 ohm" in SI units; nothing when absent or, after a report, when it is not a quantity >= 0 of `dimension`.
  std::optional<double> quantity(std::string_view key, core::Dimension dimension);

  /// One of `words` by its number; `fallback` when absent or wrong.
  std::size_t word(std::string_view key, const std::vector<std::string_view>& words,
                   std::size_t fallback);

  void fault(const core::Location& place, const std::string& message);
  bool faulty() const { return faulty_; }
  const std::string& what() const { return what_; }

 private:
  core::YamlMap& map_;
  std::string what_;
  const core::Code& code_;
  core::Sink& sink_;
  bool faulty_ = false;
};

/// "a, b and c".
std::string listed(const std::vector<std::string_view>& words);

/// "0.5 ohm" -> 0.5; nothing for any other text. `dimension`'s unit word is needed.
std::optional<double> quantity_of(std::string_view text, core::Dimension dimension);

}  // namespace sealring::esd
