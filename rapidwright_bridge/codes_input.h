// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of the readers of this module: RWB-00xx. What they report makes a check impossible.
namespace sealring::rapidwright_bridge::codes {

inline constexpr core::Code kUnknownKind{
    .id = "RWB-0001",
    .slug = "unknown-kind",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means =
        "A file that was named is none of the reports, checkpoints, netlists or text files "
        "this group reads. Its kind is told by its content, never by its name.",
    .matters = "Nothing in it was checked.",
    .fix =
        "Name the report itself; write it again if it was saved in another encoding than "
        "UTF-8 or ASCII.",
    .example =
        "'impl/top.rpt' is not a report, checkpoint, netlist, metadata, pblock or guide file "
        "of a known form",
};

inline constexpr core::Code kCheckpointDamaged{
    .id = "RWB-0002",
    .slug = "checkpoint-damaged",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means =
        "A checkpoint is not a whole ZIP archive with a readable dcp.xml, or a member does "
        "not unpack.",
    .matters =
        "What the checkpoint holds is not known; a pointer file of a version control system "
        "looks like this too.",
    .fix = "Copy the checkpoint again from where it was written.",
    .example = "'core.dcp' is not a ZIP archive: it begins with 'version https://git-lfs'",
};

inline constexpr core::Code kCheckpointBomb{
    .id = "RWB-0003",
    .slug = "checkpoint-bomb",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means =
        "A member of an archive unpacks to more than the limit, or to an unbelievable "
        "multiple of its size.",
    .matters = "Unpacking it could exhaust the memory of the machine; nothing was unpacked.",
    .fix = "Check where the file comes from. The limit is input_limits in sealring.yaml.",
    .example =
        "member 'core.edf' of 'core.dcp' unpacks to 17179869185 bytes, the limit is "
        "1073741824 bytes",
};

inline constexpr core::Code kEdifSyntax{
    .id = "RWB-0004",
    .slug = "edif-syntax",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kDesign,
    .means = "A netlist is not well-formed EDIF 2 0 0, or ends before its last bracket.",
    .matters =
        "Cells, ports and connections behind the fault are not known, so no digest can be "
        "made.",
    .fix = "Write the netlist again with write_edif.",
    .example = "netlist ends inside 3 open brackets; the outermost was opened at line 1",
};

inline constexpr core::Code kMetadataSyntax{
    .id = "RWB-0005",
    .slug = "metadata-syntax",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means =
        "A module metadata file departs from the order of sections its writer keeps, or its "
        "counts do not match its sections.",
    .matters = "Ports, clocks or ranges of the module would be wrong or missing.",
    .fix = "Generate the metadata again; a file of another tool version may need a newer reader.",
    .example = "'inputs 12' was announced, 11 input sections are there",
};

inline constexpr core::Code kPblockSyntax{
    .id = "RWB-0006",
    .slug = "pblock-syntax",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means =
        "A pblock line cannot be read, or a range has corners of two kinds or in the wrong "
        "order.",
    .matters = "The region a module may use is not known.",
    .fix = "Write the range as SITE_XaYb:SITE_XcYd with the lower left corner first.",
    .example = "range 'SLICE_X4Y0:RAMB36_X5Y4' has corners of two site types",
};

inline constexpr core::Code kGuideSyntax{
    .id = "RWB-0007",
    .slug = "guide-syntax",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "An implementation guide cannot be read, or its counts do not match what follows.",
    .matters = "Which implementation goes where is not known.",
    .fix = "Write the guide again.",
    .example = "block 'core' announces 3 implementations, 2 follow",
};

inline constexpr core::Code kNetMerged{
    .id = "RWB-0008",
    .slug = "net-merged",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means =
        "Several nets of one cell have the same original name; their identifiers differ in the "
        "case of letters only.",
    .matters = "A reader that keeps one of them loses connections.",
    .fix =
        "Nothing has to be done: they are read as one net. Write the netlist with a newer tool if "
        "its digest must stay "
        "the same.",
    .example =
        "cell 'top' has several nets with the original name 'Reset'; they are read as one net with "
        "all connections",
};

}  // namespace sealring::rapidwright_bridge::codes
