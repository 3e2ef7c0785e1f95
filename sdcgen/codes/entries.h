// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// SDC-07xx: relations, exceptions, IO and the other entries beside the clocks.
namespace sealring::sdcgen::codes {

using core::Code;
using core::FindingClass;
using core::Owner;
using core::Severity;

inline constexpr Code kEntryIncomplete{
    .id = "SDC-0701",
    .slug = "entry-incomplete",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means =
        "An entry lacks what its kind needs: two groups for a relation, an end point for an "
        "exception, a reason, an edge for a multicycle path.",
    .matters = "Half an entry constrains something else than what was meant.",
    .fix = "Add what the message names.",
    .example = "multicycle 'cfg_slow' has 'setup' and no 'hold'; both were expected",
};

inline constexpr Code kEntryDuplicate{
    .id = "SDC-0702",
    .slug = "entry-duplicate",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two entries of one instance have the same id.",
    .matters = "The trace and the change list could not tell them apart.",
    .fix = "Give each entry its own id.",
    .example = "entry 'cfg_static' is described twice; first at phy.yaml:40:5",
};

inline constexpr Code kEntryClock{
    .id = "SDC-0703",
    .slug = "entry-clock",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An entry names a clock that nothing describes.",
    .matters = "The command would name a clock that is not there, which OpenSTA only warns about.",
    .fix =
        "Correct the name: the clock of an IP by its name, in the design configuration as "
        "instance/clock.",
    .example = "relation 'refs': no clock 'serdes0/refclk', did you mean 'serdes0/refclk_l'?",
};

inline constexpr Code kRelationConflict{
    .id = "SDC-0704",
    .slug = "relation-contradiction",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two entries declare different relations for the same pair of clocks.",
    .matters = "One of them is wrong, and which one decides whether paths are timed.",
    .fix =
        "Keep one declaration per pair; a declaration for a generated clock itself goes before one "
        "for its master.",
    .example = "clocks 'phy0_ref' and 'phy0_rx' are synchronous in 'a' and asynchronous in 'b'",
};

inline constexpr Code kCommonMaster{
    .id = "SDC-0705",
    .slug = "relation-common-master",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "Clocks that come from one source are declared asynchronous.",
    .matters = "Their edges keep a fixed distance; cutting their paths hides real violations.",
    .fix = "Declare them synchronous or exclusive, or correct the master.",
    .example = "'rx' and 'rx_div' are declared asynchronous and come from one source, 'rx'",
};

inline constexpr Code kExclusiveProof{
    .id = "SDC-0706",
    .slug = "exclusive-without-reason",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "A pair is declared exclusive without what makes it so: one shared source object for "
        "physically exclusive clocks, a mux or a case value for logically exclusive ones.",
    .matters =
        "Exclusive clocks are not timed against each other; if both can run, real paths are lost.",
    .fix =
        "Name the mux ('mux: u_mux/S') or the case entry, or put both clocks on the same object.",
    .example = "'a' and 'b' are declared physically exclusive and stand on different objects",
};

inline constexpr Code kUndeclaredRelation{
    .id = "SDC-0707",
    .slug = "undeclared-relation",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kTiming,
    .means = "Clocks of different sources have no declared relation.",
    .matters = "They stay timed against each other, which is safe and may be more than is needed.",
    .fix = "Declare the relation in the specification or the design configuration.",
    .example =
        "12 pairs between clocks of 'serdes0' and 'bus0' have no declared relation and stay timed; "
        "first: 'serdes0_vco' and 'bus0_hclk'",
};

inline constexpr Code kEntryNoObject{
    .id = "SDC-0708",
    .slug = "entry-without-object",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An entry names objects that the netlist does not have.",
    .matters = "The command would constrain nothing, without a word from the tool.",
    .fix = "Correct the path; globs do not cross levels of the hierarchy.",
    .example = "exception 'cfg_static' of 'serdes0': no pin matches 'u_core/u_serdes0/u_cfg*/Q'",
};

inline constexpr Code kIoHalf{
    .id = "SDC-0709",
    .slug = "io-half-given",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kSpec,
    .means = "An IO delay gives only the maximum or only the minimum, or only one edge.",
    .matters = "Setup or hold at that port would not be checked.",
    .fix = "Give both max and min; with edges, all four.",
    .example = "input 'rxd' gives 'max' and no 'min'",
};

inline constexpr Code kCandidate{
    .id = "SDC-0710",
    .slug = "candidate-entry",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means =
        "An entry was proposed by a template, an extraction or a model and nobody has confirmed "
        "it.",
    .matters = "It is not written to any SDC until somebody answers for it.",
    .fix = "Check it and add confirmed: {by: NAME, on: DATE}.",
    .example =
        "exception 'quasi_static' of 'serdes0' is a candidate from model 'proposal 7' and is not "
        "written",
};

inline constexpr Code kOpenQuestion{
    .id = "SDC-0711",
    .slug = "open-question",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kSpec,
    .means =
        "Something is known to be open, or an assumption was made that its owner has not "
        "confirmed.",
    .matters = "The constraints rest on it.",
    .fix = "Answer it with the citation asked for.",
    .example =
        "the document gives no range for 'scan_clk' in mode 'eth_56g'; cite the section that does",
};

inline constexpr Code kModeIllegal{
    .id = "SDC-0712",
    .slug = "mode-combination",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The modes of the instances in a design mode break a mode rule.",
    .matters = "The chip cannot be in this state; constraints for it prove nothing.",
    .fix = "Correct the modes or the rule.",
    .example =
        "in mode 'func', 'serdes0' is in 'pcie_g5', which rule 'lanes' allows only with 'serdes1' "
        "in 'pcie_g5'",
};

inline constexpr Code kDeadMode{
    .id = "SDC-0713",
    .slug = "dead-mode",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kSpec,
    .means = "A mode of an instance is in no legal combination of modes.",
    .matters = "Either a rule is too strict, or clocks of that mode are described for nothing.",
    .fix = "Correct the mode rules or the document.",
    .example = "mode 'bypass' of 'serdes0' is in no legal combination",
};

inline constexpr Code kEntryNotApplicable{
    .id = "SDC-0714",
    .slug = "entry-not-applicable",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means =
        "An entry does not apply in this view: its clocks are not in use, or its port does not "
        "reach the top.",
    .matters = "Nothing is written for it here; the frozen list says why.",
    .fix = "Nothing, if this is meant.",
    .example =
        "relation 'refs' of 'serdes0' does not apply: only one of its groups has a clock in use",
};

}  // namespace sealring::sdcgen::codes
