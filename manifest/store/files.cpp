// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/files/digest.h"

namespace sealring::manifest {

namespace {

constexpr std::size_t kChunk = 128U << 10U;

std::string error_text() {
  return std::strerror(errno);
}

bool same_state(const struct stat& a, const struct stat& b) {
  return a.st_ino == b.st_ino && a.st_dev == b.st_dev && a.st_size == b.st_size &&
         a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec &&
         a.st_nlink == b.st_nlink;
}

bool write_all(int to, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t done = ::write(to, data, size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    data += done;
    size -= static_cast<std::size_t>(done);
  }
  return true;
}

/// openat2 with the strict rules; where the kernel lacks it (ENOSYS), component by component with O_NOFOLLOW.
int open_strictly(int dir, const std::string& path, int flags) {
  struct open_how how{};
  how.flags = static_cast<__u64>(flags | O_CLOEXEC | O_NOFOLLOW);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const long fd = ::syscall(SYS_openat2, dir, path.c_str(), &how, sizeof(how));
  if (fd >= 0 || errno != ENOSYS) return static_cast<int>(fd);
  Descriptor at(::dup(dir));
  std::size_t start = 0;
  for (;;) {
    const std::size_t slash = path.find('/', start);
    const std::string part = path.substr(start, slash - start);
    if (part.empty() || part == "..") {
      errno = EXDEV;
      return -1;
    }
    const bool last = slash == std::string::npos;
    const int more = last ? flags : O_RDONLY | O_DIRECTORY;
    at = Descriptor(::openat(at.get(), part.c_str(), more | O_CLOEXEC | O_NOFOLLOW));
    if (!at || last) return at.release();
    start = slash + 1;
  }
}

std::string kind_of(mode_t mode, nlink_t links) {
  if (S_ISLNK(mode)) return "is a symbolic link";
  if (S_ISFIFO(mode)) return "is a pipe";
  if (S_ISSOCK(mode)) return "is a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "is a device";
  if (S_ISREG(mode) && (mode & (S_ISUID | S_ISGID)) != 0) return "runs under another user's id";
  if (S_ISREG(mode) && links > 1) return "has more than one name (hard link)";
  return {};
}

struct Walk {
  std::uint64_t left;
  const std::function<void(const std::string&, const std::string&)>& visit;
  std::string& problem;
};

std::vector<std::string> names_in(int dir, bool& good) {
  std::vector<std::string> names;
  DIR* stream = ::fdopendir(::dup(dir));
  good = stream != nullptr;
  if (!good) return names;
  ::rewinddir(stream);
  errno = 0;
  while (const dirent* entry = ::readdir(stream)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  good = errno == 0;
  ::closedir(stream);
  std::sort(names.begin(), names.end());
  return names;
}

bool walk(int dir, const std::string& prefix, int depth, Walk& state) {
  bool good = true;
  const std::vector<std::string> names = names_in(dir, good);
  const std::string shown = prefix.empty() ? "the folder" : "folder '" + prefix + "'";
  if (!good) {
    state.problem = shown + " cannot be read: " + error_text();
    return false;
  }
  if (depth > 64) {
    state.problem = shown + " lies deeper than the limit of 64 levels";
    return false;
  }
  for (const std::string& name : names) {
    if (state.left-- == 0) {
      state.problem = "there are more files than the limit";
      return false;
    }
    struct stat status{};
    const std::string path = prefix.empty() ? name : prefix + "/" + name;
    if (::fstatat(dir, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      state.problem = "'" + path + "' vanished while the folder was read";
      return false;
    }
    if (!S_ISDIR(status.st_mode)) {
      state.visit(path, kind_of(status.st_mode, status.st_nlink));
      continue;
    }
    const Descriptor inner(
        ::openat(dir, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner) {
      state.problem = "folder '" + path + "' cannot be read: " + error_text();
      return false;
    }
    if (!walk(inner.get(), path, depth + 1, state)) return false;
  }
  return true;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

int Descriptor::release() {
  return std::exchange(fd_, -1);
}

Descriptor open_folder(const std::filesystem::path& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

Descriptor open_beneath(int dir, const std::string& path, std::string& problem) {
  Descriptor file(open_strictly(dir, path, O_RDONLY | O_NONBLOCK));
  if (file) return file;
  if (errno == ELOOP) {
    problem = "is a symbolic link, or lies behind one";
  } else if (errno == EXDEV) {
    problem = "leads outside of its folder";
  } else {
    problem = "cannot be opened: " + error_text();
  }
  return file;
}

std::optional<Content> read_content(int from, int to, bool any_links, std::string& problem) {
  struct stat before{};
  if (::fstat(from, &before) != 0 || !S_ISREG(before.st_mode)) {
    problem = "is not a plain file";
    return {};
  }
  if (!any_links) problem = kind_of(before.st_mode, before.st_nlink);
  if (!any_links && !problem.empty()) return {};
  std::array<char, kChunk> buffer;  // not cleared: it is read into first
  core::Sha256 hash;
  std::uint64_t bytes = 0;
  if (before.st_size > static_cast<off_t>(kChunk)) {
    ::posix_fadvise(from, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
  for (;;) {
    const ssize_t got = ::read(from, buffer.data(), kChunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      problem = "cannot be read: " + error_text();
      return {};
    }
    if (got == 0) break;
    hash.update({buffer.data(), static_cast<std::size_t>(got)});
    bytes += static_cast<std::uint64_t>(got);
    if (to >= 0 && !write_all(to, buffer.data(), static_cast<std::size_t>(got))) {
      problem = "cannot be copied: " + error_text();
      return {};
    }
  }
  struct stat after{};
  if (::fstat(from, &after) != 0 || !same_state(before, after) ||
      bytes != static_cast<std::uint64_t>(after.st_size)) {
    problem = "changed while it was read";
    return {};
  }
  return Content{hash.finish_hex(), bytes, (before.st_mode & S_IXUSR) != 0};
}

std::string read_whole(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t got = ::read(file.get(), text.data() + have, text.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

std::optional<Content> hash_path(const std::filesystem::path& path, std::string& problem) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) {
    problem = "cannot be opened: " + error_text();
    return {};
  }
  return read_content(file.get(), -1, true, problem);
}

bool each_file(int dir, std::uint64_t limit,
               const std::function<void(const std::string&, const std::string&)>& visit,
               std::string& problem) {
  Walk state{limit, visit, problem};
  return walk(dir, "", 0, state);
}

bool write_beneath(const std::filesystem::path& root, const std::string& path, int from,
                   bool executable, std::string& problem) {
  const std::filesystem::path target = root / path;
  std::error_code error;
  std::filesystem::create_directories(target.parent_path(), error);
  const std::string temporary = target.string() + ".part";
  ::unlink(temporary.c_str());
  const mode_t mode = executable ? 0755 : 0644;
  const Descriptor out(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  bool good = static_cast<bool>(out);
  if (good) good = read_content(from, out.get(), true, problem).has_value();
  if (good) good = ::rename(temporary.c_str(), target.c_str()) == 0;
  if (good) return true;
  if (problem.empty()) problem = "cannot be written: " + error_text();
  if (out) ::unlink(temporary.c_str());
  return false;
}

}  // namespace sealring::manifest
