// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// STK-0101 to STK-0123: what the files of a stack say.
namespace sealring::stack3d::codes {

inline constexpr core::Code kUnknownKey{
    .id = "STK-0101",
    .slug = "unknown-key",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A 3Dblox file has a key that no dialect read here knows.",
    .matters =
        "What the key says is not used; if it was meant to move or scale something, the stack is "
        "put together without it.",
    .fix = "Correct the spelling, or take the key out.",
    .example =
        "unknown key 'thicknes' in chiplet 'SoC', did you mean 'thickness'?; what it says is not "
        "used",
};

inline constexpr core::Code kMissingKey{
    .id = "STK-0102",
    .slug = "missing-key",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A key that the language requires is absent or empty.",
    .matters = "The object it belongs to cannot be placed or typed, so it was not checked.",
    .fix = "Add the key.",
    .example = "the place of 'soc_inst' has no 'orient'",
};

inline constexpr core::Code kBadValue{
    .id = "STK-0103",
    .slug = "bad-value",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A value is of another kind, outside its range, or not one of the words allowed.",
    .matters = "The value was not used, so what depends on it was not checked.",
    .fix = "Write a value of the kind the message asks for.",
    .example = "'thickness' of chiplet 'SoC' is '12x'; a length as a decimal number was expected",
};

inline constexpr core::Code kUnknownReference{
    .id = "STK-0104",
    .slug = "unknown-reference",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A name refers to a chiplet, instance or region that is not defined.",
    .matters = "The part of the stack it stands for is missing from every check.",
    .fix = "Correct the name, or include the file that defines it.",
    .example =
        "connection 'c1' names 'soc.regions.frnt'; 'soc' has no such region, did you mean 'front'?",
};

inline constexpr core::Code kDefinedTwice{
    .id = "STK-0105",
    .slug = "defined-twice",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The same name is defined in two places.",
    .matters = "Which of the two is meant is not known; results could describe the wrong one.",
    .fix = "Keep one definition.",
    .example = "chiplet 'SoC' is defined again; the first stays",
};

inline constexpr core::Code kRegionNotRectangle{
    .id = "STK-0106",
    .slug = "region-not-rectangle",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The four points of a region are not the corners of an axis-parallel rectangle.",
    .matters =
        "Tools take the bounding box without a word, so bumps count as inside that are outside of "
        "what was drawn.",
    .fix = "Give the four corners in order.",
    .example =
        "the 4 points of region 'die.regions.bond' are not a rectangle: they span 1 um2, their "
        "bounding box 2 um2; the bounding box is used",
};

inline constexpr core::Code kRegionPolygon{
    .id = "STK-0107",
    .slug = "region-polygon",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kDesign,
    .means = "A region has more than four points.",
    .matters =
        "Polygon regions are not part of the language as it is known; nothing on this region was "
        "checked.",
    .fix = "Split the region into rectangles.",
    .example =
        "region 'SoC.regions.back' is a polygon of 5 points; regions are rectangles of 4 points",
};

inline constexpr core::Code kRegionNoCoords{
    .id = "STK-0108",
    .slug = "region-without-coords",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kDesign,
    .means = "A region has no coordinates.",
    .matters = "Whether bumps lie inside it and whether it meets its partner cannot be told.",
    .fix = "Add the four corners.",
    .example =
        "region 'SoC.regions.front' has no 'coords'; nothing can be said about what lies on it",
};

inline constexpr core::Code kRegionOnHier{
    .id = "STK-0109",
    .slug = "region-on-hier",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A region is defined on a chiplet of type hier, which only groups others.",
    .matters = "Such a region has no surface; a connection to it connects nothing.",
    .fix = "Name the region of the die inside: inst/inst.regions.region.",
    .example =
        "region 'hier_reg' stands on 'Sub', which is of type hier and has no surface of its own",
};

inline constexpr core::Code kNoAssembly{
    .id = "STK-0110",
    .slug = "no-assembly",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The file holds no instances, so there is no stack to check.",
    .matters = "A check of nothing is not a pass.",
    .fix = "Give the .3dbx file that places the chiplets.",
    .example = "'die.3dbv' defines 1 chiplet and places none; there is no stack to check",
};

inline constexpr core::Code kOrientation{
    .id = "STK-0111",
    .slug = "orientation",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "An orientation is none of the 16 axis-parallel ones.",
    .matters = "The die was not placed.",
    .fix = "Use R0 R90 R180 R270 MX MY MZ, their products, or the DEF words.",
    .example = "'orient' of 'u1' is 'R45'; R0 R90 ... were expected",
};

inline constexpr core::Code kPrecision{
    .id = "STK-0112",
    .slug = "precision",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "Files of one stack give different precisions, or none.",
    .matters =
        "A coordinate that is on the grid of one file may be off the grid of another; other tools "
        "round or refuse.",
    .fix = "Give the same precision in every Header.",
    .example = "'die.3dbv' has 1000 grid points per um and 'top.3dbx' 2000; 2000 are used",
};

inline constexpr core::Code kDefine{
    .id = "STK-0113",
    .slug = "define",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A #!define is unused, given twice, nested, or stands inside a longer word.",
    .matters =
        "Tools replace defines as plain text and in different orders, so the same file can name "
        "different paths.",
    .fix = "Choose words that stand alone, and take out what is not used.",
    .example =
        "'A' stands inside a longer word, which is left as it is; tools that replace any text "
        "would change it",
};

inline constexpr core::Code kOffGrid{
    .id = "STK-0114",
    .slug = "off-grid",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A length is not a whole number of database units.",
    .matters =
        "It was rounded to the nearest one; two tools that round differently disagree by one unit, "
        "which breaks exact pairing.",
    .fix = "Write lengths on the grid, or raise the precision.",
    .example =
        "2 coordinates of 'a.bmap' are not on the grid of 1/2000 um and were rounded to it; the "
        "first is 1.0003",
};

inline constexpr core::Code kInclude{
    .id = "STK-0115",
    .slug = "include",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "An include matches no file, has a suffix that cannot be included, or closes a cycle.",
    .matters = "Definitions it would bring are missing.",
    .fix = "Name .3dbv or .3dbx files that exist.",
    .example = "no file matches 'dies/*.3dbv'",
};

inline constexpr core::Code kNoFileMatches{
    .id = "STK-0116",
    .slug = "no-file-matches",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A file pattern matches nothing.",
    .matters = "What the files would say was not checked.",
    .fix = "Correct the pattern; it is relative to the file that holds it.",
    .example = "no file matches '../Nangate45/*_tech.lef'",
};

inline constexpr core::Code kKeyRefused{
    .id = "STK-0117",
    .slug = "key-refused",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A known key has a value that cannot be honoured.",
    .matters = "Ignoring it in silence could leave every bump of the die in the wrong place.",
    .fix =
        "See the message: set the value that means nothing, or declare in the rules file what it "
        "means.",
    .example =
        "'offset' of chiplet 'SoC' is not zero, and what it moves is not said anywhere public; it "
        "is not applied",
};

inline constexpr core::Code kShrinkApplied{
    .id = "STK-0118",
    .slug = "shrink-applied",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A chiplet has a shrink other than 1, and it was applied.",
    .matters =
        "A map that is already shrunk is scaled twice: at 9 um pitch a shrink of 0.98 misses the "
        "partner after 50 bumps.",
    .fix = "Check that area, regions and bump maps are as drawn, before the shrink.",
    .example = "'shrink' of chiplet 'SoC' is 0.98; its area, regions and bumps are scaled by it",
};

inline constexpr core::Code kCadLayer{
    .id = "STK-0119",
    .slug = "cad-layer",
    .severity = core::Severity::kNote,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A chiplet names layers of its GDS layout.",
    .matters =
        "They are kept, but the GDS is not read: outline and rings of the layout are not compared.",
    .fix = "Compare them in the layout tool.",
    .example =
        "'cad_layer' of chiplet 'SoC' names 1 layout layers; they are kept for the export, the "
        "layout itself (GDS) is not read",
};

inline constexpr core::Code kPmapNotRead{
    .id = "STK-0120",
    .slug = "pmap-not-read",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A region names a pmap file.",
    .matters =
        "No public text describes the format; what it says about the region was not checked.",
    .fix = "Give the pads as a bump map.",
    .example =
        "'pmap' of region 'SoC.regions.back' names 'SoC.pmap'; this format is not public and the "
        "file is not read",
};

inline constexpr core::Code kBumpColumns{
    .id = "STK-0121",
    .slug = "bump-map-columns",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kDesign,
    .means = "A line of a bump map does not have six columns.",
    .matters = "The bump on it is missing from every check.",
    .fix = "Write bumpInst bumpCell x y port net, with - for none.",
    .example = "the line has 5 columns; bumpInst bumpCell x y port net were expected",
};

inline constexpr core::Code kBumpNumber{
    .id = "STK-0122",
    .slug = "bump-map-number",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kDesign,
    .means = "A coordinate of a bump map is not a decimal number.",
    .matters = "The bump is missing from every check.",
    .fix = "Write micrometres as a decimal number.",
    .example = "x is '12,5'; a length in um as a decimal number was expected",
};

inline constexpr core::Code kBumpMapEmpty{
    .id = "STK-0123",
    .slug = "bump-map-empty",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kDesign,
    .means = "A bump map holds no bump that can be read.",
    .matters = "An empty map is what a broken export leaves; it is not a face without bumps.",
    .fix = "Export the map again, or take `bmap` out of the region.",
    .example = "'die.bmap' holds no bump that can be used",
};

}  // namespace sealring::stack3d::codes
