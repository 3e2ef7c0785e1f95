// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <map>

#include "core/units/parse.h"
#include "sdcgen/codes.h"
#include "sdcgen/import.h"
#include "sdcgen/import/yaml_text.h"
#include "sdcgen/prove/sta_output.h"
#include "sdcgen/prove/written_sdc.h"

namespace sealring::sdcgen {

namespace {

using Words = std::vector<std::string>;

/// One command of a skeleton with its line.
struct Command {
  std::uint32_t line = 0;
  std::string text;
  Words words;

  std::string value_of(const std::string& option) const {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (words[i] == option) return words[i + 1];
    }
    return {};
  }
  bool has(const std::string& option) const {
    return std::find(words.begin(), words.end(), option) != words.end();
  }
};

/// Commands of a text; one goes on while its line ends in a backslash or a brace or bracket is open.
std::vector<Command> commands_of(const std::string& text) {
  std::vector<Command> commands;
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    Command command;
    command.line = line;
    int depth = 0;
    while (at < text.size()) {
      const char c = text[at++];
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      if (c == '\n') ++line;
      if (c == '\n' && depth <= 0) {
        if (command.text.ends_with('\\')) {
          command.text.back() = ' ';
          continue;
        }
        break;
      }
      command.text += c == '\n' ? ' ' : c;
    }
    const std::size_t first = command.text.find_first_not_of(" \t\r");
    if (first == std::string::npos || command.text[first] == '#') continue;
    command.text = command.text.substr(first);
    while (command.text.ends_with(' ') || command.text.ends_with('\r')) command.text.pop_back();
    command.words = split_tcl_words(command.text);
    commands.push_back(std::move(command));
  }
  return commands;
}

/// Draft entries, by list.
class Draft {
 public:
  Draft(std::string placeholder, std::string file)
      : placeholder_(std::move(placeholder)), file_(std::move(file)) {}

  void add(const Command& command) {
    if (command.words.empty()) return;
    const std::string& name = command.words[0];
    const bool taken = (name == "set_false_path" && false_path(command)) ||
                       (name == "set_multicycle_path" && multicycle(command)) ||
                       (name == "set_case_analysis" && case_value(command)) ||
                       (name == "set_clock_groups" && groups(command));
    if (!taken) raw(command);
  }

  std::string text() {
    // A setup multicycle without its hold is no entry; it stays as it was written.
    for (auto& [key, pair] : multicycles_) {
      if (pair.setup.empty() || pair.hold.empty()) {
        for (const Command& command : pair.commands) raw(command);
      } else {
        exceptions_ += entry(pair.commands.front()) + "    kind: multicycle\n" + key +
                       "    setup: " + pair.setup + "\n    hold: " + pair.hold +
                       "\n    edge: " + pair.edge + "\n" + origin(pair.commands.front());
        ++entries;
      }
    }
    std::string all;
    for (const auto& [list, body] :
         {std::pair{"relations", &relations_}, std::pair{"exceptions", &exceptions_},
          std::pair{"case", &cases_}, std::pair{"raw", &raw_}}) {
      if (!body->empty()) all += std::string(list) + ":\n" + *body;
    }
    return all;
  }

  std::uint64_t entries = 0;
  std::uint64_t raws = 0;

 private:
  struct Pair {
    std::string setup;
    std::string hold;
    std::string edge;
    std::vector<Command> commands;
  };

  static std::string entry(const Command& command) {
    return "  - id: line" + std::to_string(command.line) + "\n";
  }

  std::string origin(const Command& command) const {
    return "    reason: from the skeleton\n    origin: {from: template, ref: " +
           yaml_text(file_ + ":" + std::to_string(command.line)) + "}\n";
  }

  /// A name below the instance: the placeholder of the instance's path is taken off.
  std::string below(std::string name) const {
    if (!placeholder_.empty() && name.starts_with(placeholder_ + "/"))
      return name.substr(placeholder_.size() + 1);
    return name;
  }

  /// "{pin: ['a', 'b'], clock: ['c']}" of "[get_pins {a b}]" and the like; empty when it is anything else.
  std::string objects(const std::string& word) const {
    static const std::map<std::string, std::string> kKinds{
        {"get_pins", "pin"}, {"get_ports", "port"}, {"get_cells", "cell"}, {"get_clocks", "clock"}};
    if (!word.starts_with("[get_") || !word.ends_with(']')) return {};
    const Words inner = split_tcl_words(word.substr(1, word.size() - 2));
    if (inner.size() != 2 || !kKinds.contains(inner[0])) return {};
    std::string names;
    for (const std::string& name : split_tcl_words(inner[1]))
      names += (names.empty() ? "" : ", ") + yaml_text(below(name));
    return "{" + kKinds.at(inner[0]) + ": [" + names + "]}";
  }

