// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/signing/signers.h"

#include <algorithm>

#include "manifest/codes.h"

namespace sealring::manifest {

namespace {

/// Why the key does not count at this position, or "".
std::string validity_problem(const TrustedKey& key, std::optional<std::uint64_t> position) {
  if (!key.bounded()) return {};
  if (!position) {
    return "key '" + key.id +
           "' is bound to ledger positions and no receipt tells where the statement stands";
  }
  const std::string stands = "; the statement stands at " + std::to_string(*position);
  if (key.revoked_at && *position >= *key.revoked_at) {
    return "key '" + key.id + "' was revoked at ledger position " +
           std::to_string(*key.revoked_at) + stands;
  }
  if (*position < key.valid_from) {
    return "key '" + key.id + "' is valid from ledger position " + std::to_string(key.valid_from) +
           stands;
  }
  if (key.valid_to && *position > *key.valid_to) {
    return "key '" + key.id + "' is valid up to ledger position " + std::to_string(*key.valid_to) +
           stands;
  }
  return {};
}

}  // namespace

std::vector<const TrustedKey*> accepted_signers(const Envelope& envelope, const Trust& trust,
                                                const std::string& role,
                                                std::optional<std::uint64_t> position,
                                                const std::string& name, core::Sink& sink) {
  const auto refuse = [&](const core::Code& code, std::string message) {
    sink.report(core::make_finding(code, std::move(message)).at({name}).on(name, "signature"));
    return std::vector<const TrustedKey*>();
  };
  std::vector<std::string> known;
  for (const TrustedKey& key : trust.keys) known.push_back(key.public_key);
  const std::vector<std::string> good = verified_keys(envelope, known);
  std::vector<const TrustedKey*> signers;
  for (const TrustedKey& key : trust.keys) {
    if (std::find(good.begin(), good.end(), key.public_key) != good.end()) signers.push_back(&key);
  }
  if (signers.empty()) {
    return refuse(codes::kSignatureNotAccepted,
                  "no key of '" + trust.name + "' made a good signature over '" + name + "'");
  }
  const std::string first = signers.front()->id;
  std::erase_if(signers, [&](const TrustedKey* key) { return !key->roles.contains(role); });
  if (signers.empty()) {
    return refuse(codes::kSignerRole, "key '" + first + "' has no role '" + role + "'");
  }
  std::string problem;
  std::erase_if(signers, [&](const TrustedKey* key) {
    const std::string what = validity_problem(*key, position);
    if (problem.empty()) problem = what;
    return !what.empty();
  });
  if (signers.empty()) return refuse(codes::kKeyNotValid, problem);
  if (signers.size() < trust.threshold(role)) {
    return refuse(codes::kThreshold, std::to_string(signers.size()) + " of " +
                                         std::to_string(trust.threshold(role)) + " demanded " +
                                         role + " keys signed '" + name + "'");
  }
  return signers;
}

}  // namespace sealring::manifest
