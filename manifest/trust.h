// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::manifest {

/// A key that may vouch, for what, and between which positions of the ledger.
struct TrustedKey {
  std::string id;                ///< who: of a runner, the builder id its statements must name
  std::string public_key;        ///< 32 bytes
  std::set<std::string> roles;   ///< "runner", "grader", "auditor", "log"
  std::uint64_t valid_from = 0;  ///< first ledger position
  std::optional<std::uint64_t> valid_to;    ///< last ledger position
  std::optional<std::uint64_t> revoked_at;  ///< from this position on nothing counts

  /// Whether its validity depends on where in the ledger a statement stands.
  bool bounded() const { return valid_from > 0 || valid_to || revoked_at; }
};

/// A trust file (YAML `sealring.trust/1`): the only source of trust there is.
struct Trust {
  std::string name;    ///< as shown
  std::string sha256;  ///< of the file
  std::vector<TrustedKey> keys;
  std::map<std::string, std::uint64_t> thresholds;  ///< role -> different keys demanded; absent: 1

  std::uint64_t threshold(const std::string& role) const;
  const TrustedKey* find(const std::string& id) const;
};

/// Applies one signed key event (an envelope on one line): a rotation or revocation signed by the key it is about or by
/// an auditor. MAN-0213 when it is neither; `trust` is then as it was.
bool apply_key_event(std::string_view envelope, const std::string& name, Trust& trust,
                     core::Sink& sink);

/// Reads the file and the key events it names (rotations and revocations count only when signed by the key they are
/// about or by an auditor). Anything unusable is reported and gives nothing: half a trust file is none.
std::optional<Trust> read_trust(const core::InputReader& reader, const std::filesystem::path& file,
                                core::Sink& sink);

}  // namespace sealring::manifest
