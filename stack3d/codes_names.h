// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// STK-0124 to STK-0199: bump maps and chiplets against their other files.
namespace sealring::stack3d::codes {

inline constexpr core::Code kBumpTwice{
    .id = "STK-0124",
    .slug = "bump-twice",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "Two lines of the bump maps of one chiplet have the same bump name, or the same place on "
        "one face.",
    .matters = "One of the two is wrong; tools keep the last and lose the other.",
    .fix = "Rename or remove one of them.",
    .example = "bump 'A1' stands twice in chiplet 'SoC'; first at line 7",
};

inline constexpr core::Code kPortWithoutNet{
    .id = "STK-0125",
    .slug = "port-without-net",
    .severity = core::Severity::kNote,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Bumps of a map have a port but no net.",
    .matters =
        "The net inside the die is taken from DEF or Verilog where there is one; otherwise it is "
        "not known.",
    .fix = "Fill the net column.",
    .example = "3 bumps of 'a.bmap' have a port and no net; the first is 'bump_clk'",
};

inline constexpr core::Code kUnknownPort{
    .id = "STK-0126",
    .slug = "unknown-port",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "A bump map names a port that the DEF or the Verilog module of the chiplet does not have.",
    .matters = "A misspelt port makes an open and an extra pin; tools create it silently.",
    .fix = "Correct the name in the map.",
    .example =
        "bump 'b7' names port 'dat[3]', which the module of 'top.v' does not give 'SoC', did you "
        "mean 'data[3]'?",
};

inline constexpr core::Code kUnknownNet{
    .id = "STK-0127",
    .slug = "unknown-net",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump map names a net that the DEF of the chiplet does not have.",
    .matters = "The map and the layout describe different designs.",
    .fix = "Correct the name, or export the map from the layout.",
    .example =
        "bump 'b7' names net 'VDDD', which the DEF of 'SoC' does not have, did you mean 'VDD'?",
};

inline constexpr core::Code kPortNetConflict{
    .id = "STK-0128",
    .slug = "port-net-conflict",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Bump map and DEF disagree on the net of a port or of a bump.",
    .matters =
        "One of the sources is stale; connectivity differs by which is believed. The DEF is "
        "believed here.",
    .fix = "Export both from the same database.",
    .example = "port 'd' of 'SoC': the bump map says net 'd_in', the DEF says net 'd'",
};

inline constexpr core::Code kUnknownBumpCell{
    .id = "STK-0129",
    .slug = "unknown-bump-cell",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump map uses a cell that none of the LEF files of the chiplet define.",
    .matters = "Size and pad of the bump are not known, so overlap and spacing cannot be told.",
    .fix = "Name a cell of the LEF, or add the LEF.",
    .example = "cell 'BUMPP' of 40 bumps of 'a.bmap' is in no LEF of 'SoC', did you mean 'BUMP'?",
};

inline constexpr core::Code kBumpClass{
    .id = "STK-0130",
    .slug = "bump-class",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "The class of a bump cell (signal, power, ground, dummy) does not fit the net it is on.",
    .matters = "A signal on a ground bump, or a supply on a dummy, was taped out before.",
    .fix = "Use a cell of the right class, or correct the net.",
    .example =
        "bump 'b7' is a ground bump (cell 'GBUMP') and carries net 'data[3]', which is a signal",
};

inline constexpr core::Code kDefBumpPlace{
    .id = "STK-0131",
    .slug = "def-bump-place",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump stands at one place in the bump map and at another in the DEF.",
    .matters = "The layout that is manufactured does not match the map that was checked.",
    .fix = "Export the map from the layout.",
    .example = "bump 'b7' stands at 10, 20 um in the bump map and at 10, 21 um in the DEF",
};

inline constexpr core::Code kDefFrame{
    .id = "STK-0132",
    .slug = "def-frame-shift",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "All bumps of a DEF differ from the bump map by one shift.",
    .matters =
        "The two use different frames: typically the DEF starts at the design area and the map at "
        "the seal ring.",
    .fix = "Use the frame of the full outline in both, or correct the seal ring of the definition.",
    .example =
        "all 40 bumps of the DEF of 'SoC' stand (-15, -15) um from the bump map, which is its seal "
        "ring and scribe line",
};

inline constexpr core::Code kDieArea{
    .id = "STK-0133",
    .slug = "die-area",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The die area of the DEF and the design area of the definition differ.",
    .matters = "A factor of 2, 4, 10 or 1000 is a mix-up of units; anything else is a stale file.",
    .fix = "Correct the definition, or the units of the DEF.",
    .example = "the DEF of 'SoC' is 450 x 450 um, 'design_area' says 955 x 1082 um",
};

inline constexpr core::Code kBumpNotInDef{
    .id = "STK-0134",
    .slug = "bump-not-in-def",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "A bump of the map is no component of the DEF, though others of its cell are, or the other "
        "way round.",
    .matters = "The map describes a bump that is not manufactured, or misses one that is.",
    .fix = "Export the map from the layout.",
    .example = "bump 'b7' of the map is not in the DEF of 'SoC', which places 39 cells 'BUMP'",
};

inline constexpr core::Code kUnusedDefinition{
    .id = "STK-0135",
    .slug = "unused-definition",
    .severity = core::Severity::kNote,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A chiplet is defined and never placed.",
    .matters = "Its files were not read.",
    .fix = "Take it out, or place it.",
    .example = "chiplet 'Spare' is defined and never placed; its files were not read",
};

inline constexpr core::Code kNotPlaced{
    .id = "STK-0136",
    .slug = "not-placed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "An instance has no place that can be used.",
    .matters = "It is missing from every check of geometry.",
    .fix = "Give it loc, z and orient under Stack.",
    .example = "instance 'u1' has no entry under 'Stack'",
};

inline constexpr core::Code kDefConflict{
    .id = "STK-0137",
    .slug = "def-conflict",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "Two places name different DEF files for one chiplet.",
    .matters =
        "A chiplet has one layout; which of the two is meant is not known. The first is used.",
    .fix = "Name the DEF once.",
    .example = "instance 'u1' names DEF 'b.def' and chiplet 'SoC' names 'a.def'; 'a.def' is used",
};

inline constexpr core::Code kTooLarge{
    .id = "STK-0138",
    .slug = "stack-too-large",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The stack spans more database units than can be handled.",
    .matters = "It was not put together.",
    .fix = "Correct loc, or use a coarser precision.",
    .example = "interface 'c1' spans 3000000 mm; at most 4294967295 database units are possible",
};

}  // namespace sealring::stack3d::codes
