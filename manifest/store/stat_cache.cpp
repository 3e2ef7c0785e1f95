// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/stat_cache.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "core/files/atomic_write.h"
#include "core/files/digest.h"

namespace sealring::manifest {

namespace {

constexpr std::string_view kHeader = "sealring.stat-cache/2\n";
constexpr std::int64_t kRacySeconds = 2;
constexpr std::size_t kDigest = 64;

std::array<std::int64_t, 8> words_of(const struct stat& s) {
  return {static_cast<std::int64_t>(s.st_dev),
          static_cast<std::int64_t>(s.st_ino),
          s.st_size,
          s.st_mtim.tv_sec,
          s.st_mtim.tv_nsec,
          s.st_ctim.tv_sec,
          s.st_ctim.tv_nsec,
          static_cast<std::int64_t>(s.st_mode)};
}

}  // namespace

StatCache::StatCache(std::filesystem::path file, const std::filesystem::path& root)
    : file_(std::move(file)), root_path_(root), root_(open_folder(root)) {
  constexpr std::size_t kRow = sizeof(Words) + kDigest;
  const std::string text = read_whole(file_);
  // The end is the digest of all before it: a damaged cache is an empty one.
  if (text.size() < kHeader.size() + kDigest || !text.starts_with(kHeader)) return;
  const std::string_view body = std::string_view(text).substr(0, text.size() - kDigest);
  if (core::sha256_hex(body) != text.substr(body.size())) return;
  std::string_view rest = body.substr(kHeader.size());
  if (rest.size() % kRow != 0) return;
  known_.reserve(rest.size() / kRow);
  for (; !rest.empty(); rest.remove_prefix(kRow)) {
    Words words;
    Digest digest;
    std::memcpy(words.data(), rest.data(), sizeof(words));
    std::memcpy(digest.data(), rest.data() + sizeof(words), kDigest);
    known_.emplace(words, digest);
  }
}

std::optional<std::string> StatCache::digest(const std::string& path) {
  struct stat before{};
  if (::fstatat(root_.get(), path.c_str(), &before, 0) != 0) return {};
  const Words words = words_of(before);
  if (const auto found = known_.find(words); found != known_.end()) {
    ++hits_;
    return std::string(found->second.data(), kDigest);
  }
  std::string problem;
  const auto content = hash_path(root_path_ / path, problem);
  if (!content) return {};
  struct stat after{};
  const std::time_t now = std::time(nullptr);
  const bool settled = ::fstatat(root_.get(), path.c_str(), &after, 0) == 0 &&
                       words_of(after) == words && now - before.st_mtim.tv_sec > kRacySeconds &&
                       now - before.st_ctim.tv_sec > kRacySeconds;
  if (settled) {
    std::copy_n(content->sha256.data(), kDigest, known_[words].data());
    changed_ = true;
  }
  return content->sha256;
}

core::Expected<void> StatCache::save() {
  if (!changed_) return {};
  std::string text(kHeader);
  for (const auto& [words, digest] : known_) {
    text.append(reinterpret_cast<const char*>(words.data()), sizeof(words));
    text.append(digest.data(), digest.size());
  }
  text += core::sha256_hex(text);
  return core::write_atomically(file_, text);
}

}  // namespace sealring::manifest
