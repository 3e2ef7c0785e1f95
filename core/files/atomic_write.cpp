// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/atomic_write.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace sealring::core {

namespace fs = std::filesystem;

namespace {

Unexpected cannot_write(const fs::path& path, int error, std::string_view consequence) {
  std::string advice = "check the folder's permissions";
  if (error == ENOSPC || error == EDQUOT) advice = "free some space and run again";
  if (error == ENOENT || error == ENOTDIR) advice = "create the folder first";
  if (error == EISDIR) advice = "name a file in that folder";
  return Unexpected({"IO-0008",
                     "cannot write '" + path.string() + "': " + std::strerror(error) + "; " +
                         advice + std::string(consequence),
                     {}});
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

/// Closes the descriptor; returns errno of the first thing that went wrong, 0 when nothing did.
int close_after(int descriptor, bool good) {
  int error = good ? 0 : errno;
  if (::close(descriptor) != 0 && good) error = errno;
  return error;
}

/// Opens a new file beside `path`; `temporary` becomes its name. The kernel applies the umask.
int open_beside(const fs::path& path, std::string& temporary) {
  static constexpr int kAttempts = 1000;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    temporary =
        path.string() + "." + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

/// Devices and pipes have nothing to be replaced: renaming over /dev/null would remove it for everybody.
Expected<void> write_through(const fs::path& path, std::string_view bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(path, errno, "");
  const int error = close_after(descriptor, write_all(descriptor, bytes));
  if (error != 0) return cannot_write(path, error, "");
  return {};
}

}  // namespace

Expected<void> write_atomically(const fs::path& path, std::string_view bytes) {
  static constexpr std::string_view kUnchanged = "; nothing was changed";
  // A link stays a link: what it points to is replaced.
  std::error_code ignored;
  fs::path target = path;
  if (fs::is_symlink(path, ignored)) {
    const fs::path real = fs::canonical(path, ignored);
    if (!real.empty()) target = real;
  }
  struct stat old{};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return cannot_write(path, EISDIR, kUnchanged);
  if (exists && !S_ISREG(old.st_mode)) return write_through(target, bytes);

  std::string temporary;
  const int descriptor = open_beside(target, temporary);
  if (descriptor < 0) return cannot_write(path, errno, kUnchanged);
  const bool good = write_all(descriptor, bytes) &&
                    (!exists || ::fchmod(descriptor, old.st_mode & 07777U) == 0) &&
                    ::fsync(descriptor) == 0;
  int error = close_after(descriptor, good);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    return cannot_write(path, error, kUnchanged);
  }
  return {};
}

}  // namespace sealring::core
