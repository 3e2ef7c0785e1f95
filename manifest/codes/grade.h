// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of grading, the reasons of a verdict: MAN-05xx.
namespace sealring::manifest::codes {

inline constexpr core::Code kNotSealed{
    .id = "MAN-0501",
    .slug = "not-sealed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A submission holds no sealed manifest.",
    .matters = "Nobody vouches for which run made its reports.",
    .fix = "Seal the run with `manifest seal`.",
    .example = "submission 'b' holds no 'manifest.dsse.json'",
};

inline constexpr core::Code kHalfProduct{
    .id = "MAN-0502",
    .slug = "half-product",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The reports come from a run that did not complete.",
    .matters = "They describe a part of the work that was asked for.",
    .fix = "Run again and let it complete.",
    .example = "the run of submission 'g' ended as 'timeout'",
};

inline constexpr core::Code kBytesChanged{
    .id = "MAN-0503",
    .slug = "bytes-changed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A file does not have the digest under which it was sealed.",
    .matters = "It was changed after sealing.",
    .fix = "Take the file as it was sealed; the store keeps it under its digest.",
    .example = "'reports/coverage.json' was changed after it was sealed",
};

inline constexpr core::Code kInputMismatch{
    .id = "MAN-0504",
    .slug = "input-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The run used another input than the task gives.",
    .matters = "The result is about something else than what was asked for.",
    .fix = "Run again on the task's own files.",
    .example = "role 'rtl': the run used 3f6c... , the task gives 91ab...",
};

inline constexpr core::Code kStimulusMismatch{
    .id = "MAN-0505",
    .slug = "stimulus-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The run was driven by a stimulus the task does not accept.",
    .matters = "Passing on another stimulus says nothing about this task.",
    .fix = "Run again with a stimulus of the task.",
    .example = "stimulus 3f6c... is none of the 2 the task accepts",
};

inline constexpr core::Code kCheckerAbsent{
    .id = "MAN-0506",
    .slug = "checker-absent",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The submission has no report of a checker.",
    .matters = "No error was found because nobody looked.",
    .fix = "Run with the task's checker switched on.",
    .example = "submission 'e' has no scoreboard report",
};

inline constexpr core::Code kNothingCompared{
    .id = "MAN-0507",
    .slug = "nothing-compared",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A checker report shows that it compared nothing.",
    .matters = "Zero errors of zero comparisons is no evidence.",
    .fix = "Find out why the checker saw no data.",
    .example = "scoreboard 'reports/scoreboard.json' made 0 comparisons",
};

inline constexpr core::Code kTraceMismatch{
    .id = "MAN-0508",
    .slug = "trace-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Data were compared on another trace than the one whose coverage is counted.",
    .matters = "Neither report then supports the other.",
    .fix = "Make both reports from one trace of one run.",
    .example = "coverage is about trace 3f6c..., the scoreboard about 91ab...",
};

inline constexpr core::Code kDataMismatch{
    .id = "MAN-0509",
    .slug = "data-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The data in the trace are not what the task expects.",
    .matters = "The design does not do what the task asks, whatever its own checker says.",
    .fix = "Correct the design; the expected values are not shown.",
    .example = "1 of 7 data words differ from what the task expects",
};

inline constexpr core::Code kCoverageShort{
    .id = "MAN-0510",
    .slug = "coverage-short",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "Fewer bins of the coverage plan were hit than the policy demands.",
    .matters = "Part of the plan was never exercised.",
    .fix = "Extend the stimulus until the missing bins are hit.",
    .example = "2 of 4 bins are hit (50.0 %), the policy demands 75 %",
};

inline constexpr core::Code kErrorReported{
    .id = "MAN-0511",
    .slug = "error-reported",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A report of the submission states errors.",
    .matters = "The run itself found that something is wrong.",
    .fix = "Correct what the report names.",
    .example = "'reports/scoreboard.json' reports 2 errors",
};

inline constexpr core::Code kReportInconclusive{
    .id = "MAN-0512",
    .slug = "report-inconclusive",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A report is empty, cut short or shows no evidence that its check ran.",
    .matters = "It neither supports nor refutes the result.",
    .fix = "Make the report again.",
    .example = "'results.xml' ends in the middle of an element",
};

inline constexpr core::Code kTaskMismatch{
    .id = "MAN-0513",
    .slug = "task-mismatch",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The submission was made for another task or stage.",
    .matters = "It answers another question.",
    .fix = "Submit it where it belongs.",
    .example = "the run was made for task 'uart', the policy is for 'fifo'",
};

inline constexpr core::Code kUnlistedReport{
    .id = "MAN-0514",
    .slug = "unlisted-report",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A file lies in the submission that its manifest does not list.",
    .matters =
        "It may come from an older run or another hand, and readers could take it for evidence.",
    .fix = "Remove the file, or run and seal again.",
    .example = "'reports/old_scoreboard.json' is not listed in the manifest",
};

inline constexpr core::Code kTestMissing{
    .id = "MAN-0515",
    .slug = "test-missing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "A test the policy expects did not run, was skipped, or is not in the report.",
    .matters = "A test that did not run has not passed.",
    .fix = "Run the whole list of tests.",
    .example = "test 'tb.test_full' was skipped",
};

inline constexpr core::Code kReplayed{
    .id = "MAN-0516",
    .slug = "replayed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kDesign,
    .means = "The same run, or the same reports under another run, was submitted already.",
    .matters = "One piece of work would count twice.",
    .fix = "Submit the result of a new run.",
    .example = "submission 'b' repeats run x-12ab of submission 'a'",
};

inline constexpr core::Code kWeakRule{
    .id = "MAN-0517",
    .slug = "weak-rule",
    .severity = core::Severity::kWarning,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The weak rule was used, which looks only at numbers in files.",
    .matters =
        "It accepts stale, foreign and altered reports; its verdicts are unsigned and never count.",
    .fix = "Grade without --rule weak.",
    .example = "graded by the weak rule; these verdicts never count",
};

inline constexpr core::Code kUnsandboxed{
    .id = "MAN-0518",
    .slug = "unsandboxed",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "The run was made without a sandbox, which the policy does not accept.",
    .matters =
        "Its command could have written the store, the checker or its own reports of another run.",
    .fix = "Run again with 'sandbox: auto', or let the policy say 'sandbox: any'.",
    .example = "the run was made without a sandbox",
};

inline constexpr core::Code kPolicyFault{
    .id = "MAN-0519",
    .slug = "policy-fault",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kConfig,
    .means = "A policy cannot be used: it demands nothing, or contradicts itself.",
    .matters = "A policy without demands would accept everything.",
    .fix = "Correct the policy; docs/formats/manifest.md lists the keys.",
    .example = "the policy names no accepted runner",
};

}  // namespace sealring::manifest::codes
