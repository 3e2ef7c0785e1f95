// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of the module library: RWB-03xx.
namespace sealring::rapidwright_bridge::codes {

inline constexpr core::Code kLibraryUnusable{
    .id = "RWB-0301",
    .slug = "library-unusable",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The library file is missing or is not a module library.",
    .matters = "No module can be looked up or added.",
    .fix = "Give the file with --library, or add a module to make one.",
    .example = "library 'modules.db' does not exist",
};

inline constexpr core::Code kModuleUnknown{
    .id = "RWB-0302",
    .slug = "module-unknown",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "No module of the library has this name or digest.",
    .matters = "There is nothing to show.",
    .fix = "Use `sealring reuse list` to see what is there.",
    .example = "no module 'picoblase' in the library, did you mean 'picoblaze'?",
};

inline constexpr core::Code kModuleAmbiguous{
    .id = "RWB-0303",
    .slug = "module-ambiguous",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A name or digest prefix stands for several circuits.",
    .matters = "They have different contents; the name is only a label.",
    .fix = "Give more digits of the digest.",
    .example = "'picoblaze' stands for 2 circuits: 3f6c2a91 and 91ab44e0",
};

inline constexpr core::Code kCheckpointNewer{
    .id = "RWB-0304",
    .slug = "checkpoint-newer-than-tool",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A checkpoint was written by a newer tool than the one it is to be used with.",
    .matters = "Older tools cannot open it.",
    .fix = "Implement the module with the target tool, or move the project to the newer one.",
    .example = "checkpoint is of Vivado 2018.3 (format 11), the target is 2017.4 (format 9)",
};

inline constexpr core::Code kCheckpointOlder{
    .id = "RWB-0305",
    .slug = "checkpoint-older-than-tool",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kTool,
    .means = "A checkpoint was written by an older tool than the one it is to be used with.",
    .matters = "It is converted on loading and its timing may change.",
    .fix = "Time the module again after loading.",
    .example = "checkpoint is of Vivado 2018.3 (format 11), the target is 2022.1 (format 18)",
};

inline constexpr core::Code kShapeUsedOnce{
    .id = "RWB-0306",
    .slug = "shape-used-once",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A shape was used a single time.",
    .matters = "The hours of its sweep were not spread over several uses.",
    .fix = "Drop it from the next sweep, or say why it is kept.",
    .example = "shape 'SLICE_X13Y235:SLICE_X16Y239' of 'picoblaze' was used 1 time",
};

inline constexpr core::Code kNameOfAnother{
    .id = "RWB-0307",
    .slug = "name-of-another-circuit",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A module carries the name of a circuit with other content.",
    .matters = "Whoever takes the module by its name may get the other one.",
    .fix = "Rename one of the two; the library tells them apart by digest.",
    .example = "'picoblaze' is already the name of circuit 3f6c2a91; this one is 91ab44e0",
};

inline constexpr core::Code kNetlistNeeded{
    .id = "RWB-0308",
    .slug = "netlist-needed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A module is to be added and no readable netlist is there.",
    .matters = "Without it the circuit cannot be told from another one of the same name.",
    .fix = "Write it beside the checkpoint: open_checkpoint core.dcp; write_edif core.edf",
    .example = "'core.dcp' holds a vendor-encoded netlist and 'core.edf' is not beside it",
};

inline constexpr core::Code kPortMismatch{
    .id = "RWB-0309",
    .slug = "port-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Netlist and metadata of a module disagree about its ports.",
    .matters = "They are of different versions of the module.",
    .fix = "Generate the metadata again from this netlist.",
    .example = "port 'address[11]' is in the netlist and not in the metadata",
};

inline constexpr core::Code kFailedShape{
    .id = "RWB-0310",
    .slug = "failed-shape-asked-for",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A shape that is asked for has failed before for this circuit.",
    .matters = "The tool will fail again in the same way.",
    .fix = "Take a shape that fits; the library lists them.",
    .example = "shape of 3 x 5 slices failed before: 115 LUT in 120 places; 4 x 5 fits",
};

}  // namespace sealring::rapidwright_bridge::codes
