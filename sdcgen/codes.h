// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <span>

#include "core/diagnostics/code.h"
#include "sdcgen/codes/design.h"
#include "sdcgen/codes/diff.h"
#include "sdcgen/codes/entries.h"
#include "sdcgen/codes/frozen.h"
#include "sdcgen/codes/headers.h"
#include "sdcgen/codes/proof.h"
#include "sdcgen/codes/spec.h"
#include "sdcgen/codes/table.h"

namespace sealring::sdcgen {

namespace codes {

inline constexpr std::array kTable{
    &kDuplicateClock,
    &kUnknownMode,
    &kNoMaster,
    &kMasterLoop,
    &kUnknownMaster,
    &kClockObject,
    &kBadQuantity,
    &kBadRange,
    &kBadExpression,
    &kParameter,
    &kDerivation,
    &kUnitMissing,
    &kClockNotInSpec,
    &kDuplicateRow,
    &kMissingRow,
    &kBadNumber,
    &kPeriodRange,
    &kRatio,
    &kUnanswered,
    &kMasterInactive,
    &kImplausible,
    &kUncertainty,
    &kNotInMode,
    &kWaveform,
    &kDuplicateInstance,
    &kPathMissing,
    &kObjectMissing,
    &kObjectKind,
    &kNameCollision,
    &kSameObject,
    &kTopMissing,
    &kUnknownView,
    &kNothingToDo,
    &kUnitsDiffer,
    &kNotLiberty,
    &kViewNeeded,
    &kBadName,
    &kExternalMasterCode,
    &kFrozenChanged,
    &kFrozenMissing,
    &kOmission,
    &kClocksChanged,
    &kTraceUnusable,
    &kStaleOutput,
    &kClockMissing,
    &kClockUnexpected,
    &kUnusedPresent,
    &kPeriodDiffers,
    &kWaveformDiffers,
    &kSourceDiffers,
    &kBecameVirtual,
    &kMasterDiffers,
    &kEmptyQuery,
    &kUncertaintyDiffers,
    &kStaComplaint,
    &kNotConnected,
    &kUnconstrained,
    &kUnclocked,
    &kOverwritten,
    &kUnitsIgnored,
    &kZeroPeriod,
    &kProofError,
    &kProofTimeout,
    &kProofTooLarge,
    &kStaMissing,
    &kBlackBox,
    &kUnknownDialect,
    &kPairTimed,
    &kPairCut,
    &kNoEffect,
    &kEntryDiffers,
    &kPairsNotProbed,
    &kExtraCut,
    &kHeaderError,
    &kHeaderNoNumber,
    &kHeaderNoName,
    &kSpecError,
    &kSpecDuplicate,
    &kSpecNoNumber,
    &kHammerNoClocks,
    &kHammerClock,
    &kHammerNotImported,
    &kImportTaken,
    &kEntryIncomplete,
    &kEntryDuplicate,
    &kEntryClock,
    &kRelationConflict,
    &kCommonMaster,
    &kExclusiveProof,
    &kUndeclaredRelation,
    &kEntryNoObject,
    &kIoHalf,
    &kCandidate,
    &kOpenQuestion,
    &kModeIllegal,
    &kDeadMode,
    &kEntryNotApplicable,
    &kChanged,
    &kNotComparable,
};

}  // namespace codes

/// Every SDC- code, in order of their ids.
inline std::span<const core::Code* const> code_table() {
  return codes::kTable;
}

}  // namespace sealring::sdcgen
