// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// STK-05xx: identity and local sign-off. STK-06xx: rules and comparison of runs.
namespace sealring::stack3d::codes {

inline constexpr core::Code kSignoffMissing{
    .id = "STK-0501",
    .slug = "signoff-missing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kProcess,
    .means = "A die has no local sign-off result of a kind that is required.",
    .matters = "The stack is checked on dies nobody has signed off.",
    .fix = "Run the check on the die, and name its result in the project.",
    .example = "there is no local drc result of 'SoC'",
};

inline constexpr core::Code kStaleLayout{
    .id = "STK-0502",
    .slug = "stale-layout",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kProcess,
    .means = "A sign-off result is bound to another layout or pin map than the one in the stack.",
    .matters = "It says nothing about what will be built.",
    .fix = "Run the check again on this layout.",
    .example =
        "the drc result of 'SoC' is bound to layout 3f6c0e12ab45; the layout is 91d0aa77c0de now",
};

inline constexpr core::Code kWrongDeck{
    .id = "STK-0503",
    .slug = "wrong-deck",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kProcess,
    .means =
        "A result was made with another rule deck or revision than the one that is right for this "
        "die.",
    .matters = "A pass of the wrong deck is no pass.",
    .fix = "Run the check with the right deck.",
    .example =
        "the drc result of 'SoC' ran deck 'n5_drc' revision '1.3'; 'n5_drc' revision '1.4' is "
        "right for this die",
};

inline constexpr core::Code kSignoffBare{
    .id = "STK-0504",
    .slug = "signoff-bare",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kProcess,
    .means = "A sign-off result does not say what it is bound to, or ran nothing.",
    .matters = "A bare pass cannot be told from a pass of something else.",
    .fix =
        "Write layout digest, pin map digest, deck revision and number of checks into the result.",
    .example =
        "sign-off result 'soc_drc.yaml' is refused: it lacks the digest of the layout "
        "(layout_sha256)",
};

inline constexpr core::Code kSignoffNotClean{
    .id = "STK-0505",
    .slug = "signoff-not-clean",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kProcess,
    .means = "A local sign-off result has violations.",
    .matters = "The die is not signed off.",
    .fix = "Mend the die.",
    .example = "the drc result of 'SoC' has 3 violations (status 'findings')",
};

inline constexpr core::Code kSignoffOther{
    .id = "STK-0506",
    .slug = "signoff-other",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A sign-off result is about another chiplet than the one it is named for.",
    .matters = "The die has no result of its own.",
    .fix = "Name the right file.",
    .example = "the drc result of 'SoC' is about 'Memory'",
};

inline constexpr core::Code kDeckUnknown{
    .id = "STK-0507",
    .slug = "deck-unknown",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The project does not say which deck revision is right for a die.",
    .matters = "A result of an old deck would pass unseen.",
    .fix = "Give name and revision under decks.",
    .example =
        "the project does not say which deck revision is right for the drc result of 'SoC'; it ran "
        "'n5_drc' revision '1.3'",
};

inline constexpr core::Code kStaleFile{
    .id = "STK-0508",
    .slug = "stale-file",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A file has another digest than the project states.",
    .matters = "It was changed after it was agreed, or an old copy is in place.",
    .fix = "Take the agreed file, or update the digest after review.",
    .example = "'soc.bmap' has sha256 91d0aa77c0de; the project states 3f6c0e12ab45",
};

inline constexpr core::Code kDigestUnused{
    .id = "STK-0509",
    .slug = "digest-unused",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The project states the digest of a file that the stack does not use.",
    .matters = "The file that is used instead has no agreed digest.",
    .fix = "Correct the name.",
    .example = "the project states a digest for 'old.bmap', which the stack does not use",
};

inline constexpr core::Code kRuleWithoutObject{
    .id = "STK-0601",
    .slug = "rule-without-object",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A rule names something that the stack does not have.",
    .matters =
        "The rule was not applied to anything, so it does not protect what it was written for.",
    .fix = "Correct the name.",
    .example = "no net matches 'VDDQ*' of 'must_connect' in the rules",
};

inline constexpr core::Code kAgainstUnusable{
    .id = "STK-0602",
    .slug = "against-unusable",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "The earlier report given by --against is not a findings report of this tool.",
    .matters = "The two runs were not compared.",
    .fix = "Give a file made with --format json=FILE.",
    .example = "'early.json' is not a sealring.findings/1 document",
};

}  // namespace sealring::stack3d::codes
