// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>

namespace sealring::core {

/// Whether a file system of this type (f_type of statfs(2)) may be served by another machine: NFS, SMB, cluster file
/// systems, FUSE and 9p. There the shared memory of SQLite's write-ahead log does not work
/// (https://www.sqlite.org/wal.html, "all processes must be on the same host").
bool is_network_type(std::uint32_t type);

/// The same for the file system that holds `path`, which need not exist yet; false when it cannot be told.
bool on_network_file_system(const std::filesystem::path& path);

}  // namespace sealring::core
