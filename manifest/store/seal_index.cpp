// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/seal_index.h"

#include <charconv>

#include "core/files/atomic_write.h"
#include "core/files/digest.h"
#include "manifest/store/files.h"

// A list of netstrings ("5:hello"), and behind it the digest of everything before.
namespace sealring::manifest {

namespace {

constexpr std::string_view kHeader = "sealring.seal-index/1\n";
constexpr std::size_t kDigest = 64;

void put(std::string& out, std::string_view field) {
  out += std::to_string(field.size());
  out += ':';
  out += field;
}

class Fields {
 public:
  explicit Fields(std::string_view text) : rest_(text) {}

  std::string text() {
    std::size_t size = 0;
    const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    const auto digits = static_cast<std::size_t>(stop - rest_.data());
    good_ = good_ && error == std::errc() && digits < rest_.size() && rest_[digits] == ':' &&
            size <= rest_.size() - digits - 1;
    if (!good_) return {};
    std::string field(rest_.substr(digits + 1, size));
    rest_.remove_prefix(digits + 1 + size);
    return field;
  }
  std::uint64_t number() {
    const std::string field = text();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    good_ = good_ && error == std::errc() && stop == field.data() + field.size();
    return good_ ? value : 0;
  }
  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace

std::optional<SealIndex> read_seal_index(const std::filesystem::path& file) {
  const std::string text = read_whole(file);
  if (text.size() < kHeader.size() + kDigest || !text.starts_with(kHeader)) return {};
  const std::string_view body = std::string_view(text).substr(0, text.size() - kDigest);
  if (core::sha256_hex(body) != text.substr(body.size())) return {};
  Fields fields(body.substr(kHeader.size()));
  SealIndex index;
  index.entries = fields.number();
  index.last_leaf = fields.text();
  for (std::uint64_t left = fields.number(); left > 0 && fields.good(); --left) {
    RunRecord record;
    record.id = fields.text();
    record.task = fields.text();
    record.stage = fields.text();
    for (std::uint64_t files = fields.number(); files > 0 && fields.good(); --files) {
      FileRecord input;
      input.role = fields.text();
      input.source = fields.text();
      input.sha256 = fields.text();
      record.inputs.push_back(std::move(input));
    }
    index.records.push_back(std::move(record));
  }
  if (!fields.good() || !fields.at_end()) return {};
  return index;
}

core::Expected<void> write_seal_index(const std::filesystem::path& file, const SealIndex& index) {
  std::string text(kHeader);
  put(text, std::to_string(index.entries));
  put(text, index.last_leaf);
  put(text, std::to_string(index.records.size()));
  for (const RunRecord& record : index.records) {
    put(text, record.id);
    put(text, record.task);
    put(text, record.stage);
    put(text, std::to_string(record.inputs.size()));
    for (const FileRecord& input : record.inputs) {
      put(text, input.role);
      put(text, input.source);
      put(text, input.sha256);
    }
  }
  text += core::sha256_hex(text);
  return core::write_atomically(file, text);
}

}  // namespace sealring::manifest
