// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/context.h"
#include "rapidwright_bridge/library.h"

namespace sealring::cli {

/// `--library FILE`, else .sealring/modules.db of the project, else modules.db here.
std::filesystem::path library_path(const Context& context, const std::optional<std::string>& given);

/// Opens the library; RWB-0301 as a finding when it cannot be used. `write`: it is made where it is missing.
std::optional<rapidwright_bridge::Library> open_library(const std::filesystem::path& path,
                                                        bool write, CheckResult& check);

/// Turns a failure of the library into a finding of the verb.
void library_failure(const core::Failure& failure, CheckResult& check);

/// One implementation as JSON.
nlohmann::ordered_json implementation_json(const rapidwright_bridge::ImplementationRow& row);

}  // namespace sealring::cli
