// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/report/source_lines.h"

#include <fstream>

namespace sealring::core {

namespace {

constexpr std::uint64_t kLargestFile = 64ULL << 20U;
constexpr std::uint64_t kLargestCache = 256ULL << 20U;

std::string read_plain(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || size == 0 || size > kLargestFile) return {};
  std::string bytes(size, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  using std::string_view_literals::operator""sv;
  for (const std::string_view magic : {"\x1f\x8b"sv, "\xfd\x37zXZ"sv, "\x28\xb5\x2f\xfd"sv}) {
    if (bytes.starts_with(magic)) return {};
  }
  return bytes;
}

}  // namespace

const SourceLines::Text& SourceLines::load(const std::string& file) {
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  if (held_ > kLargestCache) {
    files_.clear();
    held_ = 0;
  }
  Text& text = files_[file];
  text.bytes = read_plain(root_ / file);
  held_ += text.bytes.size();
  if (!text.bytes.empty()) text.starts.push_back(0);
  for (std::size_t i = text.bytes.find('\n'); i != std::string::npos;
       i = text.bytes.find('\n', i + 1)) {
    text.starts.push_back(i + 1);
  }
  return text;
}

std::optional<std::string_view> SourceLines::line(const std::string& file, std::uint32_t number) {
  if (file.empty() || number == 0) return std::nullopt;
  const Text& text = load(file);
  if (number > text.starts.size()) return std::nullopt;
  const std::size_t start = text.starts[number - 1];
  const bool last = number == text.starts.size();
  std::size_t end = last ? text.bytes.size() : text.starts[number] - 1;
  if (end > start && text.bytes[end - 1] == '\r') --end;
  const std::string_view line(text.bytes.data() + start, end - start);
  if (line.find('\0') != std::string_view::npos) return std::nullopt;
  return line;
}

}  // namespace sealring::core
