// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/location.h"
#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::core {

/// A parsed YAML value with its place. Scalars stay text: readers convert them exactly.
struct YamlNode {
  enum class Kind : std::uint8_t { kNull, kScalar, kSequence, kMapping };
  using Ptr = std::shared_ptr<const YamlNode>;
  struct Entry {
    std::string key;
    Location key_location;
    Ptr value;
  };

  Kind kind = Kind::kNull;
  bool quoted =
      false;  ///< the scalar was written in quotes, so it is text even if it looks like a number
  std::string scalar;
  Location location;
  std::vector<Ptr> items;      ///< of a sequence
  std::vector<Entry> entries;  ///< of a mapping, in file order, first of duplicates

  const YamlNode* find(std::string_view key) const;
};

/// Parses one YAML document. Syntax errors (IO-0101) give no tree; duplicate keys (IO-0102) are reported and
/// the first value is kept. An empty document is IO-0003. The byte range of a scalar includes its quotes.
YamlNode::Ptr parse_yaml(const InputFile& file, Sink& sink);

/// Reads and parses; both kinds of trouble are reported.
YamlNode::Ptr read_yaml(const InputReader& reader, const std::filesystem::path& path, Sink& sink,
                        const Location& referred_from = {});

/// Reads the keys of one mapping: each `get` marks its key as known, `finish` reports every other key with a
/// suggestion (IO-0103). Missing required keys are IO-0104, values of another type IO-0105.
class YamlMap {
 public:
  /// `what` names the mapping in messages ("clock 'rx_clk'"). A node that is not a mapping is reported at once.
  YamlMap(const YamlNode& node, std::string what, Sink& sink);

  bool valid() const { return valid_; }
  const Location& location() const { return node_.location; }

  /// Required value; nullptr after reporting.
  const YamlNode* require(std::string_view key);
  /// Optional value; nullptr when absent.
  const YamlNode* get(std::string_view key);

  /// Required / optional non-empty scalar; an empty one ("") is reported like a missing key (IO-0104).
  std::string require_text(std::string_view key);
  std::optional<std::string> get_text(std::string_view key);

  /// Optional true/false.
  std::optional<bool> get_bool(std::string_view key);

  /// Optional whole number within [low, high].
  std::optional<std::int64_t> get_int(std::string_view key, std::int64_t low, std::int64_t high);

  /// Optional list of scalars; a single scalar counts as a list of one.
  std::vector<std::string> get_texts(std::string_view key);

  /// Reports unknown keys. Call once, after all gets.
  void finish();

 private:
  std::optional<std::string> text_of(const YamlNode& value, std::string_view key);

  const YamlNode& node_;
  std::string what_;
  Sink& sink_;
  bool valid_ = true;
  std::vector<std::string> known_;
};

/// Checks `schema: NAME/VERSION` of a document (IO-0106) and marks the key as known.
bool expect_schema(YamlMap& map, std::string_view expected, Sink& sink);

/// The scalar's text, or nothing after reporting IO-0105 ("`what` is a list, a single value was expected").
std::optional<std::string> scalar_text(const YamlNode& node, std::string_view what, Sink& sink);

}  // namespace sealring::core
