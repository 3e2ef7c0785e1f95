// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>

#include "cli/codes.h"
#include "core/diagnostics/suggest.h"

namespace sealring::cli {

namespace {

/// Adds one described option to a CLI11 app.
void add_option(::CLI::App& app, const OptionSpec& spec) {
  ::CLI::Option* option = std::visit(
      [&](auto* target) -> ::CLI::Option* {
        using T = std::remove_pointer_t<decltype(target)>;
        if constexpr (std::is_same_v<T, bool>) {
          return app.add_flag(spec.name, *target, spec.help);
        } else {
          ::CLI::Option* made = app.add_option(spec.name, *target, spec.help);
          // One value per mention: "--view a --view b"; only a positional list takes several words.
          if constexpr (std::is_same_v<T, std::vector<std::string>>) {
            if (spec.name.starts_with('-') && !spec.several) {
              made->expected(1)->take_all()->allow_extra_args(false);
            }
          }
          return made;
        }
      },
      spec.target);
  if (!spec.value.empty()) option->type_name(spec.value);
  if (spec.required) option->required();
  if (!spec.choices.empty()) {
    option->check(::CLI::IsMember(spec.choices));
    std::string words;
    for (const std::string& choice : spec.choices) words += (words.empty() ? "" : "|") + choice;
    option->type_name(words);
  }
}

/// The tree of groups and verbs as CLI11 apps.
class Tree {
 public:
  Tree(std::vector<BoundVerb>& verbs, GlobalOptions& globals)
      : root_("sealring: checks what changes hands in chip sign-off", "sealring") {
    root_.require_subcommand(0, 1);
    root_.set_help_flag("-h,--help", "this text");
    root_.set_version_flag("--version", SEALRING_VERSION);
    const Options global = global_option_table(globals);
    for (const OptionSpec& spec : global.all()) add_option(root_, spec);
    for (BoundVerb& verb : verbs) add_verb(verb);
  }

  ::CLI::App& root() { return root_; }

  /// The app that the leading words name, how many words that took, and the next word if it is no part of the tree.
  struct Walk {
    ::CLI::App* app;
    std::string path;
    std::string stray;
    bool complete = false;  ///< the app is a verb
  };
  Walk walk(const std::vector<std::string>& arguments) {
    Walk walk{&root_, "", "", false};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& word = arguments[i];
      if (word.starts_with('-') && word.size() > 1) {
        if (takes_value(word)) ++i;
        continue;
      }
      ::CLI::App* next = find_child(*walk.app, word);
      if (next == nullptr) {
        walk.stray = word;
        return walk;
      }
      walk.app = next;
      walk.path += (walk.path.empty() ? "" : " ") + word;
      walk.complete = verbs_.contains(next);
      if (walk.complete) return walk;
    }
    return walk;
  }

  BoundVerb* verb_of(::CLI::App* app) {
    const auto it = verbs_.find(app);
    return it == verbs_.end() ? nullptr : it->second;
  }

  static std::vector<std::string> children(const ::CLI::App& app) {
    std::vector<std::string> names;
    for (const ::CLI::App* child : app.get_subcommands([](const ::CLI::App*) { return true; })) {
      names.push_back(child->get_name());
    }
    return names;
  }

 private:
  static ::CLI::App* find_child(::CLI::App& app, const std::string& name) {
    for (::CLI::App* child : app.get_subcommands([](::CLI::App*) { return true; })) {
      if (child->get_name() == name) return child;
    }
    return nullptr;
  }

  bool takes_value(const std::string& word) const {
    if (word.find('=') != std::string::npos) return false;
    const ::CLI::Option* option = root_.get_option_no_throw(word);
    return option != nullptr && option->get_expected_max() > 0;
  }

  void add_verb(BoundVerb& bound) {
    ::CLI::App* parent = &root_;
    std::string path;
    for (const std::string& word : split_words(bound.info.group)) {
      path += (path.empty() ? "" : " ") + word;
      ::CLI::App* child = find_child(*parent, word);
      if (child == nullptr) {
        child = parent->add_subcommand(word, group_summary(path));
        child->require_subcommand(0, 1);
        child->fallthrough();
      }
      parent = child;
    }
    ::CLI::App* app = parent->add_subcommand(bound.info.name, bound.info.summary);
    app->fallthrough();
    for (const OptionSpec& spec : bound.options.all()) add_option(*app, spec);
    for (const OptionSpec& spec : bound.finding_options.all()) {
      add_option(*app, spec);
      app->get_option(spec.name.substr(spec.name.rfind(',') + 1))->group("Findings");
    }
    std::string footer = "Examples:\n";
    for (const std::string& example : bound.info.examples) footer += "  " + example + "\n";
    app->footer(footer);
    verbs_[app] = &bound;
  }

