// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// STK-02xx: connectivity against the intended netlist.
namespace sealring::stack3d::codes {

inline constexpr core::Code kShort{
    .id = "STK-0201",
    .slug = "short",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Bonds, or a connection inside a die, join two nets of the intended netlist.",
    .matters =
        "The two nets are one in silicon; when one is a supply, the part may be destroyed at "
        "power-up.",
    .fix = "See which bump or die connection joins them, and correct its place or its name.",
    .example = "nets 'VDD' and 'd_3' are shorted by 1 bond between their bumps",
};

inline constexpr core::Code kSwappedNets{
    .id = "STK-0202",
    .slug = "swapped-nets",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "Nets of one interface trade places: each bump of one meets the bump of another, in a "
        "cycle.",
    .matters =
        "Both sides are complete, so counting bumps shows nothing; the signals arrive at each "
        "other.",
    .fix =
        "Swap the two in the bump map of one die, or in the netlist when it is the map that is "
        "right.",
    .example = "nets 'd_3' and 'd_4' are swapped on interface 'top_to_bottom'",
};

inline constexpr core::Code kOpenNet{
    .id = "STK-0203",
    .slug = "open-net",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The bumps and ports of one intended net are in parts that nothing joins.",
    .matters = "The signal does not arrive.",
    .fix = "Add the bond or the connection inside the die that is missing between the parts named.",
    .example = "net 'd_17' is open: 2 parts are not connected: 'u_a/d_17', 'u_b/d_17'",
};

inline constexpr core::Code kReversedBus{
    .id = "STK-0204",
    .slug = "reversed-bus",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The bits of a bus meet those of its partner in the opposite order.",
    .matters = "Turning the die cannot mend it; only one of the two maps can.",
    .fix = "Reverse the order in one of the bump maps, or in the netlist.",
    .example =
        "bus 'data' is bonded in reversed order on interface 'c1': 32 bits, the first is 'data[0]' "
        "on 'data[31]'",
};

inline constexpr core::Code kMissingPin{
    .id = "STK-0205",
    .slug = "missing-pin",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means =
        "The netlist connects a port of a die to a net that leaves the die, and no bump carries "
        "this port.",
    .matters = "The net cannot reach the die.",
    .fix = "Add the bump to the bump map, or take the connection out of the netlist.",
    .example = "'u_a' has no bump for port 'd_17', which the netlist connects to net 'd_17'",
};

inline constexpr core::Code kExtraPin{
    .id = "STK-0206",
    .slug = "extra-pin",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump carries a port that the netlist does not connect.",
    .matters = "Something is driven or loaded that nobody simulated.",
    .fix = "Connect the port in the netlist, or mark the bump as unused with - in the map.",
    .example = "'u_a/test_out' has a bump and no connection in the netlist",
};

inline constexpr core::Code kMissingLabel{
    .id = "STK-0207",
    .slug = "missing-label",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump with neither port nor net meets a bump of a net of the netlist.",
    .matters =
        "What the bump is inside its die is not known: a dummy there is an open, a supply a short.",
    .fix = "Give port and net in the bump map, or move the dummy.",
    .example =
        "bump 'u_b.regions.front/B17' has neither port nor net and meets a bump of net 'd_17'",
};

inline constexpr core::Code kBondToNothing{
    .id = "STK-0208",
    .slug = "bond-to-nothing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump of a net is bonded to a port that the netlist leaves open.",
    .matters = "The net ends there although a bond was made for it.",
    .fix = "Connect the port in the netlist, or take the bond out.",
    .example =
        "bump 'u_a.regions.front/B1' of net 'd_1' is bonded to 'u_b/nc1', which the netlist leaves "
        "open",
};

inline constexpr core::Code kSupplySplit{
    .id = "STK-0209",
    .slug = "supply-split",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The bumps of one supply are in parts that nothing joins.",
    .matters = "One part has no supply, or supply current takes a way it was not designed for.",
    .fix = "Join the parts by bonds or inside a die, or declare them different supplies.",
    .example = "supply 'VDD' is split into 2 parts that no bond joins: 'u_a/VDD', 'u_b/VDD'",
};

inline constexpr core::Code kPath{
    .id = "STK-0210",
    .slug = "path-assertion",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A path assertion of the description does not hold.",
    .matters =
        "The stack does not connect what its author says it connects, or not the way it must.",
    .fix = "Add the connection, or correct the assertion.",
    .example =
        "path assertion 'Path1': 'u_b.regions.back' cannot be reached from 'u_a.regions.front'",
};

inline constexpr core::Code kBlackBox{
    .id = "STK-0211",
    .slug = "black-box",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Nets pass through a die whose inside nothing shows.",
    .matters = "Whether its ports are connected inside is believed from the netlist, not checked.",
    .fix = "Give the DEF or the module of the die, or list it under trusted_inside in the rules.",
    .example =
        "'interposer' is a black box: 40 nets pass through it only if the netlist is right about "
        "it",
};

inline constexpr core::Code kShiftedBus{
    .id = "STK-0212",
    .slug = "shifted-bus",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The bits of a bus meet those of its partner shifted by a constant.",
    .matters = "All signals arrive at their neighbours; the last ones are open.",
    .fix = "Shift the names in one of the bump maps.",
    .example =
        "bus 'data' is bonded 1 bits up on interface 'c1': 31 bits, the first is 'data[0]' on "
        "'data[1]'",
};

inline constexpr core::Code kWrongPair{
    .id = "STK-0213",
    .slug = "wrong-pair",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A bump meets a bump of another net, and neither net is bonded well elsewhere.",
    .matters =
        "Both nets are wrong: each is open where it should be and connected where it should not.",
    .fix = "Correct the place or the name of one of the two bumps.",
    .example = "bump 'u_b.regions.front/B17' of net 'd_18' meets a bump of net 'd_17'",
};

inline constexpr core::Code kLabelsDiffer{
    .id = "STK-0214",
    .slug = "labels-differ",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Without a netlist: bonded bumps carry different labels.",
    .matters =
        "Labels are local to a die, so this may be meant or may be a swap; only a netlist tells.",
    .fix = "Give the netlist of the stack.",
    .example = "on interface 'c1' 3 of 40 bonds join bumps with different labels",
};

inline constexpr core::Code kMustConnect{
    .id = "STK-0215",
    .slug = "must-connect",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A net that the rules want in one piece is in several.",
    .matters = "The policy exists because the parts must be joined by bonds, not only by name.",
    .fix = "Add the missing bonds, or correct the policy.",
    .example = "net 'VDDQ' must be one net by the rules and is 2 separate ones",
};

inline constexpr core::Code kKeepApart{
    .id = "STK-0216",
    .slug = "keep-apart",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Two names that the rules keep apart are one net.",
    .matters = "Separate supplies or grounds were joined.",
    .fix = "Take out the bond or connection that joins them.",
    .example = "'VDD' and 'VDDA' must be kept apart by the rules and are one net, 'u_a/VDD'",
};

inline constexpr core::Code kNoNetlist{
    .id = "STK-0220",
    .slug = "no-netlist",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "No netlist of the stack is named.",
    .matters = "Opens, shorts and swaps cannot be told without what is meant.",
    .fix = "Name it under Design.external.verilog_file or with --netlist.",
    .example =
        "no netlist is named for 'Top': opens, shorts and swaps cannot be told from what is meant",
};

inline constexpr core::Code kNoTopModule{
    .id = "STK-0221",
    .slug = "no-top-module",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The netlist has no module that can be the top of the stack.",
    .matters = "The intended connections are not known.",
    .fix = "Name the top module like Design.name.",
    .example =
        "the netlist has no module 'Top', which is the name of the design, did you mean 'top'?",
};

inline constexpr core::Code kTopRenamed{
    .id = "STK-0222",
    .slug = "top-renamed",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means =
        "The netlist has no module of the design's name; the only one that holds its instances was "
        "taken.",
    .matters = "The netlist may belong to another version of the stack.",
    .fix = "Use one name for both.",
    .example =
        "the netlist has no module 'EscapeRouting_100', which is the name of the design; "
        "'EscapeRouting_15' holds its instances and is taken as the top",
};

inline constexpr core::Code kTierNotInNetlist{
    .id = "STK-0223",
    .slug = "die-not-in-netlist",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A die with bumps has no instance in the netlist.",
    .matters = "None of its bumps can be compared.",
    .fix = "Add the instance, or declare the die mechanical in the rules.",
    .example = "die 'u_c' has bumps and no instance in module 'top' of the netlist",
};

inline constexpr core::Code kInstanceNotInStack{
    .id = "STK-0224",
    .slug = "instance-not-in-stack",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The netlist has an instance that is no die of the stack.",
    .matters = "A die is missing in the stack, or named differently.",
    .fix = "Use one name for both, or place the die.",
    .example = "instance 'u_d' of the netlist is no die of the stack",
};

}  // namespace sealring::stack3d::codes
