// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/codes.h"

#include <array>

namespace sealring::manifest {

namespace {

constexpr std::array kTable{
    &codes::kJsonSyntax,        &codes::kJsonDuplicateKey,
    &codes::kJsonEncoding,      &codes::kJsonLimit,
    &codes::kJsonTrailing,      &codes::kPathEscapes,
    &codes::kPathForm,          &codes::kPathCharacters,
    &codes::kPathCollision,     &codes::kJsonByteOrderMark,
    &codes::kJsonSurrogate,     &codes::kJsonNumber,
    &codes::kEnvelopeMalformed, &codes::kSignatureNotAccepted,
    &codes::kPayloadType,       &codes::kStatementMalformed,
    &codes::kPredicateType,     &codes::kSignerRole,
    &codes::kKeyNotValid,       &codes::kRunnerMismatch,
    &codes::kThreshold,         &codes::kKeyUnusable,
    &codes::kKeyExists,         &codes::kDigestUnusable,
    &codes::kTrustFileFault,    &codes::kUnknownParameter,
    &codes::kRunNotStarted,     &codes::kRunSpecFault,
    &codes::kInputChanged,      &codes::kRunFailed,
    &codes::kRunTimeout,        &codes::kRunInterrupted,
    &codes::kRunLost,           &codes::kReportMissing,
    &codes::kOverBudget,        &codes::kSandboxUnavailable,
    &codes::kRunLive,           &codes::kRunUnknown,
    &codes::kNotSealable,       &codes::kUnsafeOutput,
    &codes::kOutputChanged,     &codes::kToolProbe,
    &codes::kLedgerDamaged,     &codes::kEntryAltered,
    &codes::kCheckpointInvalid, &codes::kLedgerRolledBack,
    &codes::kProofInvalid,      &codes::kRecordAltered,
    &codes::kContentMissing,    &codes::kContentAltered,
    &codes::kNotSealed,         &codes::kHalfProduct,
    &codes::kBytesChanged,      &codes::kInputMismatch,
    &codes::kStimulusMismatch,  &codes::kCheckerAbsent,
    &codes::kNothingCompared,   &codes::kTraceMismatch,
    &codes::kDataMismatch,      &codes::kCoverageShort,
    &codes::kErrorReported,     &codes::kReportInconclusive,
    &codes::kTaskMismatch,      &codes::kUnlistedReport,
    &codes::kTestMissing,       &codes::kReplayed,
    &codes::kWeakRule,          &codes::kUnsandboxed,
    &codes::kPolicyFault,       &codes::kMissingFile,
    &codes::kOlderReport,       &codes::kChainBreak,
    &codes::kStaleStage,        &codes::kDiffers,
    &codes::kNothingToAudit,    &codes::kReportDamaged,
    &codes::kReportEmpty,       &codes::kReportFormat,
};

}  // namespace

std::span<const core::Code* const> code_table() {
  return kTable;
}

}  // namespace sealring::manifest
