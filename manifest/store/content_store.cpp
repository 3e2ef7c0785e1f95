// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/content_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "core/files/digest.h"
#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/signing/crypto.h"

namespace sealring::manifest {

namespace {

core::Unexpected cannot_write(const std::filesystem::path& path) {
  return core::Unexpected(
      {"IO-0008", "cannot write '" + path.string() + "': " + std::strerror(errno), {}});
}

std::string shown(const std::string& sha256) {
  return sha256.substr(0, 12) + "...";
}

}  // namespace

core::Expected<ContentStore> ContentStore::open(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    errno = error.value();
    return cannot_write(folder);
  }
  return ContentStore(folder);
}

std::string ContentStore::temporary_name() {
  return (folder_ / (".new-" + std::to_string(::getpid()) + "-" +
                     std::to_string(std::atomic_ref<std::uint64_t>(count_)++) + "-" +
                     hex_encode(random_bytes(4))))
      .string();
}

bool ContentStore::place(const std::string& temporary, const std::string& sha256,
                         std::string& problem) {
  const std::filesystem::path target = folder_ / sha256.substr(0, 2) / sha256.substr(2);
  struct stat status{};
  if (::stat(target.c_str(), &status) == 0) {
    // The same content was stored before. It is believed only as far as its own hash.
    const Descriptor old(::open(target.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    std::string ignored;
    const auto content = old ? read_content(old.get(), -1, true, ignored) : std::nullopt;
    if (content && content->sha256 == sha256) return ::unlink(temporary.c_str()) == 0;
  }
  if (::rename(temporary.c_str(), target.c_str()) == 0) return true;
  if (errno == ENOENT) {
    ::mkdir(target.parent_path().c_str(), 0755);
    if (::rename(temporary.c_str(), target.c_str()) == 0) return true;
  }
  problem = std::string("cannot be stored: ") + std::strerror(errno);
  return false;
}

std::optional<Content> ContentStore::put(int from, std::string& problem) {
  const std::string temporary = temporary_name();
  const Descriptor out(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444));
  if (!out) {
    problem = std::string("cannot be stored: ") + std::strerror(errno);
    return {};
  }
  std::optional<Content> content = read_content(from, out.get(), false, problem);
  if (content && place(temporary, content->sha256, problem)) return content;
  ::unlink(temporary.c_str());
  return {};
}

std::optional<Content> ContentStore::put_bytes(std::string_view bytes, std::string& problem) {
  const std::string temporary = temporary_name();
  const Descriptor out(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444));
  bool good = static_cast<bool>(out);
  std::string_view rest = bytes;
  while (good && !rest.empty()) {
    const ssize_t done = ::write(out.get(), rest.data(), rest.size());
    if (done < 0 && errno == EINTR) continue;
    good = done >= 0;
    if (good) rest.remove_prefix(static_cast<std::size_t>(done));
  }
  if (!good) problem = std::string("cannot be stored: ") + std::strerror(errno);
  Content content{core::sha256_hex(bytes), bytes.size(), false};
  if (good && place(temporary, content.sha256, problem)) return content;
  ::unlink(temporary.c_str());
  return {};
}

core::Expected<void> ContentStore::sync() {
  const Descriptor folder = open_folder(folder_);
  if (!folder || ::syncfs(folder.get()) != 0) return cannot_write(folder_);
  return {};
}

Descriptor ContentStore::get(const std::string& sha256) const {
  if (!is_sha256_hex(sha256)) return {};
  const std::filesystem::path file = folder_ / sha256.substr(0, 2) / sha256.substr(2);
  return Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
}

std::uint64_t ContentStore::verify(core::Sink& sink) const {
  const Descriptor folder = open_folder(folder_);
  std::uint64_t count = 0;
  std::string problem;
  const auto report = [&](const std::string& name, const std::string& what) {
    sink.report(core::make_finding(codes::kContentAltered, "content " + name + " " + what)
                    .on("cas/" + name, "content"));
  };
  const auto look = [&](const std::string& path, const std::string& what) {
    if (path.starts_with(".new-")) return;  // left by a seal that was cut off; nothing refers to it
    std::string name = path;
    std::erase(name, '/');
    std::string trouble = what;
    if (!is_sha256_hex(name) || path.size() != 65) {
      report(path, "is named by no digest");
      return;
    }
    const Descriptor file = open_beneath(folder.get(), path, trouble);
    const auto content =
        file && what.empty() ? read_content(file.get(), -1, true, trouble) : std::nullopt;
    ++count;
    if (!content) {
      report(shown(name), trouble);
    } else if (content->sha256 != name) {
      report(shown(name), "now has the digest " + shown(content->sha256));
    }
  };
  if (folder && !each_file(folder.get(), ~std::uint64_t{0}, look, problem)) report(".", problem);
  return count;
}

}  // namespace sealring::manifest
