// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/context.h"

namespace sealring::cli {

/// Where the value of an option goes. Unset optionals stay empty; lists keep the order of the command line.
using Target = std::variant<bool*, std::string*, std::optional<std::string>*,
                            std::vector<std::string>*, std::uint64_t*>;

/// One option or positional argument of a verb. The same description feeds the parser, the help, the man page and
/// the completions.
struct OptionSpec {
  std::string name;   ///< "--out-dir"; a positional has no leading dash: "CONFIG.yaml"
  std::string value;  ///< word for the value in help ("DIR"); empty for flags and positionals
  std::string help;
  Target target;
  bool required = false;
  std::vector<std::string> choices;  ///< when not empty: the only words allowed
  bool several = false;              ///< a list option that takes several words after one mention
};

/// Collects the options of a verb.
class Options {
 public:
  Options& positional(std::string name, Target target, std::string help, bool required = true);
  Options& option(std::string name, std::string value, Target target, std::string help,
                  std::vector<std::string> choices = {});
  Options& required(std::string name, std::string value, Target target, std::string help);
  Options& flag(std::string name, bool* target, std::string help);
  /// "--from A B": one or more words after each mention.
  Options& several(std::string name, std::string value, std::vector<std::string>* target,
                   std::string help);

  const std::vector<OptionSpec>& all() const { return specs_; }

 private:
  std::vector<OptionSpec> specs_;
};

/// Name and help of a verb.
struct VerbInfo {
  std::string group;  ///< "sdc"; empty: a verb of the top level
  std::string name;
  std::string summary;                ///< one line, lower-case start, no full stop
  std::vector<std::string> examples;  ///< two whole command lines
  bool reports_findings =
      false;  ///< adds the options that every checking verb has (Context::findings)
};

/// One verb of the command line; one file each in commands/. Options are members of the verb.
class Verb {
 public:
  virtual ~Verb() = default;
  virtual VerbInfo info() const = 0;
  virtual void declare(Options& options) = 0;
  /// Does the work and returns the exit status (0, 1, 2; see docs/cli contract).
  virtual int run(Context& context) = 0;
};

/// Every verb, in the order of the help text (commands/all.cpp).
std::vector<std::unique_ptr<Verb>> all_verbs();

}  // namespace sealring::cli
