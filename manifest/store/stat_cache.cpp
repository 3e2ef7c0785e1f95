// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/stat_cache.h"

#include <sys/stat.h>

#include <ctime>
#include <fstream>
#include <iterator>

#include "core/files/atomic_write.h"
#include "core/files/digest.h"
#include "manifest/formats/base64.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

namespace {

constexpr std::string_view kHeader = "sealring.stat-cache/1\n";
constexpr std::int64_t kRacySeconds = 2;

/// The eight words that must all be the same for the content to be taken as the same.
std::string words_of(const struct stat& s) {
  std::string out;
  const auto add = [&out](std::int64_t value) {
    out += std::to_string(value);
    out += ' ';
  };
  add(static_cast<std::int64_t>(s.st_dev));
  add(static_cast<std::int64_t>(s.st_ino));
  add(s.st_size);
  add(s.st_mtim.tv_sec);
  add(s.st_mtim.tv_nsec);
  add(s.st_ctim.tv_sec);
  add(s.st_ctim.tv_nsec);
  add(s.st_mode);
  return out;
}

}  // namespace

StatCache::StatCache(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream in(file_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  // The last line is the digest of all before it: a damaged cache is an empty one.
  if (text.size() < kHeader.size() + 65 || !text.starts_with(kHeader)) return;
  const std::string_view body = std::string_view(text).substr(0, text.size() - 65);
  if (core::sha256_hex(body) != text.substr(body.size(), 64)) return;
  std::string_view rest = body.substr(kHeader.size());
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos || end < 65) return;
    known_.emplace(rest.substr(64, end - 64), rest.substr(0, 64));
    rest.remove_prefix(end + 1);
  }
}

std::optional<std::string> StatCache::digest(const std::filesystem::path& path) {
  struct stat before{};
  if (::stat(path.c_str(), &before) != 0) return {};
  const std::string words = words_of(before);
  if (const auto found = known_.find(words); found != known_.end()) {
    ++hits_;
    return found->second;
  }
  std::string problem;
  const auto content = hash_path(path, problem);
  if (!content) return {};
  struct stat after{};
  const std::time_t now = std::time(nullptr);
  const bool settled = ::stat(path.c_str(), &after) == 0 && words_of(after) == words &&
                       now - before.st_mtim.tv_sec > kRacySeconds &&
                       now - before.st_ctim.tv_sec > kRacySeconds;
  if (settled) {
    known_[words] = content->sha256;
    changed_ = true;
  }
  return content->sha256;
}

core::Expected<void> StatCache::save() {
  if (!changed_) return {};
  std::string text(kHeader);
  for (const auto& [words, sha256] : known_) text += sha256 + words + "\n";
  text += core::sha256_hex(text) + "\n";
  return core::write_atomically(file_, text);
}

}  // namespace sealring::manifest
