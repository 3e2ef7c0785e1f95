// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "core/codes.h"
#include "core/diagnostics/suggest.h"
#include "core/files/decompress.h"
#include "core/files/digest.h"

namespace sealring::core {

namespace fs = std::filesystem;

namespace {

/// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(const fs::path& path) : value_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

std::string missing_hint(const fs::path& path) {
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) return "; the folder does not exist";
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end && names.size() < 10000;
       it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  return did_you_mean(path.filename().string(), names);
}

/// Reads at most `limit` + 1 bytes, so that the caller sees an excess also on pipes. Returns errno, 0 when done.
int read_bytes(int descriptor, std::uint64_t size_hint, std::uint64_t limit, std::string& bytes) {
  bytes.resize(std::min<std::uint64_t>(size_hint, limit) + 1);
  std::size_t filled = 0;
  while (true) {
    if (filled == bytes.size()) {
      if (filled > limit) return 0;
      bytes.resize(std::min<std::uint64_t>(std::max<std::uint64_t>(filled * 2, 65536), limit + 1));
    }
    const ssize_t done = ::read(descriptor, bytes.data() + filled, bytes.size() - filled);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    if (done == 0) break;
    filled += static_cast<std::size_t>(done);
  }
  bytes.resize(filled);
  return 0;
}

}  // namespace

InputReader::InputReader(const fs::path& root, InputLimits limits)
    : root_(fs::weakly_canonical(root)), limits_(limits) {}

std::string InputReader::shown(const fs::path& path) const {
  if (path == "-") return "<stdin>";
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error).lexically_normal();
  const fs::path relative = absolute.lexically_relative(root_);
  // A path given as absolute and lying outside the root is shown as it was given: a chain of ".." helps nobody.
  const bool outside = relative.empty() || *relative.begin() == "..";
  return outside && path.is_absolute() ? path.lexically_normal().generic_string()
                                       : relative.generic_string();
}

std::optional<InputFile> InputReader::read(const fs::path& path, std::uint64_t limit, Sink& sink,
                                           const Location& referred_from) const {
  InputFile file;
  file.path = path;
  file.name = shown(path);
  const Location place = referred_from.file.empty() ? Location{file.name} : referred_from;
  const auto refuse = [&](const Code& code, std::string message) {
    sink.report(make_finding(code, std::move(message)).at(place).on(file.name));
    return std::nullopt;
  };
  const std::string quoted = "'" + file.name + "'";

  const Descriptor descriptor(path == "-" ? fs::path("/dev/stdin") : path);
  if (descriptor.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return refuse(codes::kFileMissing, "cannot find " + quoted + missing_hint(path));
    }
    return refuse(codes::kFileUnreadable, "cannot read " + quoted + ": " + std::strerror(errno));
  }
  struct stat status{};
  if (::fstat(descriptor.get(), &status) != 0) {
    return refuse(codes::kFileUnreadable, "cannot read " + quoted + ": " + std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    return refuse(codes::kFileUnreadable, quoted + " is a folder; name a file in it");
  }
  const auto too_large = [&] {
    return refuse(codes::kFileTooLarge, quoted + " is larger than the limit of " +
                                            std::to_string(limit) + " bytes for its kind");
  };
  if (static_cast<std::uint64_t>(status.st_size) > limit) return too_large();
  const int error =
      read_bytes(descriptor.get(), static_cast<std::uint64_t>(status.st_size), limit, file.text);
  if (error != 0) {
    return refuse(codes::kFileUnreadable, "cannot read " + quoted + ": " + std::strerror(error));
  }
  if (file.text.size() > limit) return too_large();
  if (file.text.empty()) return refuse(codes::kFileEmpty, quoted + " is empty");
  file.sha256 = sha256_hex(file.text);
  const Decompressed unpacked = decompress(file.text, limit);
  if (unpacked.state == Decompressed::State::kTooLarge) return too_large();
  if (unpacked.state == Decompressed::State::kDamaged) {
    return refuse(codes::kDamagedCompression, quoted + " does not unpack: " + unpacked.problem);
  }
  if (unpacked.state == Decompressed::State::kUnpacked) file.text = unpacked.bytes;
  if (file.text.empty()) return refuse(codes::kFileEmpty, quoted + " unpacks to nothing");
  return file;
}

}  // namespace sealring::core
