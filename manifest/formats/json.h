// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"

namespace sealring::manifest {

/// A JSON value under the I-JSON rules (RFC 7493): no duplicate keys, valid UTF-8, no lone surrogates, numbers within
/// double range. Members keep the order in which they were set or read.
class Json {
 public:
  enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };
  using Member = std::pair<std::string, Json>;

  Json() = default;
  Json(std::string text) : kind_(Kind::kString), text_(std::move(text)) {}
  Json(std::string_view text) : kind_(Kind::kString), text_(text) {}
  Json(const char* text) : kind_(Kind::kString), text_(text) {}
  static Json boolean(bool value);
  static Json integer(std::int64_t value);  ///< |value| <= 2^53 - 1
  static Json number(double value);
  static Json array(std::vector<Json> items = {});
  static Json object(std::initializer_list<Member> members = {});

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  const std::string& text() const { return text_; }
  bool truth() const { return boolean_; }
  double real() const { return number_; }
  const std::vector<Json>& items() const { return items_; }
  const std::vector<Member>& members() const { return members_; }
  std::vector<Json>& items() { return items_; }
  std::vector<Member>& members() { return members_; }

  /// Member of an object, or nullptr.
  const Json* find(std::string_view key) const;
  /// Follows keys through nested objects, or nullptr.
  const Json* find(std::initializer_list<std::string_view> path) const;
  /// Text of a string member, or "".
  std::string text_at(std::initializer_list<std::string_view> path) const;
  /// A number written without fraction or exponent within +-(2^53 - 1), or nothing.
  std::optional<std::int64_t> as_integer() const;

  Json& set(std::string key, Json value);  ///< adds a member (the key must be new)
  Json& push(Json value);

 private:
  friend class JsonParser;
  Kind kind_ = Kind::kNull;
  bool boolean_ = false;
  bool integral_ = false;
  double number_ = 0;
  std::string text_;
  std::vector<Json> items_;
  std::vector<Member> members_;
};

/// Reads exactly one JSON value. Reported with place, and nothing returned: syntax (MAN-0101), a key twice (MAN-0102),
/// invalid UTF-8 (MAN-0103), a byte order mark (MAN-0110), a lone surrogate (MAN-0111), more than 64 levels (MAN-0104),
/// a number out of range (MAN-0112), anything behind the value (MAN-0105). `name` is the file shown in the location.
std::optional<Json> parse_json(std::string_view text, const std::string& name, core::Sink& sink);

/// RFC 8785 canonical form: keys in UTF-16 order, ECMAScript numbers, no blanks.
std::string canonical(const Json& value);

/// A number as ECMAScript writes it (RFC 8785 section 3.2.2.3). The value must be finite.
std::string ecmascript_number(double value);

/// OLPC canonical form used for key ids of classic in-toto (sorted keys, only '"' and '\' escaped, integers).
std::string olpc_canonical(const Json& value);

}  // namespace sealring::manifest
