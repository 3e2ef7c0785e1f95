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

namespace {

Unexpected cannot_write(const std::filesystem::path& path, int error) {
  std::string advice = "check the folder's permissions";
  if (error == ENOSPC || error == EDQUOT) advice = "free some space and run again";
  if (error == ENOENT || error == ENOTDIR) advice = "create the folder first";
  return Unexpected({"IO-0008",
                     "cannot write '" + path.string() + "': " + std::strerror(error) + "; " +
                         advice + "; nothing was changed",
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

}  // namespace

Expected<void> write_atomically(const std::filesystem::path& path, std::string_view bytes) {
  std::string temporary = path.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return cannot_write(path, errno);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  bool good = write_all(descriptor, bytes) && ::fchmod(descriptor, 0666 & ~mask) == 0 &&
              ::fsync(descriptor) == 0;
  int error = good ? 0 : errno;
  if (::close(descriptor) != 0 && good) {
    good = false;
    error = errno;
  }
  if (good && ::rename(temporary.c_str(), path.c_str()) != 0) {
    good = false;
    error = errno;
  }
  if (!good) {
    ::unlink(temporary.c_str());
    return cannot_write(path, error);
  }
  return {};
}

}  // namespace sealring::core
