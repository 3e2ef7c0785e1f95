// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/formats/json.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

#include "manifest/codes.h"
#include "manifest/formats/unicode.h"

namespace sealring::manifest {

namespace {

constexpr double kLargestInteger = 9007199254740991.0;  // 2^53 - 1 (RFC 7493 section 2.2)
constexpr int kDeepest = 64;

}  // namespace

Json Json::boolean(bool value) {
  Json json;
  json.kind_ = Kind::kBoolean;
  json.boolean_ = value;
  return json;
}

Json Json::integer(std::int64_t value) {
  Json json;
  json.kind_ = Kind::kNumber;
  json.integral_ = true;
  json.number_ = static_cast<double>(value);
  assert(std::fabs(json.number_) <= kLargestInteger);
  return json;
}

Json Json::number(double value) {
  Json json;
  json.kind_ = Kind::kNumber;
  json.number_ = value;
  return json;
}

Json Json::array(std::vector<Json> items) {
  Json json;
  json.kind_ = Kind::kArray;
  json.items_ = std::move(items);
  return json;
}

Json Json::object(std::initializer_list<Member> members) {
  Json json;
  json.kind_ = Kind::kObject;
  json.members_ = members;
  return json;
}

const Json* Json::find(std::string_view key) const {
  for (const Member& member : members_) {
    if (member.first == key) return &member.second;
  }
  return nullptr;
}

const Json* Json::find(std::initializer_list<std::string_view> path) const {
  const Json* at = this;
  for (const std::string_view key : path) {
    at = at->find(key);
    if (at == nullptr) return nullptr;
  }
  return at;
}

std::string Json::text_at(std::initializer_list<std::string_view> path) const {
  const Json* value = find(path);
  return value != nullptr && value->is(Kind::kString) ? value->text_ : std::string();
}

std::optional<std::int64_t> Json::as_integer() const {
  if (kind_ != Kind::kNumber || !integral_ || std::fabs(number_) > kLargestInteger) return {};
  return static_cast<std::int64_t>(number_);
}

Json& Json::set(std::string key, Json value) {
  kind_ = Kind::kObject;
  members_.emplace_back(std::move(key), std::move(value));
  return *this;
}

Json& Json::push(Json value) {
  kind_ = Kind::kArray;
  items_.push_back(std::move(value));
  return *this;
}

/// Recursive descent over the bytes; stops at the first fault, which it reports.
class JsonParser {
 public:
  JsonParser(std::string_view text, const std::string& name, core::Sink& sink)
      : text_(text), name_(name), sink_(sink) {}

  std::optional<Json> document() {
    if (text_.starts_with("\xEF\xBB\xBF")) {
      fail(codes::kJsonByteOrderMark, "a byte order mark stands before the JSON text; remove it");
      return {};
    }
    Json value;
    if (!parse(value, 0)) return {};
    blanks();
    if (at_ != text_.size()) {
      fail(codes::kJsonTrailing, "more bytes follow the end of the JSON value");
      return {};
    }
    return value;
  }

 private:
  bool fail(const core::Code& code, std::string message) {
    if (failed_) return false;
    failed_ = true;
    const std::string_view before = text_.substr(0, at_);
    const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? at_ : at_ - start - 1;
    sink_.report(core::make_finding(code, std::move(message))
                     .at({name_, line + 1, static_cast<std::uint32_t>(column + 1)})
                     .on(name_, std::string(code.slug)));
    return false;
  }

  void blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool word(std::string_view literal) {
    if (text_.substr(at_, literal.size()) != literal) {
      return fail(codes::kJsonSyntax, "a JSON value was expected here");
    }
    at_ += literal.size();
    return true;
  }

  bool parse(Json& value, int depth) {
    blanks();
    if (depth > kDeepest) {
      return fail(codes::kJsonLimit, "values are nested deeper than the limit of 64 levels");
    }
    if (at_ >= text_.size()) return fail(codes::kJsonSyntax, "the JSON text ends too early");
    switch (text_[at_]) {
      case '{': return object(value, depth);
      case '[': return array(value, depth);
      case '"': value.kind_ = Json::Kind::kString; return string(value.text_);
      case 't': value = Json::boolean(true); return word("true");
      case 'f': value = Json::boolean(false); return word("false");
      case 'n': return word("null");
      default: return number(value);
    }
  }

  bool array(Json& value, int depth) {
    value.kind_ = Json::Kind::kArray;
    ++at_;
    blanks();
    if (peek(']')) return true;
    for (;;) {
      if (!parse(value.items_.emplace_back(), depth + 1)) return false;
      blanks();
      if (peek(']')) return true;
      if (!peek(',')) return fail(codes::kJsonSyntax, "',' or ']' was expected here");
    }
  }

