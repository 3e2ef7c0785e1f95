// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "manifest/signing/crypto.h"

/// Signed notes and checkpoints (C2SP signed-note.md, tlog-checkpoint.md).
namespace sealring::manifest {

/// A verifier key: the name and raw Ed25519 key of "name+hash+base64".
struct NoteKey {
  std::string name;
  std::string public_key;  ///< 32 bytes
};

std::string note_key_hash(const NoteKey& key);  ///< 4 bytes
std::string to_text(const NoteKey& key);        ///< vkey form
std::optional<NoteKey> parse_note_key(std::string_view text);

/// A note whose text carries at least one good signature of a known key.
struct Note {
  std::string text;                    ///< ends in a newline
  std::vector<std::string> signed_by;  ///< names of the known keys that signed
};

/// Reads and verifies. Signatures of unknown keys are passed over; a known key whose signature fails, or no known key
/// at all, is MAN-0403, as is a form that is not a signed note.
std::optional<Note> open_note(std::string_view bytes, const std::vector<NoteKey>& known,
                              const std::string& name, core::Sink& sink);

std::string sign_note(std::string_view text, const std::string& name, const SigningKey& key);

/// What a log states about itself: how many entries, under which root.
struct Checkpoint {
  std::string origin;
  std::uint64_t size = 0;
  std::string root;  ///< 32 bytes
};

std::string checkpoint_text(const Checkpoint& checkpoint);
/// Reads the note text of a checkpoint; MAN-0403 when a line is missing or not in its only allowed form.
std::optional<Checkpoint> parse_checkpoint(std::string_view text, const std::string& name,
                                           core::Sink& sink);

}  // namespace sealring::manifest
