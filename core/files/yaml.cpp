// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/yaml.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_map>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"

namespace sealring::core {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Values a tree may have when every alias is followed: a few lines of nested aliases can stand for billions.
constexpr std::uint64_t kMostValues = 20'000'000;

/// Levels of nesting; yaml-cpp's own bound.
constexpr std::size_t kDeepest = 500;

std::string too_deep() {
  return "values are nested more than " + std::to_string(kDeepest) + " levels deep";
}

/// Builds the tree from yaml-cpp's events (its own node tree takes 50 times the file and drops duplicate keys).
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const InputFile& file, Sink& sink) : file_(file), sink_(sink) {}

  YamlNode::Ptr root;
  YAML::Mark start;  ///< of the document

  void OnDocumentStart(const YAML::Mark& mark) override { start = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    place(fresh(YamlNode::Kind::kNull, mark, anchor), {});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    // An anchor that is still open would make a cycle; yaml-cpp has seen it, we have not closed it.
    const auto it = anchors_.find(anchor);
    if (it == anchors_.end() || is_open(it->second.node.get())) {
      throw YAML::ParserException(mark, "an alias refers to the value it stands in");
    }
    aliased_ = true;
    // Walkers recurse over the tree: aliases must not make it deeper than the parser itself allows.
    if (stack_.size() + it->second.size.depth > kDeepest) {
      throw YAML::ParserException(mark, too_deep());
    }
    place(it->second.node, it->second.size);
    check_size(mark);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (stack_.empty() || stack_.back().is_sequence() || stack_.back().key) {
      auto node = fresh(YamlNode::Kind::kScalar, mark, anchor);
      node->scalar = value;
      node->quoted = tag == "!";
      const bool null = !node->quoted && (value.empty() || value == "~" || value == "null");
      if (null) node->kind = YamlNode::Kind::kNull;
      node->location = range(mark, value);
      place(node, {});
      return;
    }
    stack_.back().key = {value, range(mark, value)};
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::kSequence, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::kMapping, mark, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Key {
    std::string text;
    Location location;
  };
  /// Extent of a value when every alias in it is followed.
  struct Size {
    std::uint64_t values = 1;
    std::size_t depth = 1;
  };
  struct Level {
    std::shared_ptr<YamlNode> node;
    std::optional<Key> key;
    std::unordered_map<std::string, Location> seen;
    Size size;
    YAML::anchor_t anchor = 0;
    bool is_sequence() const { return node->kind == YamlNode::Kind::kSequence; }
  };

  struct Anchored {
    std::shared_ptr<const YamlNode> node;
    Size size;
  };

  /// yaml-cpp does not count a byte order mark.
  std::size_t skipped() const {
    return file_.text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  }

  Location at(const YAML::Mark& mark) const {
    const std::size_t before = mark.line == 0 ? skipped() : 0;
    return file_.at(static_cast<std::uint32_t>(mark.line + 1),
                    static_cast<std::uint32_t>(static_cast<std::size_t>(mark.column) + before + 1));
  }

  /// Offset behind the quoted scalar that starts at `offset`. yaml-cpp takes the end of the file for a closing quote,
  /// so that a file cut off inside a string would go unnoticed.
  std::size_t quoted_end(std::size_t offset, const YAML::Mark& mark) const {
    const std::string& text = file_.text;
    const char quote = text[offset];
    for (std::size_t i = offset + 1; i < text.size(); ++i) {
      if (quote == '"' && text[i] == '\\') {
        ++i;
      } else if (text[i] == quote) {
        if (quote == '"' || i + 1 >= text.size() || text[i + 1] != quote) return i + 1;
        ++i;
      }
    }
    throw YAML::ParserException(mark, "a quoted value is not closed before the end of the file");
  }

  /// Place of a scalar: where it starts, behind its anchor and tag, and its end if that is on the same line.
  Location range(const YAML::Mark& mark, const std::string& value) const {
    const std::string& text = file_.text;
    Location where = at(mark);
    const std::size_t first = static_cast<std::size_t>(mark.pos) + skipped();
    std::size_t begin = first;
    while (begin < text.size() && (text[begin] == '&' || text[begin] == '!')) {
      begin = text.find_first_of(" \t\r\n", begin);
      begin = std::min(text.find_first_not_of(" \t\r\n", begin), text.size());
    }
    if (begin >= text.size()) return where;
    const bool quoted = text[begin] == '"' || text[begin] == '\'';
    const bool plain = text.compare(begin, value.size(), value) == 0;
    if (!quoted && (!plain || value.empty()))
      return where;  // a block, or folded over several lines
    const std::size_t end = quoted ? quoted_end(begin, mark) : begin + value.size();
    if (std::string_view(text).substr(first, end - first).find('\n') != std::string_view::npos) {
      return where;
    }
    where.end_column = where.column + static_cast<std::uint32_t>(end - first);
    where.column += static_cast<std::uint32_t>(begin - first);
    return where;
  }

  void check_size(const YAML::Mark& mark) const {
    if (aliased_ && !stack_.empty() && stack_.back().size.values > kMostValues) {
      throw YAML::ParserException(
          mark, "the aliases stand for more than " + std::to_string(kMostValues) + " values");
    }
  }

  bool is_open(const YamlNode* node) const {
    return std::any_of(stack_.begin(), stack_.end(),
                       [&](const Level& level) { return level.node.get() == node; });
  }

  std::shared_ptr<YamlNode> fresh(YamlNode::Kind kind, const YAML::Mark& mark,
                                  YAML::anchor_t anchor) {
    auto node = std::make_shared<YamlNode>();
    node->kind = kind;
    node->location = at(mark);
    if (anchor != 0) anchors_[anchor] = {node, {}};
    return node;
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (!stack_.empty() && !stack_.back().is_sequence() && !stack_.back().key) {
      throw YAML::ParserException(mark, "a key must be a single value");
    }
    stack_.push_back({fresh(kind, mark, anchor), std::nullopt, {}, {}, anchor});
  }

  void close() {
    const Level level = std::move(stack_.back());
    stack_.pop_back();
    if (level.anchor != 0) anchors_[level.anchor].size = level.size;
    place(level.node, level.size);
    check_size(YAML::Mark());
  }

  void place(const std::shared_ptr<const YamlNode>& node, const Size& size) {
    if (stack_.empty()) {
      root = node;
      return;
    }
    Level& level = stack_.back();
    level.size.values += size.values;
    level.size.depth = std::max(level.size.depth, size.depth + 1);
    if (level.is_sequence()) {
      level.node->items.push_back(node);
      return;
    }
    if (!level.key) {
      level.key = {"", node->location};  // a null or alias in key position
      return;
    }
    const auto [first, is_new] = level.seen.emplace(level.key->text, level.key->location);
    if (is_new) {
      level.node->entries.push_back({level.key->text, level.key->location, node});
    } else {
      sink_.report(make_finding(codes::kYamlDuplicateKey,
                                "key '" + level.key->text +
                                    "' stands twice in this mapping; first at line " +
                                    std::to_string(first->second.line))
                       .at(level.key->location)
                       .on(file_.name, level.key->text)
                       .note("first stands here", first->second));
    }
    level.key.reset();
  }

  const InputFile& file_;
  Sink& sink_;
  std::vector<Level> stack_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  bool aliased_ = false;
};

