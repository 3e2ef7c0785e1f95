// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <string>

#include "core/diagnostics/failure.h"

struct sqlite3;

namespace sealring::core {

/// The failure of a step of SQLite with result `result`: IO-0702 where the file is no database or damaged, else IO-0704.
Unexpected store_failure(sqlite3* database, int result);

/// The failure of opening `path`: IO-0702 or IO-0701. `database` may be nullptr.
Unexpected open_failure(const std::filesystem::path& path, sqlite3* database, int result);

/// The file of `database` as messages show it: relative where it lies below the current folder.
std::string shown_name(sqlite3* database);

}  // namespace sealring::core
