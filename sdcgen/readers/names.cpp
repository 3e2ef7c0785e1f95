// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/names.h"

#include <algorithm>
#include <cctype>

#include "sdcgen/codes.h"

namespace sealring::sdcgen {

bool check_name(std::string_view what, const std::string& name, const core::Location& location,
                core::Sink& sink) {
  const bool good = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
  if (!good) {
    sink.report(
        core::make_finding(codes::kBadName, std::string(what) + " '" + name +
                                                "' may hold letters, digits, '_' and '-' only")
            .at(location)
            .on(std::string(what), name));
  }
  return good;
}

}  // namespace sealring::sdcgen
