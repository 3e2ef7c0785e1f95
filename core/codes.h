// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>

#include "core/codes/documents.h"
#include "core/codes/files.h"
#include "core/codes/netlist.h"
#include "core/codes/policy.h"
#include "core/codes/services.h"
#include "core/diagnostics/code.h"
#include "core/lefdef/codes.h"

/// Codes of the readers and services in core. IO-00xx files, 01xx YAML, 02xx tables, 03xx Verilog, 04xx LEF/DEF,
/// 05xx waivers and baseline, 06xx child processes, 07xx store.
namespace sealring::core::codes {

inline constexpr std::array kTable{
    &kFileMissing,
    &kFileUnreadable,
    &kFileEmpty,
    &kFileTooLarge,
    &kDamagedCompression,
    &kCannotWrite,
    &kYamlSyntax,
    &kYamlDuplicateKey,
    &kYamlUnknownKey,
    &kYamlMissingKey,
    &kYamlWrongType,
    &kYamlWrongSchema,
    &kTableRagged,
    &kTableQuoting,
    &kTableHeader,
    &kTableNoRows,
    &kVerilogSyntax,
    &kVerilogTruncated,
    &kVerilogUnsupported,
    &kVerilogBehavioural,
    &kVerilogNoModule,
    &kVerilogDuplicateModule,
    &kVerilogDuplicateName,
    &kVerilogPortUndeclared,
    &kVerilogRangeConflict,
    &kVerilogImplicitNet,
    &kVerilogUseBeforeDeclaration,
    &kVerilogMacro,
    &kVerilogLimit,
    &kNetlistUnknownPort,
    &kNetlistPortTwice,
    &kNetlistTooManyConnections,
    &kNetlistWidth,
    &kNetlistSelect,
    &kNetlistLoop,
    &kNetlistParameter,
    &kLefSyntax,
    &kLefNumber,
    &kLefConflict,
    &kLefEmpty,
    &kDefSyntax,
    &kDefNumber,
    &kDefTruncated,
    &kDefCount,
    &kDefDuplicate,
    &kDefIncomplete,
    &kDefSkipped,
    &kWaiverUnused,
    &kWaiverExpired,
    &kWaiverLapsed,
    &kWaiverNoScope,
    &kWaiverNoReason,
    &kBaselineUnusable,
    &kToolCannotStart,
    &kStoreCannotOpen,
    &kStoreDamaged,
    &kStoreNewer,
    &kStoreFailed,
};

}  // namespace sealring::core::codes
