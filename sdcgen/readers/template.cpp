// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/template.h"

#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"
#include "sdcgen/readers/spec_expression.h"

namespace sealring::sdcgen {

namespace {

using core::YamlNode;

constexpr std::size_t kMaxItems = 1'000'000;

/// One variable of a `for` with the texts it runs through.
struct Loop {
  std::string name;
  std::vector<std::string> values;
};

class Expander {
 public:
  Expander(const TemplateNames& names, core::Sink& sink) : names_(names), sink_(sink) {}

  /// A copy with every text put in. The `for` of a list item has done its work by then and is left out.
  YamlNode::Ptr expand(const YamlNode& node, bool is_item = false) {
    auto copy = std::make_shared<YamlNode>();
    copy->kind = node.kind;
    copy->quoted = node.quoted;
    copy->location = node.location;
    copy->scalar = text(node.scalar, node.location);
    for (const YamlNode::Entry& entry : node.entries) {
      if (is_item && entry.key == "for") continue;
      copy->entries.push_back(
          {text(entry.key, entry.key_location), entry.key_location, expand(*entry.value)});
    }
    for (const YamlNode::Ptr& item : node.items) repeat(*item, copy->items);
    return copy;
  }

 private:
  void repeat(const YamlNode& item, std::vector<YamlNode::Ptr>& out) {
    const YamlNode* loops_node = item.kind == YamlNode::Kind::kMapping ? item.find("for") : nullptr;
    if (loops_node == nullptr) {
      out.push_back(expand(item, true));
      return;
    }
    const std::vector<Loop> loops = read_loops(*loops_node);
    if (loops.empty()) return;
    run(item, loops, 0, out);
  }

  void run(const YamlNode& item, const std::vector<Loop>& loops, std::size_t depth,
           std::vector<YamlNode::Ptr>& out) {
    if (depth == loops.size()) {
      if (++made_ > kMaxItems) {
        if (made_ == kMaxItems + 1)
          refuse(item.location, "'for' makes more than " + std::to_string(kMaxItems) + " items");
        return;
      }
      out.push_back(expand(item, true));
      return;
    }
    for (const std::string& value : loops[depth].values) {
      variables_[loops[depth].name] = value;
      run(item, loops, depth + 1, out);
    }
    variables_.erase(loops[depth].name);
  }

  std::vector<Loop> read_loops(const YamlNode& node) {
    std::vector<Loop> loops;
    for (const YamlNode::Entry& entry : node.entries) {
      Loop loop{entry.key, {}};
      if (entry.value->kind == YamlNode::Kind::kSequence) {
        for (const YamlNode::Ptr& item : entry.value->items)
          loop.values.push_back(text(item->scalar, item->location));
      } else if (!read_range(*entry.value, loop.values)) {
        return {};
      }
      loops.push_back(std::move(loop));
    }
    if (loops.empty()) refuse(node.location, "'for' names no variable; {lane: 0..3} was expected");
    return loops;
  }

  /// "0..lanes-1": both ends are expressions.
  bool read_range(const YamlNode& node, std::vector<std::string>& values) {
    const std::string range = text(node.scalar, node.location);
    const std::size_t dots = range.find("..");
    const auto low =
        dots == std::string::npos ? std::nullopt : evaluate(range.substr(0, dots), node.location);
    const auto high =
        dots == std::string::npos ? std::nullopt : evaluate(range.substr(dots + 2), node.location);
    if (dots == std::string::npos) {
      refuse(node.location, "'" + range + "' is no range; 0..3 or a list was expected");
      return false;
    }
    if (!low || !high) return false;
    const bool good = low->is_integer() && high->is_integer() &&
                      *high - *low < core::Rational(static_cast<std::int64_t>(kMaxItems));
    if (!good) {
      refuse(node.location, "'" + range + "' is no range of whole numbers");
      return false;
    }
    for (core::Rational at = *low; at <= *high; at = at + core::Rational(1))
      values.push_back(core::format_decimal(at, 39));
    return true;
  }

  std::string text(const std::string& given, const core::Location& place) {
    if (given.find('{') == std::string::npos) return given;
    std::string result;
    for (std::size_t i = 0; i < given.size();) {
      if (given.compare(i, 3, "$${") == 0) {  // a variable of Tcl, not one of ours
        result += "${";
        i += 3;
        continue;
      }
      const bool expression = given.compare(i, 2, "${") == 0;
      const std::size_t open = expression ? i + 1 : i;
      const std::size_t close = given[open] == '{' ? closing(given, open) : std::string::npos;
      if (close == std::string::npos) {
        result += given[i++];
        continue;
      }
      const std::string inner = given.substr(open + 1, close - open - 1);
      const auto variable = variables_.find(inner);
      if (expression) {
        const auto value = evaluate(text(inner, place), place);
        result += value ? core::format_decimal(*value, 39) : given.substr(i, close + 1 - i);
      } else if (variable != variables_.end()) {
        result += variable->second;
      } else {
        // A brace of the text itself; there may be variables inside.
        result += given[i++];
        continue;
      }
      i = close + 1;
    }
    return result;
  }

  /// The brace that closes the one at `open`; npos when none does.
  static std::size_t closing(const std::string& given, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < given.size(); ++i) {
      if (given[i] == '{') ++depth;
      if (given[i] == '}' && --depth == 0) return i;
    }
    return std::string::npos;
  }

  std::optional<core::Rational> evaluate(const std::string& expression,
                                         const core::Location& place) {
    std::string unknown;
    const auto value = evaluate_spec_expression(
        expression, [&](std::string_view name) -> std::optional<core::Rational> {
          const auto variable = variables_.find(name);
          if (variable != variables_.end()) return core::parse_decimal(variable->second);
          const auto parameter = names_.parameters.find(name);
          if (parameter == names_.parameters.end()) {
            if (unknown.empty()) unknown = std::string(name);
            return std::nullopt;
          }
          if (names_.used != nullptr) (*names_.used)[place].emplace(name);
          return parameter->second.value;
        });
    if (value) return value;
    std::vector<std::string> known;
    for (const auto& [name, parameter] : names_.parameters) known.push_back(name);
    const auto reason = names_.reasons.find(unknown);
    std::string why;
    if (reason != names_.reasons.end()) {
      why = ": '" + unknown + "' " + reason->second;
    } else if (!unknown.empty()) {
      why = ": nothing defines '" + unknown + "'" + core::did_you_mean(unknown, known);
    }
    refuse(place, "'" + expression + "' has no value" + why);
    return std::nullopt;
  }

  void refuse(const core::Location& place, std::string message) {
    sink_.report(core::make_finding(codes::kBadExpression, std::move(message))
                     .at(place)
                     .on("parameters", core::to_string(place)));
  }

  const TemplateNames& names_;
  core::Sink& sink_;
  std::map<std::string, std::string, std::less<>> variables_;
  std::size_t made_ = 0;
};

}  // namespace

YamlNode::Ptr expand_template(const YamlNode::Ptr& tree, const TemplateNames& names,
                              core::Sink& sink) {
  return Expander(names, sink).expand(*tree);
}

}  // namespace sealring::sdcgen
