// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/diagnostics/sink.h"

namespace sealring::manifest {

class SigningKey;
struct Trust;

/// A key pair as written by `keygen`.
struct KeyPair {
  std::filesystem::path private_file;
  std::filesystem::path public_file;  ///< SPKI PEM beside it, ".pub" added
  std::string public_key;             ///< base64 of the 32 bytes, as a trust file takes it
  std::string key_id;
};

/// Makes an Ed25519 key pair: PKCS#8 PEM, mode 0600, encrypted when `passphrase` is not empty. Neither file is ever
/// overwritten (MAN-0211); a folder that is missing or full is IO-0008.
std::optional<KeyPair> generate_key(const std::filesystem::path& private_file,
                                    const std::string& passphrase, core::Sink& sink);

/// Reads a private key; MAN-0210 when it is missing, readable by others, of another kind or its passphrase is wrong.
std::optional<SigningKey> load_key(const std::filesystem::path& file, const std::string& passphrase,
                                   core::Sink& sink);

/// A signed statement about a key, one line of a key event file named by a trust file.
struct KeyEvent {
  enum class Kind : std::uint8_t { kRevoke, kRotate };
  Kind kind = Kind::kRevoke;
  std::string id;              ///< the key it is about, by its id in the trust file
  std::uint64_t position = 0;  ///< first ledger position at which it no longer holds
  std::string new_id;          ///< of a rotation
  std::string new_public_key;  ///< of a rotation: base64
};

/// Signs the event with the key in `signer`, makes sure that `trust` (with the events already in the file) would take
/// it, and appends it to the file of events. Returns the signed line; MAN-0210, MAN-0213 or IO-0008 otherwise.
std::optional<std::string> add_key_event(const KeyEvent& event, const std::filesystem::path& signer,
                                         const std::string& passphrase, const Trust& trust,
                                         const std::filesystem::path& events, core::Sink& sink);

/// Signs the event (in-toto statement, DSSE envelope on one line).
std::string sign_key_event(const KeyEvent& event, const SigningKey& signer);

}  // namespace sealring::manifest
