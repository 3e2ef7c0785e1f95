// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/verb.h"

namespace sealring::cli {

Options& Options::positional(std::string name, Target target, std::string help, bool required) {
  specs_.push_back({std::move(name), "", std::move(help), target, required, {}, false});
  return *this;
}

Options& Options::option(std::string name, std::string value, Target target, std::string help,
                         std::vector<std::string> choices) {
  specs_.push_back({std::move(name), std::move(value), std::move(help), target, false,
                    std::move(choices), false});
  return *this;
}

Options& Options::required(std::string name, std::string value, Target target, std::string help) {
  specs_.push_back({std::move(name), std::move(value), std::move(help), target, true, {}, false});
  return *this;
}

Options& Options::flag(std::string name, bool* target, std::string help) {
  specs_.push_back({std::move(name), "", std::move(help), target, false, {}, false});
  return *this;
}

Options& Options::several(std::string name, std::string value, std::vector<std::string>* target,
                          std::string help) {
  specs_.push_back({std::move(name), std::move(value), std::move(help), target, false, {}, true});
  return *this;
}

}  // namespace sealring::cli