  ::CLI::App root_;
  std::map<::CLI::App*, BoundVerb*> verbs_;
};

void usage_error(std::ostream& err, const core::Code& code, const std::string& message,
                 const std::string& hint) {
  err << "sealring: error: " << message << " [" << code.id << "]\n";
  if (!hint.empty()) err << "  " << hint << "\n";
}

std::string help_hint(const std::string& path) {
  return "see 'sealring " + path + (path.empty() ? "" : " ") + "--help'";
}

/// Long names of all options an app accepts, its parents' included.
std::vector<std::string> option_names(const ::CLI::App* app) {
  std::vector<std::string> names;
  for (; app != nullptr; app = app->get_parent()) {
    for (const ::CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

/// Turns a CLI11 complaint into ours.
void report_parse_error(const ::CLI::ParseError& error, const Tree::Walk& walk, std::ostream& err) {
  const std::string what = error.what();
  const std::string path = walk.path;
  if (dynamic_cast<const ::CLI::ExtrasError*>(&error) != nullptr) {
    const std::size_t colon = what.find(": ");
    const std::vector<std::string> words =
        split_words(colon == std::string::npos ? what : what.substr(colon + 2));
    // The first option among them is the cause; a plain word beside it is most likely its value.
    const auto option = std::find_if(words.begin(), words.end(),
                                     [](const std::string& text) { return text.starts_with('-'); });
    const std::string word =
        option != words.end() ? *option : (words.empty() ? what : words.front());
    const std::string name = word.substr(0, word.find('='));
    if (name.starts_with('-')) {
      usage_error(err, codes::kUnknownOption,
                  "unknown option '" + name + "' for '" + path + "'" +
                      core::did_you_mean(name, option_names(walk.app)),
                  help_hint(path));
    } else {
      usage_error(err, codes::kBadUsage, "'" + path + "' does not take the argument '" + word + "'",
                  help_hint(path));
    }
    return;
  }
  std::string message = what;
  std::replace(message.begin(), message.end(), '\n', ' ');
  const bool word_of_a_sentence =
      message.size() > 1 && std::islower(static_cast<unsigned char>(message[1])) != 0;
  if (word_of_a_sentence) message[0] = static_cast<char>(std::tolower(message[0]));
  usage_error(err, codes::kBadUsage, (path.empty() ? "" : "'" + path + "': ") + message,
              help_hint(path));
}

void print_tour(std::ostream& err, const std::vector<BoundVerb>& verbs) {
  err << "sealring: checks what changes hands in chip sign-off\n\n"
         "  sealring sdc generate CONFIG.yaml --prove require   constraints from tables, proved in "
         "OpenSTA\n"
         "  sealring check                                      every check that sealring.yaml "
         "enables\n"
         "  sealring doctor                                     which tools are here\n\nGroups:";
  std::string last;
  for (const BoundVerb& verb : verbs) {
    const std::string group = verb.info.group.substr(0, verb.info.group.find(' '));
    if (!group.empty() && group != last) err << ' ' << group;
    if (!group.empty()) last = group;
  }
  err << "\nsee 'sealring --help' and 'sealring GROUP VERB --help'\n";
}

/// Help of a verb or group with its whole command in the usage line.
std::string help_of(const ::CLI::App& app, const std::string& path) {
  std::string before;
  if (!path.empty()) {
    const std::size_t last = path.rfind(' ');
    before = "sealring" + (last == std::string::npos ? "" : " " + path.substr(0, last));
  }
  std::string text = app.help(before);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

ParsedCommand parse_command_line(const std::vector<std::string>& arguments,
                                 std::vector<BoundVerb>& verbs, GlobalOptions& globals,
                                 std::ostream& out, std::ostream& err) {
  if (arguments.empty()) {
    print_tour(err, verbs);
    return {nullptr, 2};
  }
  Tree tree(verbs, globals);
  const Tree::Walk walk = tree.walk(arguments);
  const bool help = std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
    return word == "-h" || word == "--help" || word == "--version";
  });
  if (!walk.stray.empty() && !walk.complete) {
    const std::vector<std::string> known = Tree::children(*walk.app);
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    usage_error(err, codes::kUnknownVerb,
                "unknown verb '" + walk.path + (walk.path.empty() ? "" : " ") + walk.stray + "'" +
                    core::did_you_mean(walk.stray, known),
                "known here: " + names);
    return {nullptr, 2};
  }
  if (!walk.complete && !help) {
    err << help_of(*walk.app, walk.path);
    return {nullptr, 2};
  }
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    tree.root().parse(reversed);
  } catch (const ::CLI::CallForHelp&) {
    out << help_of(*walk.app, walk.path);
    return {nullptr, 0};
  } catch (const ::CLI::CallForVersion&) {
    out << "sealring " << SEALRING_VERSION << "\n";
    return {nullptr, 0};
  } catch (const ::CLI::ParseError& error) {
    report_parse_error(error, walk, err);
    return {nullptr, 2};
  }
  return {tree.verb_of(walk.app), 0};
}

}  // namespace sealring::cli