/// The first byte that YAML does not allow (yaml-cpp takes the control character EOT for the end of the file).
std::optional<std::size_t> forbidden_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F ||
        byte >= 0xFE) {
      return i;
    }
  }
  return std::nullopt;
}

Location place_of(const InputFile& file, std::size_t offset) {
  const std::string_view before = std::string_view(file.text).substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return file.at(static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1),
                 static_cast<std::uint32_t>(offset - line_start + 1));
}

const char* kind_word(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::kNull: return "empty";
    case YamlNode::Kind::kScalar: return "a single value";
    case YamlNode::Kind::kSequence: return "a list";
    case YamlNode::Kind::kMapping: break;
  }
  return "a mapping";
}

/// A value as messages name it: "'two'", "a list".
std::string shown(const YamlNode& node) {
  return node.kind == YamlNode::Kind::kScalar ? "'" + node.scalar + "'" : kind_word(node.kind);
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return entry.value.get();
  }
  return nullptr;
}

YamlNode::Ptr parse_yaml(const InputFile& file, Sink& sink) {
  if (const auto offset = forbidden_byte(file.text)) {
    static constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(file.text[*offset]);
    sink.report(make_finding(codes::kYamlSyntax,
                             std::string("the byte 0x") + kHex[byte >> 4U] + kHex[byte & 0xFU] +
                                 " cannot stand in YAML; UTF-8 text was expected")
                    .at(place_of(file, *offset))
                    .on(file.name, "syntax"));
    return nullptr;
  }
  std::istringstream stream(file.text);
  TreeBuilder builder(file, sink);
  const auto refuse = [&](const YAML::Mark& mark, const std::string& message) {
    const bool placed = !mark.is_null();
    sink.report(make_finding(codes::kYamlSyntax, message)
                    .at(file.at(placed ? static_cast<std::uint32_t>(mark.line + 1) : 0,
                                placed ? static_cast<std::uint32_t>(mark.column + 1) : 0))
                    .on(file.name, "syntax"));
    return nullptr;
  };
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder) || builder.root == nullptr ||
        builder.root->kind == YamlNode::Kind::kNull) {
      sink.report(make_finding(codes::kFileEmpty,
                               "'" + file.name + "' holds nothing but blank lines and comments")
                      .at({file.name})
                      .on(file.name));
      return nullptr;
    }
    TreeBuilder rest(file, sink);
    if (parser.HandleNextDocument(rest)) {
      return refuse(rest.start, "the file holds more than one YAML document; one was expected");
    }
  } catch (const YAML::DeepRecursion& error) {
    return refuse(error.mark, "not well-formed YAML: " + too_deep());
  } catch (const YAML::Exception& error) {
    return refuse(error.mark, "not well-formed YAML: " + error.msg);
  }
  return builder.root;
}

