// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/consistency.h"

#include <charconv>

#include "manifest/checks/submission.h"
#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/ledger.h"
#include "manifest/runner/records.h"
#include "manifest/store/receipt.h"

namespace sealring::manifest {

namespace {

std::nullopt_t refuse(const core::Code& code, const std::string& name, std::string message,
                      core::Sink& sink) {
  sink.report(core::make_finding(code, std::move(message)).at({name}).on(name, "continuation"));
  return std::nullopt;
}

std::optional<std::string_view> next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

/// The text of a note without its signatures.
std::string_view note_text(std::string_view note) {
  return note.substr(0, note.rfind("\n\n") + 1);
}

}  // namespace

std::string to_text(const Continuation& continuation) {
  std::string out = "old " + std::to_string(continuation.old_size) + "\n";
  for (const std::string& hash : continuation.path) out += base64_encode(hash) + "\n";
  return out + "\n" + continuation.checkpoint;
}

std::optional<Continuation> parse_continuation(std::string_view text, const std::string& name,
                                               core::Sink& sink) {
  std::string_view rest = text;
  std::optional<std::string_view> line = next_line(rest);
  if (!line || !line->starts_with("old ")) {
    return refuse(codes::kProofInvalid, name, "the proof does not begin with 'old' and a size",
                  sink);
  }
  Continuation out;
  const std::string_view digits = line->substr(4);
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), out.old_size);
  if (error != std::errc() || std::to_string(out.old_size) != digits) {
    return refuse(codes::kProofInvalid, name, "the old size is not a plain whole number", sink);
  }
  for (line = next_line(rest); line && !line->empty(); line = next_line(rest)) {
    std::optional<std::string> hash = base64_decode(*line);
    if (!hash || hash->size() != 32 || base64_encode(*hash) != *line || out.path.size() >= 64) {
      return refuse(codes::kProofInvalid, name, "a line of the proof is not the base64 of a hash",
                    sink);
    }
    out.path.push_back(std::move(*hash));
  }
  if (!line || rest.empty()) {
    return refuse(codes::kProofInvalid, name, "the proof holds no later checkpoint", sink);
  }
  out.checkpoint = rest;
  return out;
}

std::optional<std::string> ledger_continuation(const core::Workspace& workspace,
                                               const core::InputReader& reader,
                                               const std::filesystem::path& since,
                                               core::Sink& sink) {
  const auto input = reader.read(since, 1U << 20U, sink);
  if (!input) return {};
  const auto old = parse_checkpoint(note_text(input->text), input->name, sink);
  if (!old) return {};
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  const auto notes = ledger ? ledger->checkpoints()
                            : core::Expected<std::vector<std::string>>(std::vector<std::string>());
  if (!ledger) return {};
  if (!notes) {
    report_failure(notes.error(), sink);
    return {};
  }
  core::CollectingSink quiet;
  const auto newest =
      notes->empty() ? std::nullopt : parse_checkpoint(note_text(notes->back()), "kept", quiet);
  if (!newest || newest->size < old->size || old->size == 0) {
    return refuse(codes::kProofInvalid, input->name,
                  old->size == 0
                      ? "a checkpoint of no entries is continued by every ledger"
                      : "the ledger keeps no checkpoint of " + std::to_string(old->size) +
                            " entries or more; make one with `manifest ledger "
                            "checkpoint`",
                  sink);
  }
  auto path = ledger->prove_consistency(old->size, newest->size);
  if (path) return to_text(Continuation{old->size, std::move(*path), notes->back()});
  report_failure(path.error(), sink);
  return {};
}

LedgerCheck verify_continuation(const core::InputReader& reader, const std::filesystem::path& proof,
                                const std::filesystem::path& since, const Trust& trust,
                                core::Sink& sink) {
  LedgerCheck result;
  const auto older = reader.read(since, 1U << 20U, sink);
  const auto file = reader.read(proof, 1U << 20U, sink);
  const auto continuation = file ? parse_continuation(file->text, file->name, sink) : std::nullopt;
  if (!older || !continuation) return result;
  const auto old_note = open_note(older->text, log_keys(trust), older->name, sink);
  const auto new_note = open_note(continuation->checkpoint, log_keys(trust), file->name, sink);
  if (!old_note || !new_note) return result;
  const auto before = parse_checkpoint(old_note->text, older->name, sink);
  const auto after = parse_checkpoint(new_note->text, file->name, sink);
  if (!before || !after) return result;
  result.checkpoints = 2;
  result.signatures = old_note->signed_by.size() + new_note->signed_by.size();
  if (continuation->old_size != before->size) {
    refuse(codes::kProofInvalid, file->name,
           "the proof is about a checkpoint of " + std::to_string(continuation->old_size) +
               " entries, '" + older->name + "' states " + std::to_string(before->size),
           sink);
  } else if (!verify_consistency(before->size, after->size, before->root, after->root,
                                 continuation->path)) {
    refuse(codes::kLedgerRolledBack, file->name,
           "the later checkpoint (" + std::to_string(after->size) +
               " entries) does not continue '" + older->name + "' (" +
               std::to_string(before->size) + " entries)",
           sink);
  }
  result.entries = after->size;
  return result;
}

}  // namespace sealring::manifest
