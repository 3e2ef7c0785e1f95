// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/context.h"

namespace sealring::cli {

/// Every code table of the program, in module order.
core::CodeCatalogue all_codes();

/// Parses and runs one command line (without the program name); returns the exit status.
int run_program(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

/// Runs one command line inside a running program, its check results going to `collected` (see Context). Used by
/// `sealring check`. Returns the verb's exit status.
int run_nested(const std::vector<std::string>& arguments, const Context& outer,
               std::vector<CheckResult>& collected);

}  // namespace sealring::cli