  bool object(Json& value, int depth) {
    value.kind_ = Json::Kind::kObject;
    ++at_;
    blanks();
    if (peek('}')) return true;
    for (;;) {
      blanks();
      if (at_ >= text_.size() || text_[at_] != '"') {
        return fail(codes::kJsonSyntax, "a key in quotes was expected here");
      }
      std::string key;
      const std::size_t start = at_;
      if (!string(key)) return false;
      if (value.find(key) != nullptr) {
        at_ = start;
        return fail(codes::kJsonDuplicateKey, "key '" + key + "' stands twice in one object");
      }
      blanks();
      if (!peek(':')) return fail(codes::kJsonSyntax, "':' was expected here");
      value.members_.emplace_back(std::move(key), Json());
      if (!parse(value.members_.back().second, depth + 1)) return false;
      blanks();
      if (peek('}')) return true;
      if (!peek(',')) return fail(codes::kJsonSyntax, "',' or '}' was expected here");
    }
  }

  bool peek(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  bool string(std::string& out) {
    const std::size_t start = ++at_;
    for (;;) {
      const std::size_t from = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= 0x20) {
        ++at_;
      }
      out.append(text_.substr(from, at_ - from));
      if (at_ >= text_.size()) return fail(codes::kJsonSyntax, "a string is not closed");
      if (text_[at_] == '"') break;
      if (text_[at_] != '\\') {
        return fail(codes::kJsonSyntax, "a control character stands bare in a string");
      }
      if (!escape(out)) return false;
    }
    ++at_;
    if (!valid_utf8(out)) {
      at_ = start;
      return fail(codes::kJsonEncoding, "a string is not valid UTF-8");
    }
    return true;
  }

  bool hex4(std::uint32_t& unit) {
    if (text_.size() - at_ < 4) return fail(codes::kJsonSyntax, "a \\u escape is cut short");
    const char* end = text_.data() + at_ + 4;
    const auto [stop, error] = std::from_chars(text_.data() + at_, end, unit, 16);
    if (stop != end || error != std::errc()) {
      return fail(codes::kJsonSyntax, "a \\u escape needs four hex digits");
    }
    at_ += 4;
    return true;
  }

  bool escape(std::string& out) {
    ++at_;
    if (at_ >= text_.size()) return fail(codes::kJsonSyntax, "a string is not closed");
    static constexpr std::string_view kLetters = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = text_[at_++];
    if (const std::size_t i = kLetters.find(letter); i != std::string_view::npos) {
      out += kMeanings[i];
      return true;
    }
    if (letter != 'u') return fail(codes::kJsonSyntax, "an unknown escape stands in a string");
    std::uint32_t unit = 0;
    if (!hex4(unit)) return false;
    if (unit >= 0xDC00 && unit <= 0xDFFF) {
      return fail(codes::kJsonSurrogate, "a lone low surrogate stands in a string");
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      std::uint32_t low = 0;
      if (text_.substr(at_, 2) != "\\u") {
        return fail(codes::kJsonSurrogate, "a lone high surrogate stands in a string");
      }
      at_ += 2;
      if (!hex4(low)) return false;
      if (low < 0xDC00 || low > 0xDFFF) {
        return fail(codes::kJsonSurrogate, "a lone high surrogate stands in a string");
      }
      unit = 0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U);
    }
    append_utf8(out, unit);
    return true;
  }

  bool digits() {
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return at_ > start || fail(codes::kJsonSyntax, "a JSON value was expected here");
  }

  bool number(Json& value) {
    const std::size_t start = at_;
    value.kind_ = Json::Kind::kNumber;
    value.integral_ = true;
    if (text_[at_] == '-') ++at_;
    const bool zero = at_ < text_.size() && text_[at_] == '0';
    const std::size_t first = at_;
    if (!digits()) return false;
    if (zero && at_ > first + 1) {
      return fail(codes::kJsonSyntax, "a number must not start with a zero");
    }
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      value.integral_ = false;
      if (!digits()) return false;
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      value.integral_ = false;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      if (!digits()) return false;
    }
    const auto [stop, error] =
        std::from_chars(text_.data() + start, text_.data() + at_, value.number_);
    const bool tiny = error == std::errc::result_out_of_range && underflows(start);
    if (tiny) value.number_ = 0;
    if (!tiny && (error != std::errc() || !std::isfinite(value.number_))) {
      at_ = start;
      return fail(codes::kJsonNumber, "a number is outside the range of a double");
    }
    return true;
  }

  /// from_chars reports both ends of the range alike; a negative exponent tells them apart.
  bool underflows(std::size_t start) const {
    const std::string_view lexeme = text_.substr(start, at_ - start);
    const std::size_t exponent = lexeme.find_first_of("eE");
    return exponent != std::string_view::npos && lexeme[exponent + 1] == '-';
  }

  std::string_view text_;
  const std::string& name_;
  core::Sink& sink_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

std::optional<Json> parse_json(std::string_view text, const std::string& name, core::Sink& sink) {
  return JsonParser(text, name, sink).document();
}

}  // namespace sealring::manifest