YamlNode::Ptr read_yaml(const InputReader& reader, const std::filesystem::path& path, Sink& sink,
                        const Location& referred_from) {
  const std::optional<InputFile> file =
      reader.read(path, reader.limits().yaml, sink, referred_from);
  return file ? parse_yaml(*file, sink) : nullptr;
}

YamlMap::YamlMap(const YamlNode& node, std::string what, Sink& sink)
    : node_(node), what_(std::move(what)), sink_(sink) {
  if (node.kind == YamlNode::Kind::kMapping) return;
  valid_ = false;
  sink_.report(make_finding(codes::kYamlWrongType,
                            what_ + " is " + kind_word(node.kind) + "; a mapping was expected")
                   .at(node.location)
                   .on(what_, "type"));
}

const YamlNode* YamlMap::get(std::string_view key) {
  known_.emplace_back(key);
  const YamlNode* value = node_.find(key);
  return value == nullptr || value->kind == YamlNode::Kind::kNull ? nullptr : value;
}

const YamlNode* YamlMap::require(std::string_view key) {
  const YamlNode* value = get(key);
  if (value != nullptr || !valid_) return value;
  const auto entry = std::find_if(node_.entries.begin(), node_.entries.end(),
                                  [&](const YamlNode::Entry& e) { return e.key == key; });
  const bool empty = entry != node_.entries.end();
  sink_.report(
      make_finding(codes::kYamlMissingKey,
                   what_ + (empty ? " has an empty '" : " has no '") + std::string(key) + "'")
          .at(empty ? entry->key_location : node_.location)
          .on(what_, std::string(key)));
  return nullptr;
}

std::string YamlMap::require_text(std::string_view key) {
  const YamlNode* value = require(key);
  return value == nullptr ? std::string() : text_of(*value, key).value_or("");
}

