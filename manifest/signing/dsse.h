// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "manifest/signing/crypto.h"

/// DSSE 1.0.2 envelopes (secure-systems-lab/dsse: protocol.md, envelope.md).
namespace sealring::manifest {

inline constexpr std::string_view kInTotoPayloadType = "application/vnd.in-toto+json";

/// "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body; lengths count bytes.
std::string pre_authentication_encoding(std::string_view type, std::string_view body);

struct EnvelopeSignature {
  std::string key_id;     ///< an unauthenticated hint
  std::string signature;  ///< raw bytes
};

struct Envelope {
  std::string payload_type;
  std::string payload;  ///< the exact signed bytes
  std::vector<EnvelopeSignature> signatures;
};

/// Reads one envelope. Unknown members are ignored; what is missing, of another type or not base64 is MAN-0201.
std::optional<Envelope> parse_envelope(std::string_view json, const std::string& name,
                                       core::Sink& sink);

/// Signs and gives the envelope's JSON text (canonical form, one line, no newline).
std::string sign_envelope(std::string_view payload_type, std::string_view payload,
                          const SigningKey& key);
/// The same signed by several keys, for roles whose threshold is above one.
std::string sign_envelope(std::string_view payload_type, std::string_view payload,
                          const std::vector<const SigningKey*>& keys);

/// The distinct keys of `accepted` (raw Ed25519 keys) with a good signature on the envelope. Signatures that fail are
/// skipped, key ids are not looked at, and a key counts once however often it signed.
std::vector<std::string> verified_keys(const Envelope& envelope,
                                       const std::vector<std::string>& accepted);

}  // namespace sealring::manifest
