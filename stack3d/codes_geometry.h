// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// STK-03xx: geometry and alignment. STK-04xx: one cause behind many misses.
namespace sealring::stack3d::codes {

inline constexpr core::Code kMissingPartner{
    .id = "STK-0301",
    .slug = "missing-partner",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump has no bump of the facing region at its place.",
    .matters =
        "The bond is not made; a checker that pairs only equal places says nothing about it.",
    .fix = "Add the partner, or move one of the two.",
    .example =
        "bump 'u_a.regions.front/B17' has no partner on 'u_b.regions.front'; the nearest, 'B17', "
        "is (4, 2) um away",
};

inline constexpr core::Code kMisaligned{
    .id = "STK-0302",
    .slug = "misaligned-bump",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump stands further from its partner than the tolerance.",
    .matters = "The bond has less area than designed, or is not made.",
    .fix = "Move one of the two by the distance given.",
    .example =
        "bump 'u_b.regions.front/B17' stands (0.1, 0) um from its partner 'u_a.regions.front/B17': "
        "100 nm, the tolerance is 0 nm",
};

inline constexpr core::Code kBumpPitch{
    .id = "STK-0303",
    .slug = "bump-pitch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Bumps of one face are closer together than the minimum pitch of the rules.",
    .matters = "They cannot be manufactured apart.",
    .fix = "Spread them.",
    .example =
        "2 pairs of bumps on the front side of 'SoC' are closer than the minimum pitch of 9 um",
};

inline constexpr core::Code kBumpSpacing{
    .id = "STK-0304",
    .slug = "bump-spacing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Pads of one face are closer than the minimum spacing of the rules.",
    .matters = "They may be bridged.",
    .fix = "Spread them, or use smaller pads.",
    .example =
        "2 pairs of bumps on the front side of 'SoC' have pads closer than the minimum spacing of "
        "4 um: 3.5 um",
};

inline constexpr core::Code kBumpOverlap{
    .id = "STK-0305",
    .slug = "bump-overlap",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Pads of different nets on one face overlap.",
    .matters = "They are shorted on the die itself.",
    .fix = "Move one of them.",
    .example = "1 pairs of bumps on the front side of 'SoC' have pads that overlap",
};

inline constexpr core::Code kBumpOutsideRegion{
    .id = "STK-0306",
    .slug = "bump-outside-region",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Bumps lie outside the region whose map lists them.",
    .matters = "They may lie where nothing faces them, or in another region.",
    .fix = "Move them, or enlarge the region.",
    .example =
        "54 of 100 bumps of 'die_bumps.bmap' lie outside their region 'bond_region'; the first is "
        "'bump_NET_8' at (0, 720) um",
};

inline constexpr core::Code kBumpOutsideDie{
    .id = "STK-0307",
    .slug = "bump-outside-die",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Bumps lie outside the outline of their die.",
    .matters = "There is no silicon under them.",
    .fix = "Correct the outline or the map; a shift by the seal ring is usual.",
    .example = "3 of 100 bumps of 'die_bumps.bmap' lie outside the outline of 'SoC'",
};

inline constexpr core::Code kRegionOutsideDie{
    .id = "STK-0308",
    .slug = "region-outside-die",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A region reaches beyond the outline of its die.",
    .matters = "A check of bumps against it passes where there is no die.",
    .fix = "Correct the coordinates of the region or the size of the die.",
    .example =
        "region 'SoC.regions.front' reaches 160 um beyond the outline of the die (480 x 3360 um)",
};

inline constexpr core::Code kRegionOverlap{
    .id = "STK-0309",
    .slug = "region-overlap",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Two regions of one face of a die overlap.",
    .matters = "A bump in the common part belongs to two regions with different partners.",
    .fix = "Make the regions disjoint.",
    .example = "regions 'a' and 'b' of 'SoC' overlap on the front side by 10 x 20 um",
};

inline constexpr core::Code kDieOverlap{
    .id = "STK-0310",
    .slug = "die-overlap",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Two placed dies take the same space.",
    .matters = "The stack cannot be built.",
    .fix =
        "Move one of them; an embedded die is declared by a connection through an internal region.",
    .example = "dies 'u_a' and 'u_b' take the same space: 100 x 100 x 20 um",
};

inline constexpr core::Code kEmbedded{
    .id = "STK-0311",
    .slug = "embedded-die",
    .severity = core::Severity::kNote,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "Two dies share space, and a connection through an internal region says that one is "
        "embedded.",
    .matters = "It is counted as meant; the volume is given so that it can be compared.",
    .fix = "Nothing, when the volume is right.",
    .example =
        "'bridge' and 'interposer' share 100 x 100 x 20 um; a connection declares the one embedded "
        "in the other",
};

inline constexpr core::Code kGap{
    .id = "STK-0312",
    .slug = "gap",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The distance of two facing surfaces is not the thickness of their connection.",
    .matters = "Bumps of the declared height do not reach, or are crushed.",
    .fix = "Correct z of the die, or the thickness of the connection.",
    .example =
        "the gap of connection 'c1' between 'u_b.regions.front' and 'u_a.regions.front' is 0.01 "
        "um, its thickness is 50 um",
};

inline constexpr core::Code kFacing{
    .id = "STK-0313",
    .slug = "facing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A region of a connection faces away from the other one.",
    .matters = "The bumps are on the far side of the die.",
    .fix = "Turn the die over, or name its other side.",
    .example =
        "connection 'c1': its top 'u_b.regions.back' faces up, away from 'u_a.regions.front'",
};

inline constexpr core::Code kTopBottomSwapped{
    .id = "STK-0314",
    .slug = "top-bottom-swapped",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A connection names the lower region as top and the upper one as bot.",
    .matters = "Tools that trust the words compute a negative gap.",
    .fix = "Exchange top and bot.",
    .example =
        "connection 'c1' declares 'u_a.regions.front' as top, which faces up, and "
        "'u_b.regions.front' as bot, which faces down: top and bot are swapped",
};

inline constexpr core::Code kRegionsApart{
    .id = "STK-0315",
    .slug = "regions-apart",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The two regions of a connection do not lie over each other.",
    .matters = "Nothing can be bonded between them.",
    .fix = "Move a die, or name other regions.",
    .example =
        "connection 'c1': 'u_b.regions.front' and 'u_a.regions.front' do not lie over each other; "
        "they are (20, 0) um apart",
};

inline constexpr core::Code kUnusedConnection{
    .id = "STK-0316",
    .slug = "unused-connection",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A connection joins a region with bumps and one without a bump map.",
    .matters = "The bumps of the one side were not paired.",
    .fix = "Give the other side its bump map.",
    .example =
        "connection 'c1' joins 'u_a.regions.front' with 40 bumps and 'u_b.regions.front', which "
        "has no bump map",
};

inline constexpr core::Code kUnusedRegion{
    .id = "STK-0317",
    .slug = "unused-region",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A region holds bumps and is in no connection.",
    .matters = "Its bumps are bonded to nothing in this description.",
    .fix = "Add the connection, or take the bump map out.",
    .example =
        "region 'u_s.regions.pads' holds 5 bumps and is in no connection: they were not paired",
};

inline constexpr core::Code kInternalUnused{
    .id = "STK-0318",
    .slug = "internal-region-unused",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "An internal_ext region is in no connection.",
    .matters = "It is there to embed a die; none is embedded.",
    .fix = "Add the connection, or take the region out.",
    .example = "internal_ext region 'u_s.regions.cavity' is in no connection",
};

inline constexpr core::Code kFloating{
    .id = "STK-0319",
    .slug = "floating-die",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Dies have no valid connection to the rest of the stack.",
    .matters = "They are held by nothing and connected to nothing.",
    .fix = "Add the connection, or correct the one that does not hold (see the other findings).",
    .example = "die 'u_c' has no valid connection to the rest of the stack",
};

inline constexpr core::Code kImproperOrientation{
    .id = "STK-0320",
    .slug = "improper-orientation",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "A die is placed by a transform that is a mirror image, which no solid body can follow.",
    .matters =
        "It is right only when its layout and bump map are already mirrored; otherwise every bump "
        "is on the wrong side.",
    .fix =
        "Turn it over with MZ_MX or MZ_MY, or set flip: physical in the rules; waive this when the "
        "layout is mirrored.",
    .example =
        "'u_b' is placed as a mirror image (MZ, determinant -1): MZ turns z and leaves x and y "
        "alone, so its layout and bump map must already be mirrored",
};

inline constexpr core::Code kLanding{
    .id = "STK-0321",
    .slug = "tsv-landing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A TSV does not land on a pad of the size that the rules ask for.",
    .matters = "The via may miss the pad after overlay.",
    .fix = "Use a larger landing pad, or centre it.",
    .example =
        "TSV 'u_a.regions.back/T1' meets the landing pad 'u_s.regions.front/P1' of 4 um; the rules "
        "ask for 6 um",
};

inline constexpr core::Code kBacksidePad{
    .id = "STK-0322",
    .slug = "backside-pad",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kProcess,
    .means = "Pads of the backside are smaller than the rules allow.",
    .matters = "They cannot be probed or bonded.",
    .fix = "Use a larger pad cell.",
    .example =
        "40 backside pads 'UBUMP' of 'SoC.regions.back' are smaller than the 10 um the rules ask "
        "for",
};

inline constexpr core::Code kBacksideRoute{
    .id = "STK-0323",
    .slug = "backside-route",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kProcess,
    .means = "Routes on the backside are narrower than the rules allow.",
    .matters = "They break or carry too much current.",
    .fix = "Widen them.",
    .example =
        "3 backside routes of net 'VDD' of 'SoC' are narrower than 2 um; the narrowest is 1 um on "
        "'BM1'",
};

inline constexpr core::Code kMechanicalCarries{
    .id = "STK-0324",
    .slug = "mechanical-carries",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A die declared mechanical has a bump with a net, or is bonded to one.",
    .matters = "A dummy conducts nothing: the net ends there, or is shorted through it.",
    .fix = "Take the net off, or do not declare the die mechanical.",
    .example = "'u_dummy' is declared mechanical, and its bump 'B1' carries 'VDD'",
};

inline constexpr core::Code kSealRing{
    .id = "STK-0325",
    .slug = "seal-ring",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Bumps lie on the seal ring, on the scribe line, or within the keep-out of the ring.",
    .matters = "The ring is opened or shorted, and moisture enters the die.",
    .fix = "Move the bumps inside; check that the map uses the frame of the full outline.",
    .example =
        "4 bumps of 'SoC.regions.front' lie on the seal ring or scribe line; the first is 'B1'",
};

inline constexpr core::Code kPadOffCentre{
    .id = "STK-0326",
    .slug = "pad-off-centre",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The pad of a bump cell is not at the centre of the cell.",
    .matters =
        "Bump maps give the centre of the cell, so the metal is elsewhere than the map says.",
    .fix = "Centre the pad in SIZE (ORIGIN), or give the map for the pad.",
    .example =
        "the pad of bump cell 'BUMP' is centred (-14.5, -14.5) um from the centre of its SIZE, "
        "which is where a bump map puts the bump",
};

inline constexpr core::Code kInterfaceShift{
    .id = "STK-0401",
    .slug = "interface-shift",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "One shift of a die explains the misses of an interface.",
    .matters = "It is one mistake (a loc, a frame, an origin), not as many as there are bumps.",
    .fix = "Move the die, or correct the frame of its bump map.",
    .example =
        "interface 'c1': 40 of 40 misses are explained by one cause: 'die.regions.bond' would meet "
        "'sub.regions.bond' if it were moved by (240, 0) um",
};

inline constexpr core::Code kInterfaceMirror{
    .id = "STK-0402",
    .slug = "interface-mirror",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A mirror image of a die explains the misses of an interface.",
    .matters = "The layout is mirrored twice, or not at all; found late, this costs a mask set.",
    .fix = "Turn the die over with MZ_MX or MZ_MY, or mirror its bump map once.",
    .example =
        "interface 'c1': 40 of 40 misses are explained by one cause: 'die.regions.bond' would meet "
        "'sub.regions.bond' if it were mirrored in x (MY)",
};

inline constexpr core::Code kInterfaceRotation{
    .id = "STK-0403",
    .slug = "interface-rotation",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A rotation of a die explains the misses of an interface.",
    .matters = "It is one mistake in the orientation.",
    .fix = "Correct orient.",
    .example =
        "interface 'c1': 40 of 40 misses are explained by one cause: 'die.regions.bond' would meet "
        "'sub.regions.bond' if it were turned by 180 degrees",
};

inline constexpr core::Code kInterfaceScale{
    .id = "STK-0404",
    .slug = "interface-scale",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A scale of a die explains the misses of an interface.",
    .matters = "A shrink was applied twice or not at all, or units were mixed up.",
    .fix = "Correct shrink, or the units of the bump map.",
    .example =
        "interface 'c1': 40 of 40 misses are explained by one cause: 'die.regions.bond' would meet "
        "'sub.regions.bond' if it were scaled by 0.98",
};

inline constexpr core::Code kMirrorPlane{
    .id = "STK-0405",
    .slug = "mirror-plane",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "Turned-over dies are off in z by exactly their own thickness.",
    .matters = "The author took z as the mirror plane; tools take it as the lowest point.",
    .fix = "Subtract the thickness from z.",
    .example =
        "2 turned-over dies are off by exactly the own thickness ('u_b', 'u_c'), which explains 2 "
        "wrong gaps: 'z' may be meant as the mirror plane",
};

}  // namespace sealring::stack3d::codes
