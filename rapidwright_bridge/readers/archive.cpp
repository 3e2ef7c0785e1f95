// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/readers/archive.h"

#include <zip.h>

#include <algorithm>

namespace sealring::rapidwright_bridge {
namespace {

std::string error_text(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

class MemberSource final : public ByteSource {
 public:
  MemberSource(zip_file_t* file, std::uint64_t size) : file_(file), left_(size) {}
  MemberSource(const MemberSource&) = delete;
  MemberSource& operator=(const MemberSource&) = delete;
  ~MemberSource() override { zip_fclose(file_); }

  std::size_t read(char* to, std::size_t room) override {
    if (room == 0 || !problem_.empty()) return 0;
    const zip_int64_t got = zip_fread(file_, to, room);
    if (got < 0) {
      problem_ = zip_file_strerror(file_);
      return 0;
    }
    if (got == 0) {
      if (left_ != 0) problem_ = "the member is shorter than the archive's directory says";
      return 0;
    }
    const auto count = static_cast<std::uint64_t>(got);
    if (count > left_) {
      problem_ = "the member is longer than the archive's directory says";
      return 0;
    }
    left_ -= count;
    return static_cast<std::size_t>(got);
  }
  std::string problem() const override { return problem_; }

 private:
  zip_file_t* file_;
  std::uint64_t left_;
  std::string problem_;
};

class ZipArchive final : public Archive {
 public:
  explicit ZipArchive(zip_t* zip) : zip_(zip) {}
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;
  ~ZipArchive() override { zip_discard(zip_); }

  bool list(std::string& problem) {
    const zip_int64_t count = zip_get_num_entries(zip_, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      zip_stat_t stat;
      zip_stat_init(&stat);
      if (zip_stat_index(zip_, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW, &stat) != 0 ||
          stat.name == nullptr) {
        problem = zip_strerror(zip_);
        return false;
      }
      indexes_.push_back(static_cast<zip_uint64_t>(i));
      members_.push_back(
          {stat.name, stat.comp_size, stat.size, stat.encryption_method != ZIP_EM_NONE});
    }
    return true;
  }

  const std::vector<ArchiveMember>& members() const override { return members_; }

  const ArchiveMember* find(const std::string& name) const override {
    const auto it =
        std::ranges::find_if(members_, [&](const ArchiveMember& m) { return m.name == name; });
    return it == members_.end() ? nullptr : &*it;
  }

  std::optional<std::string> read(const ArchiveMember& member, std::uint64_t limit,
                                  std::string& problem) override {
    if (member.unpacked > limit) {
      problem = "it unpacks to " + std::to_string(member.unpacked) + " bytes, the limit is " +
                std::to_string(limit);
      return std::nullopt;
    }
    const auto source = stream(member, problem);
    if (!source) return std::nullopt;
    std::string bytes(static_cast<std::size_t>(member.unpacked), '\0');
    std::size_t have = 0;
    // One read more than the size makes libzip compare the checksum.
    char end = 0;
    while (true) {
      const bool full = have == bytes.size();
      const std::size_t got =
          full ? source->read(&end, 1) : source->read(bytes.data() + have, bytes.size() - have);
      if (got == 0) break;
      if (full) break;
      have += got;
    }
    problem = source->problem();
    if (!problem.empty()) return std::nullopt;
    return bytes;
  }

  std::unique_ptr<ByteSource> stream(const ArchiveMember& member, std::string& problem) override {
    if (member.encrypted) {
      problem = "it is encrypted";
      return nullptr;
    }
    const auto at = static_cast<std::size_t>(&member - members_.data());
    zip_file_t* file = zip_fopen_index(zip_, indexes_[at], 0);
    if (file == nullptr) {
      problem = zip_strerror(zip_);
      return nullptr;
    }
    return std::make_unique<MemberSource>(file, member.unpacked);
  }

 private:
  zip_t* zip_;
  std::vector<ArchiveMember> members_;
  std::vector<zip_uint64_t> indexes_;
};

std::unique_ptr<Archive> wrap(zip_t* zip, std::string& problem) {
  auto archive = std::make_unique<ZipArchive>(zip);
  if (!archive->list(problem)) return nullptr;
  return archive;
}

}  // namespace

std::unique_ptr<Archive> Archive::open(const std::filesystem::path& path, std::string& problem) {
  int code = 0;
  zip_t* zip = zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code);
  if (zip == nullptr) {
    problem = error_text(code);
    return nullptr;
  }
  return wrap(zip, problem);
}

std::unique_ptr<Archive> Archive::open_memory(const std::string& bytes, std::string& problem) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  zip_t* zip = source == nullptr ? nullptr
                                 : zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
  if (zip == nullptr) {
    problem = zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
    zip_error_fini(&error);
    return nullptr;
  }
  zip_error_fini(&error);
  return wrap(zip, problem);
}

}  // namespace sealring::rapidwright_bridge
