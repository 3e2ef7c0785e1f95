// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "manifest/formats/json.h"

/// in-toto Statement v1 (in-toto/attestation spec v1.2).
namespace sealring::manifest {

inline constexpr std::string_view kStatementType = "https://in-toto.io/Statement/v1";
inline constexpr std::string_view kProvenancePredicate = "https://slsa.dev/provenance/v1";
inline constexpr std::string_view kVerdictPredicate = "https://slsa.dev/verification_summary/v1";
inline constexpr std::string_view kKeyEventPredicate = "urn:sealring:key-event:1";
inline constexpr std::string_view kRunBuildType = "urn:sealring:run:1";

struct Subject {
  std::string name;
  std::string sha256;  ///< hex; "" when the set has none that can be used
};

struct Statement {
  std::vector<Subject> subjects;
  std::string predicate_type;
  Json predicate;
};

/// Canonical JSON text of the statement.
std::string statement_text(const Statement& statement);

/// How strict `parse_statement` is about subjects.
enum class SubjectRule { kSha256, kAnyDigest };

/// Reads a statement. MAN-0204: not a Statement v1, no subject, a subject without name or digest, a name twice.
/// MAN-0212: no usable sha256 (with kSha256). Unknown members are passed over.
std::optional<Statement> parse_statement(std::string_view payload, const std::string& name,
                                         core::Sink& sink, SubjectRule rule = SubjectRule::kSha256);

}  // namespace sealring::manifest
