// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "cli/verb.h"

namespace sealring::cli {

/// Options that stand before or after any verb.
struct GlobalOptions {
  bool quiet = false;
  bool verbose = false;
  std::string colour = "auto";
  std::string progress = "auto";
  std::uint64_t jobs = 0;
  std::optional<std::string> directory;
  std::optional<std::string> settings;
  bool no_settings = false;
  std::optional<std::string> workspace;
  std::vector<std::string> define;
};

/// A verb with everything that the command line knows about it.
struct BoundVerb {
  std::unique_ptr<Verb> verb;
  VerbInfo info;
  Options options;          ///< the verb's own
  Options finding_options;  ///< the shared ones; empty when the verb reports no findings
  std::string path() const { return info.group.empty() ? info.name : info.group + " " + info.name; }
};

/// Outcome of reading the command line.
struct ParsedCommand {
  BoundVerb* verb = nullptr;  ///< nullptr: help was printed or the command line is wrong
  int exit_status = 0;        ///< when verb is nullptr
};

/// The options in GlobalOptions and FindingOptions with their help, for parser, help and documents.
Options global_option_table(GlobalOptions& values);
Options finding_option_table(FindingOptions& values);

/// Binds every verb's options; `findings` receives the shared ones.
std::vector<BoundVerb> bind_verbs(FindingOptions& findings);

/// Parses argv (without the program name). Prints help on `out`; every usage error on `err` with a suggestion, exit
/// status 2. This is the one user of CLI11.
ParsedCommand parse_command_line(const std::vector<std::string>& arguments,
                                 std::vector<BoundVerb>& verbs, GlobalOptions& globals,
                                 std::ostream& out, std::ostream& err);

/// The words of a text, split at blanks; no quoting.
std::vector<std::string> split_words(const std::string& text);

/// What a group of verbs is for ("sdc" -> "timing constraints from IP tables").
std::string group_summary(const std::string& group);

}  // namespace sealring::cli
