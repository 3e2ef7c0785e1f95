// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/diagnostics/failure.h"
#include "core/diagnostics/sink.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

/// `cas/`: one read-only file per content, named by its SHA-256 ("ab/cdef..."). Nothing is ever removed.
class ContentStore {
 public:
  /// Opens the folder, creating it when it is missing (IO-0008 when that fails).
  static core::Expected<ContentStore> open(const std::filesystem::path& folder);

  /// Copies what `from` holds into the store; the copy is a new file, and what is hashed is what was copied. On any
  /// trouble `problem` is set and nothing is left under the digest. Durable only after `sync`.
  std::optional<Content> put(int from, std::string& problem);
  /// The same for bytes in memory.
  std::optional<Content> put_bytes(std::string_view bytes, std::string& problem);

  /// Makes everything that was put durable: one syncfs for the whole file system.
  core::Expected<void> sync();

  /// Opens content for reading; an empty descriptor when it is not there.
  Descriptor get(const std::string& sha256) const;

  /// Hashes every file; MAN-0408 for content that does not have the digest of its name. Returns how many were read.
  std::uint64_t verify(core::Sink& sink) const;

 private:
  explicit ContentStore(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::string temporary_name();
  bool place(const std::string& temporary, const std::string& sha256, std::string& problem);
  std::filesystem::path folder_;
  std::uint64_t count_ = 0;
};

}  // namespace sealring::manifest
