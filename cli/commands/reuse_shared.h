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

/// Reports a value that an option cannot have; `message` says which one was expected.
void bad_option(CheckResult& check, const std::string& option, const std::string& message);

/// Whether --target-tool, where given, is a version such as 2022.1; reports it if not.
bool good_tool_version(const std::optional<std::string>& version, CheckResult& check);

}  // namespace sealring::cli