  /// The lines from, through, to; empty when one of them cannot be read or another option stands there.
  std::string ends(const Command& command, const Words& known) const {
    std::string text;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
      const std::string& word = command.words[i];
      if (word == "-from" || word == "-through" || word == "-to") {
        const std::string list = i + 1 < command.words.size() ? objects(command.words[i + 1]) : "";
        const bool again = text.find("    " + word.substr(1) + ": ") != std::string::npos;
        if (list.empty() || again) return {};  // a second -through is another point of the path
        text += "    " + word.substr(1) + ": " + list + "\n";
        ++i;
      } else if (word.starts_with('-') &&
                 std::find(known.begin(), known.end(), word) == known.end()) {
        return {};
      }
    }
    return text;
  }

  bool false_path(const Command& command) {
    const std::string text = ends(command, {"-setup", "-hold"});
    if (text.empty()) return false;
    exceptions_ += entry(command) + "    kind: false_path\n" + text +
                   (command.has("-setup")  ? "    of: setup\n"
                    : command.has("-hold") ? "    of: hold\n"
                                           : "") +
                   origin(command);
    ++entries;
    return true;
  }

  bool multicycle(const Command& command) {
    const std::string text = ends(command, {"-setup", "-hold", "-start", "-end"});
    std::string number;
    for (const std::string& word : command.words) {
      if (core::parse_integer(word)) number = word;
    }
    const bool has_edge = command.has("-start") || command.has("-end");
    if (text.empty() || number.empty() || !has_edge ||
        command.has("-setup") == command.has("-hold"))
      return false;
    Pair& pair = multicycles_[text];
    const std::string edge = command.has("-start") ? "start" : "end";
    std::string& side = command.has("-setup") ? pair.setup : pair.hold;
    // Given again, or counted in cycles of the other clock: one entry cannot say both.
    if (!side.empty() || (!pair.edge.empty() && pair.edge != edge)) return false;
    side = number;
    pair.edge = edge;
    pair.commands.push_back(command);
    return true;
  }

  bool case_value(const Command& command) {
    if (command.words.size() != 3) return false;
    const std::string list = objects(command.words[2]);
    const bool good = command.words[1] == "0" || command.words[1] == "1" ||
                      command.words[1] == "rising" || command.words[1] == "falling";
    if (!good || (!list.starts_with("{pin") && !list.starts_with("{port"))) return false;
    cases_ += entry(command) + "    " + list.substr(1, list.size() - 2) +
              "\n    value: " + command.words[1] + "\n" + origin(command);
    ++entries;
    return true;
  }

  bool groups(const Command& command) {
    std::string kind;
    for (const char* one : {"asynchronous", "logically_exclusive", "physically_exclusive"}) {
      if (command.has("-" + std::string(one))) kind = one;
    }
    std::string between;
    std::size_t count = 0;
    for (std::size_t i = 1; i + 1 < command.words.size(); ++i) {
      if (command.words[i] != "-group") continue;
      std::string list = objects(command.words[i + 1]);
      if (list.starts_with("{clock: ")) {
        list = list.substr(8, list.size() - 9);
      } else {
        std::string names;
        for (const std::string& name : split_tcl_words(command.words[i + 1]))
          names += (names.empty() ? "" : ", ") + yaml_text(name);
        list = command.words[i + 1].starts_with('[') ? "" : "[" + names + "]";
      }
      if (list.empty()) return false;
      between += (between.empty() ? "" : ", ") + list;
      ++count;
    }
    // One group would be cut from everything, which is never taken over as a relation.
    if (kind.empty() || count < 2) return false;
    relations_ += entry(command) + "    kind: " + kind + "\n    between: [" + between + "]\n" +
                  origin(command);
    ++entries;
    return true;
  }

  void raw(const Command& command) {
    std::string text = command.text;
    for (std::size_t at = placeholder_.empty() ? std::string::npos : text.find(placeholder_ + "/");
         at != std::string::npos; at = text.find(placeholder_ + "/", at + 7))
      text.replace(at, placeholder_.size(), "{path}");
    raw_ += entry(command) + "    text: " + yaml_text(text) + "\n" + origin(command);
    ++raws;
  }

  std::string placeholder_;
  std::string file_;
  std::string relations_;
  std::string exceptions_;
  std::string cases_;
  std::string raw_;
  std::map<std::string, Pair> multicycles_;
};

}  // namespace

std::optional<Imported> import_skeleton(const core::InputReader& reader,
                                        const ImportOptions& options, core::Sink& sink) {
  const auto file = reader.read(options.file, reader.limits().design, sink);
  if (!file) return std::nullopt;
  Draft draft(options.placeholder, file->name);
  for (const Command& command : commands_of(file->text)) draft.add(command);
  std::string body = draft.text();
  if (body.empty()) {
    sink.report(core::make_finding(codes::kNothingToDo, "'" + file->name + "' holds no command")
                    .at({file->name})
                    .on(file->name, "skeleton"));
    return std::nullopt;
  }
  Imported imported;
  imported.entries = draft.entries + draft.raws;
  imported.left_out = 0;
  const std::string stem = options.name.empty() ? options.file.stem().string() : options.name;
  imported.files = {{stem + ".entries.yaml",
                     "# From " + file->name +
                         ": candidates, written to no SDC until somebody confirms them.\n" + body}};
  return imported;
}

}  // namespace sealring::sdcgen
