// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/codes.h"

#include <array>

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::array kTable{
    &codes::kUnknownKind,      &codes::kCheckpointDamaged,
    &codes::kCheckpointBomb,   &codes::kEdifSyntax,
    &codes::kMetadataSyntax,   &codes::kPblockSyntax,
    &codes::kGuideSyntax,      &codes::kNetMerged,
    &codes::kSetupViolated,    &codes::kHoldViolated,
    &codes::kPulseViolated,    &codes::kUnclocked,
    &codes::kUnconstrained,    &codes::kLoops,
    &codes::kDetachedClock,    &codes::kNotFullyRouted,
    &codes::kRoutingErrors,    &codes::kDrcError,
    &codes::kDrcCritical,      &codes::kBlackBox,
    &codes::kOverUtilized,     &codes::kLogError,
    &codes::kBusSkewViolated,  &codes::kMethodologyCritical,
    &codes::kPartMismatch,     &codes::kSpeedMismatch,
    &codes::kDesignMismatch,   &codes::kStaleReport,
    &codes::kLogCritical,      &codes::kSetupNotAnalysed,
    &codes::kHoldNotAnalysed,  &codes::kPulseNotAnalysed,
    &codes::kTruncated,        &codes::kPortsNotTimed,
    &codes::kNotRoutedStage,   &codes::kCheckTimingMissing,
    &codes::kContradiction,    &codes::kNotASummary,
    &codes::kNothingLookedAt,  &codes::kReportMissing,
    &codes::kMixedRun,         &codes::kNetlistUnreadable,
    &codes::kClockDoubtful,    &codes::kMethodologyStale,
    &codes::kMultipleClocks,   &codes::kNoBusSkew,
    &codes::kNoPlacementProof, &codes::kNoClockInXdc,
    &codes::kLibraryUnusable,  &codes::kModuleUnknown,
    &codes::kModuleAmbiguous,  &codes::kCheckpointNewer,
    &codes::kCheckpointOlder,  &codes::kShapeUsedOnce,
    &codes::kNameOfAnother,    &codes::kNetlistNeeded,
    &codes::kPortMismatch,     &codes::kFailedShape,
    &codes::kSweepDefinition,  &codes::kRunnerMissing,
    &codes::kRunFailed,        &codes::kNoRunPassed,
    &codes::kBoughtNothing,    &codes::kOldReportSetAside,
    &codes::kRunNotCollected,  &codes::kSweepNotWritten,
    &codes::kCostModel,        &codes::kChecksDiffer,
    &codes::kNeverPays,        &codes::kFinalTimingWorse,
    &codes::kRecordedRuns,
};

}  // namespace

std::span<const core::Code* const> code_table() {
  return kTable;
}

}  // namespace sealring::rapidwright_bridge
