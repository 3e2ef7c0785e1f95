// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <string_view>

#include "core/diagnostics/failure.h"

namespace sealring::core {

/// Writes `bytes` to a temporary file in the same folder, flushes it to disk and renames it over `path`: a reader sees
/// the old file or the whole new one. On failure (IO-0008: full disk, no permission ...) nothing is left behind. The
/// mode of a file that was there is kept, a symbolic link is followed, a device or pipe is written to directly.
Expected<void> write_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace sealring::core
