// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics/failure.h"

/// The only file that uses OpenSSL's signature functions. Keys and signatures are raw bytes.
namespace sealring::manifest {

/// A private Ed25519 key (RFC 8032, pure: the message itself is signed).
class SigningKey {
 public:
  SigningKey(SigningKey&&) noexcept;
  SigningKey& operator=(SigningKey&&) noexcept;
  ~SigningKey();

  static core::Expected<SigningKey> generate();
  /// Reads PKCS#8 PEM text, encrypted or not. MAN-0210 when it is no Ed25519 key or the passphrase does not fit.
  static core::Expected<SigningKey> from_pem(std::string_view pem, const std::string& passphrase);

  std::string public_key() const;                    ///< 32 bytes
  std::string sign(std::string_view message) const;  ///< 64 bytes
  /// PKCS#8 PEM; encrypted with AES-256-CBC (PBES2) when `passphrase` is not empty.
  std::string to_pem(const std::string& passphrase) const;

 private:
  struct State;
  explicit SigningKey(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Whether `signature` (64 bytes) by `public_key` (32 bytes) is good for `message`.
bool verify_ed25519(std::string_view public_key, std::string_view message,
                    std::string_view signature);

/// ECDSA on P-256 over SHA-256; the key is SPKI PEM, the signature r||s of 64 bytes (IEEE P1363).
bool verify_p256(std::string_view spki_pem, std::string_view message, std::string_view signature);

/// SPKI PEM of a raw Ed25519 public key, as other tools read it.
std::string public_key_pem(std::string_view public_key);
/// The raw key of an Ed25519 SPKI PEM, or nothing.
std::optional<std::string> public_key_from_pem(std::string_view pem);

/// sha256 (hex) of the SPKI DER: the key id in envelopes and messages. A hint and a name, never proof.
std::string key_id(std::string_view public_key);

std::string sha256_raw(std::string_view bytes);  ///< 32 bytes

/// Cryptographic random bytes.
std::string random_bytes(std::size_t count);

}  // namespace sealring::manifest
