// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of envelopes, statements, keys and trust: MAN-02xx.
namespace sealring::manifest::codes {

inline constexpr core::Code kEnvelopeMalformed{
    .id = "MAN-0201",
    .slug = "envelope-malformed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "A file is not a DSSE envelope: a member is missing, of another type or not base64.",
    .matters = "No signature can be checked on it.",
    .fix = "Take the file as it was sealed.",
    .example = "the envelope has no signatures",
};

inline constexpr core::Code kSignatureNotAccepted{
    .id = "MAN-0202",
    .slug = "signature-not-accepted",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "No key of the trust file made a good signature over these bytes.",
    .matters = "Anybody could have written or changed them.",
    .fix =
        "Take the file as it was sealed, or add the signer's key to the trust file after checking "
        "it on another way.",
    .example = "no key of 'trust.yaml' made a good signature over 'manifest.dsse.json'",
};

inline constexpr core::Code kPayloadType{
    .id = "MAN-0203",
    .slug = "payload-type",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A signed payload is of another type than the one expected here.",
    .matters = "A signature for one purpose must not count for another.",
    .fix = "Give the verb the kind of file it asks for.",
    .example = "payload type is 'text/plain', 'application/vnd.in-toto+json' was expected",
};

inline constexpr core::Code kStatementMalformed{
    .id = "MAN-0204",
    .slug = "statement-malformed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A signed payload is not an in-toto Statement v1 with the members it needs.",
    .matters = "It states nothing that could be checked.",
    .fix = "Seal again with a current version.",
    .example = "the statement has no subject",
};

inline constexpr core::Code kPredicateType{
    .id = "MAN-0205",
    .slug = "predicate-type",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A signed statement is of another kind than the one asked for.",
    .matters = "A good signature on another statement is no answer to the question.",
    .fix = "Give the verb the manifest itself.",
    .example =
        "predicate type is 'https://spdx.dev/Document', 'https://slsa.dev/provenance/v1' was "
        "expected",
};

inline constexpr core::Code kSignerRole{
    .id = "MAN-0206",
    .slug = "signer-role",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The key that signed is known but does not hold the role this statement needs.",
    .matters = "A producer, runner, grader or auditor may vouch only for its own part.",
    .fix = "Have the statement signed by a key with that role; roles are given in the trust file.",
    .example = "key 'ci-1' has no role 'runner'",
};

inline constexpr core::Code kKeyNotValid{
    .id = "MAN-0207",
    .slug = "key-not-valid",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means =
        "The key was not valid at the ledger position of this statement: before its first, behind "
        "its last, or revoked.",
    .matters = "After a revocation anybody who holds the stolen key can sign.",
    .fix = "Seal again with the key that is valid now.",
    .example = "key 'ci-1' was revoked at ledger position 40; the statement stands at 57",
};

inline constexpr core::Code kRunnerMismatch{
    .id = "MAN-0208",
    .slug = "runner-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The statement names another runner than the one the trust file binds to the key.",
    .matters = "One runner would speak in the name of another.",
    .fix = "Seal with the runner's own key, or correct 'id' in the trust file.",
    .example = "the statement names runner 'ci-2', its key belongs to 'ci-1'",
};

inline constexpr core::Code kThreshold{
    .id = "MAN-0209",
    .slug = "threshold",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "Fewer different keys signed than the trust file demands.",
    .matters =
        "The rule that several parties must agree was not met; a key counts once, however often it "
        "signs.",
    .fix = "Have the missing parties sign.",
    .example = "1 of 2 demanded runner keys signed 'manifest.dsse.json'",
};

inline constexpr core::Code kKeyUnusable{
    .id = "MAN-0210",
    .slug = "key-unusable",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means =
        "A private key cannot be used: missing, readable by others, of another kind, or its "
        "passphrase does not fit.",
    .matters = "Nothing was signed.",
    .fix = "Give an Ed25519 key in PKCS#8 PEM form with mode 0600.",
    .example = "key 'runner.key' can be read by others (mode 0644); make it 0600",
};

inline constexpr core::Code kKeyExists{
    .id = "MAN-0211",
    .slug = "key-exists",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A key file exists already; it is never overwritten.",
    .matters = "A lost private key cannot be made again.",
    .fix = "Choose another name, or move the old key away yourself.",
    .example = "'keys/runner.key' exists already; choose another name",
};

inline constexpr core::Code kDigestUnusable{
    .id = "MAN-0212",
    .slug = "digest-unusable",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A digest set has no sha256, or holds a value that is not one.",
    .matters = "Weak or missing digests do not bind the content.",
    .fix = "Seal again; every subject needs a sha256 of 64 lower-case hex digits.",
    .example = "subject 'reports/coverage.json' has no sha256",
};

inline constexpr core::Code kTrustFileFault{
    .id = "MAN-0213",
    .slug = "trust-file-fault",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "An entry of a trust file cannot be used.",
    .matters = "Who may vouch for what would be decided by a guess.",
    .fix = "Correct the entry; docs/formats/manifest.md lists the keys.",
    .example = "key 'ci-1' has the unknown role 'runer', did you mean 'runner'?",
};

inline constexpr core::Code kUnknownParameter{
    .id = "MAN-0214",
    .slug = "unknown-parameter",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "The run was started with a parameter the verifier does not know.",
    .matters = "It may have changed what the run did.",
    .fix = "Grade with a version that knows the parameter, or run without it.",
    .example = "external parameter 'plusargs' is not known",
};

}  // namespace sealring::manifest::codes
