// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics/failure.h"
#include "core/store/sqlite.h"

namespace sealring::core {

/// A result found in the cache and the execution that made it.
struct CachedResult {
  std::string execution_id;
  std::string result;
};

/// Results by content key, in `.sealring/cache.db`: may be deleted at any time. Only successful results belong here;
/// the key must cover everything the result depends on (content_key of an ExecutionRecord).
class Cache {
 public:
  /// Opens or creates the file and its folder.
  static Expected<Cache> open(const std::filesystem::path& file);

  /// The result of `kind` under `key`, or nothing. A damaged entry (its digest does not match) counts as absent.
  Expected<std::optional<CachedResult>> get(std::string_view kind, std::string_view key);

  /// Stores a result; an entry under the same key is replaced.
  Expected<void> put(std::string_view kind, std::string_view key, std::string_view execution_id,
                     std::string_view result);

 private:
  explicit Cache(Database database) : database_(std::move(database)) {}
  Database database_;
};

}  // namespace sealring::core
