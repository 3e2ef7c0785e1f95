// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/files/decompress.h"

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

namespace sealring::core {

namespace {

using State = Decompressed::State;

/// Room for the next piece of output: grows by doubling, never more than one byte past the limit.
bool grow(std::string& bytes, std::uint64_t limit) {
  if (bytes.size() > limit) return false;
  const std::uint64_t wanted = std::max<std::uint64_t>(bytes.size() * 2, 1U << 16U);
  bytes.resize(std::min<std::uint64_t>(wanted, limit + 1));
  return true;
}

Decompressed damaged(const char* format, std::size_t after) {
  return {State::kDamaged,
          {},
          std::string(format) + " data is damaged or cut off after " + std::to_string(after) +
              " unpacked bytes"};
}

Decompressed finish(std::string bytes, std::size_t filled, std::uint64_t limit) {
  if (filled > limit) return {State::kTooLarge, {}, {}};
  bytes.resize(filled);
  return {State::kUnpacked, std::move(bytes), {}};
}

constexpr std::size_t kPiece = 1U << 30U;

Decompressed unpack_gzip(std::string_view in, std::uint64_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return damaged("gzip", 0);
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  std::string out;
  std::size_t filled = 0;
  while (true) {
    if (filled == out.size() && !grow(out, limit)) return {State::kTooLarge, {}, {}};
    const std::size_t give = std::min(in.size(), kPiece);
    const std::size_t room = std::min(out.size() - filled, kPiece);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream.avail_in = static_cast<uInt>(give);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
    stream.avail_out = static_cast<uInt>(room);
    const int code = inflate(&stream, Z_NO_FLUSH);
    in.remove_prefix(give - stream.avail_in);
    filled += room - stream.avail_out;
    if (code == Z_STREAM_END) {
      if (in.empty()) return finish(std::move(out), filled, limit);
      if (inflateReset(&stream) != Z_OK) return damaged("gzip", filled);
      continue;
    }
    const bool stuck = code == Z_BUF_ERROR && stream.avail_out != 0;
    if ((code != Z_OK && code != Z_BUF_ERROR) || stuck) return damaged("gzip", filled);
    if (in.empty() && stream.avail_out != 0) return damaged("gzip", filled);
  }
}

Decompressed unpack_xz(std::string_view in, std::uint64_t limit) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, UINT64_C(1) << 30U, LZMA_CONCATENATED) != LZMA_OK) {
    return damaged("xz", 0);
  }
  const std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> guard(&stream, lzma_end);
  std::string out;
  std::size_t filled = 0;
  stream.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
  stream.avail_in = in.size();
  while (true) {
    if (filled == out.size() && !grow(out, limit)) return {State::kTooLarge, {}, {}};
    stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + filled);
    stream.avail_out = out.size() - filled;
    const lzma_ret code = lzma_code(&stream, LZMA_FINISH);
    filled = out.size() - stream.avail_out;
    if (code == LZMA_STREAM_END) return finish(std::move(out), filled, limit);
    if (code != LZMA_OK) return damaged("xz", filled);
  }
}

Decompressed unpack_zstd(std::string_view in, std::uint64_t limit) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(),
                                                                        ZSTD_freeDCtx);
  std::string out;
  ZSTD_inBuffer source{in.data(), in.size(), 0};
  std::size_t filled = 0;
  std::size_t pending = 1;
  while (true) {
    if (filled == out.size() && !grow(out, limit)) return {State::kTooLarge, {}, {}};
    ZSTD_outBuffer target{out.data(), out.size(), filled};
    pending = ZSTD_decompressStream(context.get(), &target, &source);
    if (ZSTD_isError(pending) != 0) return damaged("zstd", target.pos);
    filled = target.pos;
    // With room left everything was flushed; without, only a finished frame is known to be.
    if (source.pos == source.size && (filled < out.size() || pending == 0)) break;
  }
  if (pending != 0) return damaged("zstd", filled);
  return finish(std::move(out), filled, limit);
}

}  // namespace

Decompressed decompress(std::string_view bytes, std::uint64_t limit) {
  using std::string_view_literals::operator""sv;
  if (bytes.starts_with("\x1f\x8b"sv)) return unpack_gzip(bytes, limit);
  if (bytes.starts_with("\xfd"
                        "7zXZ\x00"sv)) {
    return unpack_xz(bytes, limit);
  }
  if (bytes.starts_with("\x28\xb5\x2f\xfd"sv)) return unpack_zstd(bytes, limit);
  return {};
}

}  // namespace sealring::core
