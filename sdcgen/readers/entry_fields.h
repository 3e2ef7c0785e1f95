// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/yaml.h"
#include "sdcgen/readers/entries.h"

namespace sealring::sdcgen {

/// Reads the fields that entries of several kinds share, and reports what is wrong with them.
class EntryFields {
 public:
  EntryFields(const EntryScope& scope, core::Sink& sink) : scope_(scope), sink_(sink) {}

  const EntryScope& scope() const { return scope_; }

  /// modes, flow_stages, corners, reason, cite, owner, origin, confirmed.
  void common(core::YamlMap& map, EntrySpec& entry);

  /// One of the words that to_string gives for `values`; SDC-0701 otherwise.
  template <class T, std::size_t N>
  void word(core::YamlMap& map, const char* key, const std::array<T, N>& values, T& value,
            const EntrySpec& entry) {
    const std::string given = map.require_text(key);
    std::string list;
    for (const T one : values) {
      if (given == to_string(one)) {
        value = one;
        return;
      }
      list += (list.empty() ? "" : ", ") + std::string(to_string(one));
    }
    if (!given.empty())
      incomplete(entry,
                 "has '" + std::string(key) + ": " + given + "'; one of " + list + " was expected");
  }

  /// A name or a list of names of one kind.
  std::vector<ObjectPattern> names(const core::YamlNode& node, ObjectPattern::Kind kind);

  /// {pin: [...], port: x, cell: y, clock: z}.
  std::vector<ObjectPattern> objects(const core::YamlNode& node, const std::string& key,
                                     const EntrySpec& entry);

  /// `pin` or `port`, one of them.
  void pin_or_port(core::YamlMap& map, EntrySpec& entry);

  /// Optional values, added to the entry's amounts under `role`.
  void time(core::YamlMap& map, std::string_view key, const std::string& role, bool positive,
            EntrySpec& entry);
  void quantity(core::YamlMap& map, std::string_view key, const std::string& role,
                core::Dimension dimension, EntrySpec& entry);
  void number(core::YamlMap& map, const std::string& key, EntrySpec& entry);

  std::optional<core::Owner> owner(core::YamlMap& map);

  /// SDC-0701: "<kind> '<id>' <what>".
  void incomplete(const EntrySpec& entry, const std::string& what);
  void need_reason(const EntrySpec& entry);

 private:
  void check_words(const std::vector<std::string>& given, const std::vector<std::string>* known,
                   const char* what, const EntrySpec& entry);

  const EntryScope& scope_;
  core::Sink& sink_;
};

}  // namespace sealring::sdcgen
