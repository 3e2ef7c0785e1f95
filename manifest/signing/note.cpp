// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/signing/note.h"

#include <algorithm>
#include <charconv>

#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/formats/unicode.h"

namespace sealring::manifest {

namespace {

constexpr std::string_view kDash = "\xE2\x80\x94 ";  // em dash and blank begin a signature line
constexpr char kEd25519 = 0x01;

std::nullopt_t bad(const std::string& name, std::string message, core::Sink& sink) {
  sink.report(core::make_finding(codes::kCheckpointInvalid, std::move(message))
                  .at({name})
                  .on(name, "note"));
  return std::nullopt;
}

struct Line {
  std::string name;
  std::string hash;
  std::string signature;
};

std::optional<Line> parse_line(std::string_view line) {
  if (!line.starts_with(kDash)) return {};
  line.remove_prefix(kDash.size());
  const std::size_t blank = line.find(' ');
  if (blank == 0 || blank == std::string_view::npos) return {};
  const std::optional<std::string> bytes = base64_decode(line.substr(blank + 1));
  // The text must be the only spelling of its bytes, so that a changed note is never taken for the same.
  if (!bytes || bytes->size() < 5 || base64_encode(*bytes) != line.substr(blank + 1)) return {};
  return Line{std::string(line.substr(0, blank)), bytes->substr(0, 4), bytes->substr(4)};
}

bool plain_text(std::string_view bytes) {
  return valid_utf8(bytes) && std::all_of(bytes.begin(), bytes.end(), [](char letter) {
           const auto byte = static_cast<unsigned char>(letter);
           return byte == '\n' || (byte >= 0x20 && byte != 0x7F);
         });
}

}  // namespace

std::string note_key_hash(const NoteKey& key) {
  return sha256_raw(key.name + "\n" + kEd25519 + key.public_key).substr(0, 4);
}

std::string to_text(const NoteKey& key) {
  return key.name + "+" + hex_encode(note_key_hash(key)) + "+" +
         base64_encode(std::string(1, kEd25519) + key.public_key);
}

std::optional<NoteKey> parse_note_key(std::string_view text) {
  const std::size_t first = text.find('+');
  const std::size_t second = text.find('+', first == std::string_view::npos ? first : first + 1);
  if (first == 0 || second == std::string_view::npos) return {};
  const std::optional<std::string> bytes = base64_decode(text.substr(second + 1));
  if (!bytes || bytes->size() != 33 || bytes->front() != kEd25519) return {};
  NoteKey key{std::string(text.substr(0, first)), bytes->substr(1)};
  if (hex_encode(note_key_hash(key)) != text.substr(first + 1, second - first - 1)) return {};
  return key;
}

std::optional<Note> open_note(std::string_view bytes, const std::vector<NoteKey>& known,
                              const std::string& name, core::Sink& sink) {
  if (!plain_text(bytes)) return bad(name, "the note holds characters a note must not hold", sink);
  const std::size_t split = bytes.rfind("\n\n");
  if (split == std::string_view::npos || split + 2 >= bytes.size() || bytes.back() != '\n') {
    return bad(name, "the note has no signature lines behind a blank line", sink);
  }
  Note note{std::string(bytes.substr(0, split + 1)), {}};
  std::string_view rest = bytes.substr(split + 2);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::optional<Line> line = parse_line(rest.substr(0, end));
    if (!line) return bad(name, "a signature line of the note is malformed", sink);
    for (const NoteKey& key : known) {
      if (key.name != line->name || note_key_hash(key) != line->hash) continue;
      if (!verify_ed25519(key.public_key, note.text, line->signature)) {
        return bad(name, "the signature of '" + key.name + "' on the note is wrong", sink);
      }
      note.signed_by.push_back(key.name);
    }
    rest.remove_prefix(end + 1);
  }
  if (note.signed_by.empty()) return bad(name, "no known key signed the note", sink);
  return note;
}

std::string sign_note(std::string_view text, const std::string& name, const SigningKey& key) {
  const std::string hash = note_key_hash({name, key.public_key()});
  std::string out(text);
  out += "\n";
  out += kDash;
  out += name + " " + base64_encode(hash + key.sign(text)) + "\n";
  return out;
}

std::string checkpoint_text(const Checkpoint& checkpoint) {
  return checkpoint.origin + "\n" + std::to_string(checkpoint.size) + "\n" +
         base64_encode(checkpoint.root) + "\n";
}

std::optional<Checkpoint> parse_checkpoint(std::string_view text, const std::string& name,
                                           core::Sink& sink) {
  const std::size_t first = text.find('\n');
  const std::size_t second = first == std::string_view::npos ? first : text.find('\n', first + 1);
  const std::size_t third = second == std::string_view::npos ? second : text.find('\n', second + 1);
  if (third == std::string_view::npos || first == 0) {
    return bad(name, "the checkpoint lacks its origin, size or root line", sink);
  }
  Checkpoint checkpoint;
  checkpoint.origin = std::string(text.substr(0, first));
  const std::string_view digits = text.substr(first + 1, second - first - 1);
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), checkpoint.size);
  if (digits.empty() || error != std::errc() || stop != digits.data() + digits.size() ||
      (digits.size() > 1 && digits.front() == '0')) {
    return bad(name, "the size line of the checkpoint is not a plain whole number", sink);
  }
  const std::string_view root = text.substr(second + 1, third - second - 1);
  const std::optional<std::string> bytes = base64_decode(root);
  if (!bytes || bytes->size() != 32 || base64_encode(*bytes) != root) {
    return bad(name, "the root line of the checkpoint is not the base64 of 32 bytes", sink);
  }
  checkpoint.root = *bytes;
  return checkpoint;
}

}  // namespace sealring::manifest
