// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/codes.h"

namespace sealring::esd {

std::span<const core::Code* const> code_table() {
  static constexpr const core::Code* kTable[] = {
      &codes::kNetworkSyntax,      &codes::kResistanceInvalid,
      &codes::kTruncatedNetwork,   &codes::kUnsupportedCard,
      &codes::kPortWithoutElement, &codes::kDuplicateResistors,
      &codes::kSpefUnit,           &codes::kNameMapIndex,
      &codes::kToleratedSyntax,    &codes::kImplausibleResistance,
      &codes::kEmptyNetwork,       &codes::kCapacitorOnly,
      &codes::kSelfLoop,           &codes::kTripletValue,
      &codes::kTooLargeNetwork,    &codes::kUnknownNode,
      &codes::kEmptyTerminal,      &codes::kSameTerminal,
      &codes::kUnknownDeviceType,  &codes::kDevicePin,
      &codes::kDeviceValue,        &codes::kDuplicateName,
      &codes::kProjectValue,       &codes::kNetMismatch,
      &codes::kRuleValue,          &codes::kEmptySelection,
      &codes::kMissingCurrent,     &codes::kMergedCurrentDensity,
      &codes::kMissingLimit,       &codes::kMissingWidth,
      &codes::kLumpedCuts,         &codes::kNoRule,
      &codes::kUnreachable,        &codes::kResistanceOverLimit,
      &codes::kVoltageOverLimit,   &codes::kCurrentDensity,
      &codes::kDeviceCurrent,      &codes::kSharingNotConverged,
      &codes::kNoDevice,           &codes::kMemoryLimit,
      &codes::kSingularNetwork,    &codes::kCacheUnavailable,
      &codes::kNoPrimary,
      &codes::kWrongPolarity,
      &codes::kWrongDomain,
      &codes::kNoRailClamp,
      &codes::kGroundsNotTied,
      &codes::kCrossDomainUnprotected,
      &codes::kNoSeriesResistor,
      &codes::kNoSecondaryClamp,
      &codes::kForbiddenDevice,
      &codes::kTooManyStages,
      &codes::kNoDischargePath,
      &codes::kIsland,
      &codes::kSupplyWithoutPad,
      &codes::kNetsTouch,
      &codes::kMissingProperty,
      &codes::kDeviceTooNarrow,
      &codes::kTooFewFingers,
      &codes::kTooFar,
      &codes::kNothingToMeasure,
      &codes::kResistorRange,
      &codes::kNoGuard,
      &codes::kGuardNotTied,
  };
  return kTable;
}

}  // namespace sealring::esd
