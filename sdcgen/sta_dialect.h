// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <string_view>

namespace sealring::sdcgen {

/// How one family of OpenSTA versions behaves where it matters to the proof.
struct StaDialect {
  std::string_view version_prefix;  ///< "2.0.17", "3."
  bool tried = false;               ///< the tests of this project ran with it
  std::string_view
      keep_going_command;  ///< run first, so that read_sdc reports every error and not only the first
  std::string_view remark;
};

/// The row for a version text as `sta -version` prints it; an unknown version gets the newest row, untried.
const StaDialect& dialect_of(std::string_view version);

/// One line for people: "OpenSTA 2.0.17: tried with this version of sealring".
std::string describe_dialect(std::string_view version);

}  // namespace sealring::sdcgen
