// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Files as a hostile producer may have left them: opened beneath one folder, never through links, and hashed from the
/// very descriptor that is copied.
namespace sealring::manifest {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return fd_; }
  int release();
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

Descriptor open_folder(const std::filesystem::path& path);

/// Opens `path` beneath the folder `dir` for reading: no '..', no symbolic or magic links (openat2). Does not block on
/// pipes. `problem` says what is wrong when nothing is returned.
Descriptor open_beneath(int dir, const std::string& path, std::string& problem);

struct Content {
  std::string sha256;
  std::uint64_t bytes = 0;
  bool executable = false;
};

/// Reads `from` to its end, writing to `to` when that is not negative, and hashes what was read. It must be a regular
/// file that does not change meanwhile, with one name unless `any_links`; otherwise `problem` is set.
std::optional<Content> read_content(int from, int to, bool any_links, std::string& problem);

/// The bytes of a small file of our own; "" when it cannot be read.
std::string read_whole(const std::filesystem::path& path);

/// Hashes a file given by path (links are followed: for inputs and programs the user names).
std::optional<Content> hash_path(const std::filesystem::path& path, std::string& problem);

/// Every file below `dir` in sorted order, '/' separated. Folders are entered without following links; at most
/// `limit` entries. `visit(path, what)`: `what` is "" for a regular file, else "is a symbolic link" and the like.
/// False when a folder cannot be read or the limit is passed; `problem` says which.
bool each_file(int dir, std::uint64_t limit,
               const std::function<void(const std::string& path, const std::string& what)>& visit,
               std::string& problem);

/// Creates the folders of `path` beneath `root` and writes a file there from descriptor or bytes; an existing file is
/// replaced. Not flushed to disk.
bool write_beneath(const std::filesystem::path& root, const std::string& path, int from,
                   bool executable, std::string& problem);

}  // namespace sealring::manifest
