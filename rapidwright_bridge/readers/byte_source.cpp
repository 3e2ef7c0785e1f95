// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/byte_source.h"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace sealring::rapidwright_bridge {
namespace {

class FileSource final : public ByteSource {
 public:
  explicit FileSource(int descriptor) : descriptor_(descriptor) {}
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override { ::close(descriptor_); }

  std::size_t read(char* to, std::size_t room) override {
    while (true) {
      const ssize_t got = ::read(descriptor_, to, room);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno == EINTR) continue;
      problem_ = std::strerror(errno);
      return 0;
    }
  }
  std::string problem() const override { return problem_; }

 private:
  int descriptor_;
  std::string problem_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
  std::size_t read(char* to, std::size_t room) override {
    const std::size_t count = std::min(room, rest_.size());
    std::memcpy(to, rest_.data(), count);
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> packed)
      : packed_(std::move(packed)), stream_(ZSTD_createDStream()), buffer_(ZSTD_DStreamInSize()) {
    ZSTD_initDStream(stream_);
    // Windows above 128 MiB are refused: no writer of checkpoints uses them, and a forged header could ask for any.
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 27);
  }
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;
  ~ZstdSource() override { ZSTD_freeDStream(stream_); }

  std::size_t read(char* to, std::size_t room) override {
    ZSTD_outBuffer out{to, room, 0};
    while (out.pos == 0 && problem_.empty()) {
      if (in_.pos == in_.size) {
        in_ = {buffer_.data(), packed_->read(buffer_.data(), buffer_.size()), 0};
        if (in_.size == 0) {
          problem_ = packed_->problem();
          if (problem_.empty() && !frame_done_) problem_ = "the Zstandard stream ends too early";
          return 0;
        }
      }
      const std::size_t left = ZSTD_decompressStream(stream_, &out, &in_);
      if (ZSTD_isError(left) != 0U) {
        problem_ = std::string("damaged Zstandard stream: ") + ZSTD_getErrorName(left);
        return 0;
      }
      frame_done_ = left == 0;
    }
    return out.pos;
  }
  std::string problem() const override { return problem_; }

 private:
  std::unique_ptr<ByteSource> packed_;
  ZSTD_DStream* stream_;
  std::vector<char> buffer_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool frame_done_ = false;
  std::string problem_;
};

}  // namespace

std::unique_ptr<ByteSource> open_file_source(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  return std::make_unique<FileSource>(descriptor);
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<ZstdSource>(std::move(packed));
}

}  // namespace sealring::rapidwright_bridge
