// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/yaml.h"

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

/// Builds the tree from yaml-cpp's events (its own node tree takes 50 times the file and drops duplicate keys).
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const InputFile& file, Sink& sink) : file_(file), sink_(sink) {}

  YamlNode::Ptr root;

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    place(fresh(YamlNode::Kind::kNull, mark, anchor));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    // An anchor that is still open would make a cycle; yaml-cpp has seen it, we have not closed it.
    const auto it = anchors_.find(anchor);
    if (it == anchors_.end() || is_open(it->second.get())) {
      throw YAML::ParserException(mark, "an alias refers to the value it stands in");
    }
    place(it->second);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (stack_.empty() || stack_.back().is_sequence() || stack_.back().key) {
      auto node = fresh(YamlNode::Kind::kScalar, mark, anchor);
      node->scalar = value;
      node->quoted = tag == "!";
      const bool null = !node->quoted && (value.empty() || value == "~" || value == "null");
      if (null) node->kind = YamlNode::Kind::kNull;
      node->location.end_column =
          node->location.column + static_cast<std::uint32_t>(value.size()) + (node->quoted ? 2 : 0);
      if (value.find('\n') != std::string::npos) node->location.end_column = 0;
      place(node);
      return;
    }
    Location where = at(mark);
    where.end_column = where.column + static_cast<std::uint32_t>(value.size());
    stack_.back().key = {value, where};
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
  struct Level {
    std::shared_ptr<YamlNode> node;
    std::optional<Key> key;
    std::unordered_map<std::string, Location> seen;
    bool is_sequence() const { return node->kind == YamlNode::Kind::kSequence; }
  };

  Location at(const YAML::Mark& mark) const {
    return file_.at(static_cast<std::uint32_t>(mark.line + 1),
                    static_cast<std::uint32_t>(mark.column + 1));
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
    if (anchor != 0) anchors_[anchor] = node;
    return node;
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (!stack_.empty() && !stack_.back().is_sequence() && !stack_.back().key) {
      throw YAML::ParserException(mark, "a key must be a single value");
    }
    stack_.push_back({fresh(kind, mark, anchor), std::nullopt, {}});
  }

  void close() {
    const std::shared_ptr<YamlNode> node = stack_.back().node;
    stack_.pop_back();
    place(node);
  }

  void place(const std::shared_ptr<const YamlNode>& node) {
    if (stack_.empty()) {
      root = node;
      return;
    }
    Level& level = stack_.back();
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
      sink_.report(
          make_finding(codes::kYamlDuplicateKey,
                       "key '" + level.key->text +
                           "' stands twice in this mapping; first at line " +
                           std::to_string(first->second.line))
              .at(level.key->location)
              .on(file_.name, level.key->text + "@" + std::to_string(level.key->location.line))
              .note("first stands here", first->second));
    }
    level.key.reset();
  }

  const InputFile& file_;
  Sink& sink_;
  std::vector<Level> stack_;
  std::map<YAML::anchor_t, std::shared_ptr<const YamlNode>> anchors_;
};

const char* kind_word(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::kNull: return "empty";
    case YamlNode::Kind::kScalar: return "a single value";
    case YamlNode::Kind::kSequence: return "a list";
    case YamlNode::Kind::kMapping: break;
  }
  return "a mapping";
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return entry.value.get();
  }
  return nullptr;
}

YamlNode::Ptr parse_yaml(const InputFile& file, Sink& sink) {
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
      return refuse(YAML::Mark::null_mark(),
                    "the file holds more than one YAML document; one was expected");
    }
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
  if (value == nullptr && valid_) {
    const YamlNode* present = node_.find(key);
    const bool empty = present != nullptr;
    sink_.report(
        make_finding(codes::kYamlMissingKey,
                     what_ + (empty ? " has an empty '" : " has no '") + std::string(key) + "'")
            .at(empty ? present->location : node_.location)
            .on(what_, std::string(key)));
  }
  return value;
}

std::string YamlMap::require_text(std::string_view key) {
  const YamlNode* value = require(key);
  if (value == nullptr) return {};
  return scalar_text(*value, "'" + std::string(key) + "' of " + what_, sink_).value_or("");
}

std::optional<std::string> YamlMap::get_text(std::string_view key) {
  const YamlNode* value = get(key);
  if (value == nullptr) return std::nullopt;
  return scalar_text(*value, "'" + std::string(key) + "' of " + what_, sink_);
}

std::optional<bool> YamlMap::get_bool(std::string_view key) {
  const YamlNode* value = get(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind == YamlNode::Kind::kScalar && value->scalar == "true") return true;
  if (value->kind == YamlNode::Kind::kScalar && value->scalar == "false") return false;
  sink_.report(make_finding(codes::kYamlWrongType, "'" + std::string(key) + "' of " + what_ +
                                                       " is '" + value->scalar +
                                                       "'; true or false was expected")
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
                            "'" + std::string(key) + "' of " + what_ + " is " +
                                (value->kind == YamlNode::Kind::kScalar ? "'" + value->scalar + "'"
                                                                        : kind_word(value->kind)) +
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
  sink.report(make_finding(codes::kYamlWrongSchema, "'schema' is '" + node->scalar + "'; '" +
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
