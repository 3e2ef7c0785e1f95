// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/yaml.h"
#include "sdcgen/model.h"

namespace sealring::sdcgen {

/// A copy of a YAML tree with its parameters put in:
/// - `${expression}` in a text becomes the expression's value (whole numbers, names, + - * / and the functions of
///   spec_expression.h); names are looked up in `parameters`.
/// - a list item with `for: {lane: 0..lanes-1, side: [l, r]}` is repeated for each combination, the last variable
///   fastest; `{lane}` in its texts and keys becomes the value, and a number can be used in `${...}` as well.
/// Places stay those of the file. An expression without a value, or a range that is none, is SDC-0109; the text then
/// stays as it is. More than 1,000,000 items are SDC-0109 too.
struct TemplateNames {
  const Parameters& parameters;
  std::map<std::string, std::string, std::less<>> reasons =
      {};  ///< name -> why it has no value, for messages
  std::map<core::Location, std::set<std::string>>* used =
      nullptr;  ///< filled: place of a text -> names it used
};
core::YamlNode::Ptr expand_template(const core::YamlNode::Ptr& tree, const TemplateNames& names,
                                    core::Sink& sink);

}  // namespace sealring::sdcgen