std::optional<std::string> YamlMap::get_text(std::string_view key) {
  const YamlNode* value = get(key);
  return value == nullptr ? std::nullopt : text_of(*value, key);
}

std::optional<std::string> YamlMap::text_of(const YamlNode& value, std::string_view key) {
  auto text = scalar_text(value, "'" + std::string(key) + "' of " + what_, sink_);
  if (!text || !text->empty()) return text;
  sink_.report(
      make_finding(codes::kYamlMissingKey, what_ + " has an empty '" + std::string(key) + "'")
          .at(value.location)
          .on(what_, std::string(key)));
  return std::nullopt;
}

std::optional<bool> YamlMap::get_bool(std::string_view key) {
  const YamlNode* value = get(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind == YamlNode::Kind::kScalar && value->scalar == "true") return true;
  if (value->kind == YamlNode::Kind::kScalar && value->scalar == "false") return false;
  sink_.report(make_finding(codes::kYamlWrongType, "'" + std::string(key) + "' of " + what_ +
                                                       " is " + shown(*value) +
                                                       "; true or false was expected")
                   .at(value->location)
                   .on(what_, std::string(key)));
  return std::nullopt;
}

std::optional<std::int64_t> YamlMap::get_int(std::string_view key, std::int64_t low,
                                             std::int64_t high) {
  const YamlNode* value = get(key);
  if (value == nullptr) return std::nullopt;
  const std::optional<std::int64_t> number =
      value->kind == YamlNode::Kind::kScalar ? parse_integer(value->scalar) : std::nullopt;
  if (number && *number >= low && *number <= high) return number;
  sink_.report(make_finding(codes::kYamlWrongType,
                            "'" + std::string(key) + "' of " + what_ + " is " + shown(*value) +
                                "; a whole number from " + std::to_string(low) + " to " +
                                std::to_string(high) + " was expected")
                   .at(value->location)
                   .on(what_, std::string(key)));
  return std::nullopt;
}

std::vector<std::string> YamlMap::get_texts(std::string_view key) {
  std::vector<std::string> texts;
  const YamlNode* value = get(key);
  if (value == nullptr) return texts;
  const std::string name = "'" + std::string(key) + "' of " + what_;
  if (value->kind != YamlNode::Kind::kSequence) {
    if (auto text = scalar_text(*value, name, sink_)) texts.push_back(std::move(*text));
    return texts;
  }
  for (const YamlNode::Ptr& item : value->items) {
    if (auto text = scalar_text(*item, "an entry of " + name, sink_))
      texts.push_back(std::move(*text));
  }
  return texts;
}

void YamlMap::finish() {
  if (!valid_) return;
  for (const YamlNode::Entry& entry : node_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    sink_.report(make_finding(codes::kYamlUnknownKey, "unknown key '" + entry.key + "' in " +
                                                          what_ + did_you_mean(entry.key, known_))
                     .at(entry.key_location)
                     .on(what_, entry.key));
  }
}

bool expect_schema(YamlMap& map, std::string_view expected, Sink& sink) {
  const YamlNode* node = map.require("schema");
  if (node == nullptr) return false;
  if (node->kind == YamlNode::Kind::kScalar && node->scalar == expected) return true;
  sink.report(make_finding(codes::kYamlWrongSchema, "'schema' is " + shown(*node) + "; '" +
                                                        std::string(expected) +
                                                        "' was expected here")
                  .at(node->location)
                  .on(std::string(expected), "schema"));
  return false;
}

std::optional<std::string> scalar_text(const YamlNode& node, std::string_view what, Sink& sink) {
  if (node.kind == YamlNode::Kind::kScalar) return node.scalar;
  sink.report(make_finding(codes::kYamlWrongType, std::string(what) + " is " +
                                                      kind_word(node.kind) +
                                                      "; a single value was expected")
                  .at(node.location)
                  .on(std::string(what), "type"));
  return std::nullopt;
}

}  // namespace sealring::core
