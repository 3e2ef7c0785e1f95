// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/receipt.h"

#include <charconv>

#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/store/merkle.h"

namespace sealring::manifest {

namespace {

constexpr std::string_view kFirstLine = "c2sp.org/tlog-proof@v1";

std::nullopt_t bad(const std::string& name, std::string message, core::Sink& sink) {
  sink.report(
      core::make_finding(codes::kProofInvalid, std::move(message)).at({name}).on(name, "receipt"));
  return std::nullopt;
}

/// Cuts the first line off `text`; nothing at the end.
std::optional<std::string_view> next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

}  // namespace

std::string to_text(const Receipt& receipt) {
  std::string out(kFirstLine);
  out += "\nindex " + std::to_string(receipt.position) + "\n";
  for (const std::string& hash : receipt.path) out += base64_encode(hash) + "\n";
  return out + "\n" + receipt.checkpoint;
}

std::optional<Receipt> parse_receipt(std::string_view text, const std::string& name,
                                     core::Sink& sink) {
  std::string_view rest = text;
  std::optional<std::string_view> line = next_line(rest);
  if (!line || *line != kFirstLine) {
    return bad(name, "the receipt does not begin with '" + std::string(kFirstLine) + "'", sink);
  }
  line = next_line(rest);
  Receipt receipt;
  std::string_view digits = line ? *line : std::string_view();
  if (!digits.starts_with("index ")) return bad(name, "the receipt has no index line", sink);
  digits.remove_prefix(6);
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), receipt.position);
  if (digits.empty() || error != std::errc() || stop != digits.data() + digits.size() ||
      std::to_string(receipt.position) != digits) {
    return bad(name, "the index of the receipt is not a plain whole number", sink);
  }
  for (line = next_line(rest); line && !line->empty(); line = next_line(rest)) {
    std::optional<std::string> hash = base64_decode(*line);
    if (!hash || hash->size() != 32 || base64_encode(*hash) != *line || receipt.path.size() >= 64) {
      return bad(name, "a line of the receipt is not the base64 of a hash", sink);
    }
    receipt.path.push_back(std::move(*hash));
  }
  if (!line || rest.empty()) return bad(name, "the receipt holds no checkpoint", sink);
  receipt.checkpoint = rest;
  return receipt;
}

std::vector<NoteKey> log_keys(const Trust& trust) {
  std::vector<NoteKey> keys;
  for (const TrustedKey& key : trust.keys) {
    if (key.roles.contains("log")) keys.push_back({key.id, key.public_key});
  }
  return keys;
}

std::optional<std::uint64_t> check_receipt(const Receipt& receipt, std::string_view envelope,
                                           const Trust& trust, const std::string& name,
                                           core::Sink& sink) {
  const std::optional<Note> note = open_note(receipt.checkpoint, log_keys(trust), name, sink);
  if (!note) return {};
  const std::optional<Checkpoint> checkpoint = parse_checkpoint(note->text, name, sink);
  if (!checkpoint) return {};
  for (const std::string& signer : note->signed_by) {
    const TrustedKey* key = trust.find(signer);
    const std::uint64_t newest = checkpoint->size == 0 ? 0 : checkpoint->size - 1;
    if (key != nullptr && key->revoked_at && newest >= *key->revoked_at) {
      return bad(
          name,
          "the checkpoint of the receipt was signed by '" + signer + "' after that key was revoked",
          sink);
    }
  }
  if (!verify_inclusion(receipt.position, checkpoint->size, leaf_hash(envelope), receipt.path,
                        checkpoint->root)) {
    return bad(name,
               "the receipt's path does not lead from the manifest to the root of its checkpoint",
               sink);
  }
  return receipt.position;
}

core::Expected<std::string> make_checkpoint(LedgerStore& ledger, const std::string& origin,
                                            const SigningKey& key) {
  const core::Expected<std::uint64_t> size = ledger.size();
  if (!size) return core::Unexpected(size.error());
  const core::Expected<std::string> root = ledger.root(*size);
  if (!root) return core::Unexpected(root.error());
  std::string note = sign_note(checkpoint_text({origin, *size, *root}), origin, key);
  const core::Expected<void> kept = ledger.add_checkpoint(*size, note);
  if (!kept) return core::Unexpected(kept.error());
  return note;
}

core::Expected<Receipt> make_receipt(LedgerStore& ledger, std::uint64_t position) {
  const core::Expected<std::vector<std::string>> notes = ledger.checkpoints();
  if (!notes) return core::Unexpected(notes.error());
  core::CollectingSink quiet;
  for (auto note = notes->rbegin(); note != notes->rend(); ++note) {
    const auto checkpoint =
        parse_checkpoint(note->substr(0, note->rfind("\n\n") + 1), "checkpoint", quiet);
    if (!checkpoint || checkpoint->size <= position) continue;
    core::Expected<std::vector<std::string>> path =
        ledger.prove_inclusion(position, checkpoint->size);
    if (!path) return core::Unexpected(path.error());
    return Receipt{position, std::move(*path), *note};
  }
  return core::Unexpected({"MAN-0405",
                           "no checkpoint covers ledger position " + std::to_string(position) +
                               "; make one with `manifest ledger checkpoint`",
                           {}});
}

}  // namespace sealring::manifest
