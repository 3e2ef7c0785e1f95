// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/checks/grade_items.h"

#include <algorithm>

#include "manifest/codes.h"
#include "manifest/runner/records.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

namespace {

void refuse(const Case& submission, const core::Code& code, std::string message,
            const std::string& key, core::Sink& sink) {
  sink.report(core::make_finding(code, std::move(message)).on(submission.name, key));
}

std::string brief(const std::string& sha256) {
  return sha256.substr(0, 12) + "...";
}

const FileRecord* output_at(const RunRecord& record, const std::string& path) {
  for (const FileRecord& file : record.outputs) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

std::string percent_text(std::uint64_t hit, std::uint64_t planned) {
  const std::uint64_t tenths = planned == 0 ? 0 : hit * 1000U / planned;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

std::vector<std::string> digests_of(const RunRecord& record, const std::string& role) {
  std::vector<std::string> digests;
  for (const FileRecord& input : record.inputs) {
    if (input.role == role) digests.push_back(input.sha256);
  }
  std::sort(digests.begin(), digests.end());
  return digests;
}

}  // namespace

std::vector<const Evidence*> Case::of_role(const std::string& role) const {
  std::vector<const Evidence*> found;
  for (const Evidence& item : evidence) {
    if (item.report.role == role) found.push_back(&item);
  }
  return found;
}

bool Case::spoilt(const std::string& role) const {
  return std::find(spoilt_roles.begin(), spoilt_roles.end(), role) != spoilt_roles.end();
}

void read_evidence(Case& submission, core::Sink& sink) {
  const Descriptor folder = open_folder(submission.folder);
  for (const ReportRecord& report : submission.record().reports) {
    const FileRecord* file = output_at(submission.record(), report.path);
    if (file == nullptr) continue;
    std::string problem;
    const Descriptor opened = open_beneath(folder.get(), report.path, problem);
    const auto content = opened ? read_content(opened.get(), -1, true, problem) : std::nullopt;
    if (!content || content->sha256 != file->sha256) {
      submission.spoilt_roles.push_back(report.role);
      continue;
    }
    if (report.format == "file") {
      submission.evidence.push_back({report, file->sha256, {}});
      continue;
    }
    const Descriptor again = open_beneath(folder.get(), report.path, problem);
    core::CollectingSink faults;
    auto facts = again ? read_report_file(report, again.get(), faults) : std::nullopt;
    if (facts) {
      submission.evidence.push_back({report, file->sha256, std::move(*facts)});
      continue;
    }
    submission.spoilt_roles.push_back(report.role);
    const std::string why =
        faults.findings.empty() ? "cannot be read" : faults.findings.front().message;
    refuse(submission, codes::kReportInconclusive, "report of role '" + report.role + "': " + why,
           report.path, sink);
  }
}

void check_task(const Case& submission, core::Sink& sink) {
  const RunRecord& record = submission.record();
  const Policy& policy = submission.policy;
  if (record.task != policy.task) {
    refuse(
        submission, codes::kTaskMismatch,
        "the run was made for task '" + record.task + "', the policy is for '" + policy.task + "'",
        "task", sink);
  }
  if (record.stage != policy.stage) {
    refuse(submission, codes::kTaskMismatch,
           "the run is of stage '" + record.stage + "', the policy is for '" + policy.stage + "'",
           "stage", sink);
  }
  const auto& runners = policy.runners;
  if (std::find(runners.begin(), runners.end(), submission.manifest.signer) == runners.end()) {
    refuse(submission, codes::kRunnerMismatch,
           "the policy does not accept runner '" + submission.manifest.signer + "'", "runner",
           sink);
  }
  if (record.sandbox == "none" && !policy.any_sandbox) {
    refuse(submission, codes::kUnsandboxed, "the run was made without a sandbox", "sandbox", sink);
  }
}

void check_inputs(const Case& submission, core::Sink& sink) {
  for (const InputRule& rule : submission.policy.inputs) {
    const std::vector<std::string> used = digests_of(submission.record(), rule.role);
    const bool stimulus = rule.role == "stimulus";
    const core::Code& code = stimulus ? codes::kStimulusMismatch : codes::kInputMismatch;
    if (used.empty()) {
      refuse(submission, code, "the run lists no input of role '" + rule.role + "'", rule.role,
             sink);
      continue;
    }
    const bool good = rule.any
                          ? used.size() == 1 && std::find(rule.sha256.begin(), rule.sha256.end(),
                                                          used[0]) != rule.sha256.end()
                          : used == rule.sha256;
    if (good) continue;
    const std::string task = rule.sha256.size() == 1
                                 ? "the task gives " + brief(rule.sha256[0])
                                 : "which is none of the " + std::to_string(rule.sha256.size()) +
                                       " the task " + (rule.any ? "accepts" : "gives");
    refuse(submission, code,
           "role '" + rule.role + "': the run used " + brief(used[0]) +
               (used.size() > 1 ? " and " + std::to_string(used.size() - 1) + " more" : "") + ", " +
               task,
           rule.role, sink);
  }
}

void check_checker(const Case& submission, core::Sink& sink) {
  if (!submission.policy.checker_role) return;
  const std::string& role = *submission.policy.checker_role;
  const std::vector<const Evidence*> reports = submission.of_role(role);
  if (reports.empty() && !submission.spoilt(role)) {
    refuse(submission, codes::kCheckerAbsent,
           "submission '" + submission.name + "' has no " + role + " report", role, sink);
  }
  for (const Evidence* item : reports) {
    const std::string& path = item->report.path;
    const std::uint64_t compared = item->facts.comparisons.value_or(0);
    if (compared < submission.policy.least_comparisons) {
      refuse(submission, codes::kNothingCompared,
             "'" + path + "' " +
                 (item->facts.comparisons ? "made " + std::to_string(compared)
                                          : "states no number of") +
                 " comparisons, at least " + std::to_string(submission.policy.least_comparisons) +
                 " are demanded",
             path, sink);
    }
    const std::uint64_t wrong = item->facts.mismatches.value_or(0);
    const std::uint64_t errors = item->facts.errors.value_or(0);
    if (wrong > 0 || errors > 0) {
      refuse(submission, codes::kErrorReported,
             "'" + path + "' reports " + std::to_string(errors) + " errors and " +
                 std::to_string(wrong) + " mismatches",
             path, sink);
    } else if (!item->facts.mismatches && !item->facts.errors) {
      refuse(submission, codes::kReportInconclusive,
             "'" + path + "' states neither errors nor mismatches", path, sink);
    }
  }
}

void check_clean(const Case& submission, core::Sink& sink) {
  for (const std::string& role : submission.policy.clean_roles) {
    const std::vector<const Evidence*> reports = submission.of_role(role);
    if (reports.empty() && !submission.spoilt(role)) {
      refuse(submission, codes::kReportInconclusive, "there is no report of role '" + role + "'",
             role, sink);
    }
    for (const Evidence* item : reports) {
      const std::string& path = item->report.path;
      if (!item->facts.errors || item->facts.comparisons.value_or(0) == 0) {
        refuse(submission, codes::kReportInconclusive,
               "'" + path + "' shows no evidence that its check ran", path, sink);
      } else if (*item->facts.errors > 0) {
        refuse(submission, codes::kErrorReported,
               "'" + path + "' reports " + std::to_string(*item->facts.errors) + " errors", path,
               sink);
      }
    }
  }
}

void check_trace(const Case& submission, core::Sink& sink) {
  const Policy& policy = submission.policy;
  if (!policy.same_trace || !policy.checker_role || !policy.coverage_role) return;
  const std::vector<const Evidence*> traces = submission.of_role(policy.trace_role);
  if (submission.spoilt(policy.trace_role)) return;
  const std::string trace = traces.size() == 1 ? traces[0]->sha256 : "";
  if (trace.empty()) {
    refuse(submission, codes::kTraceMismatch,
           "the run has " + std::to_string(traces.size()) + " reports of role '" +
               policy.trace_role + "', one was expected",
           "trace", sink);
    return;
  }
  for (const std::string& role : {*policy.checker_role, *policy.coverage_role}) {
    for (const Evidence* item : submission.of_role(role)) {
      const ReportFacts& facts = item->facts;
      if (facts.trace_sha256 != trace) {
        refuse(submission, codes::kTraceMismatch,
               "'" + item->report.path + "' is about " +
                   (facts.trace_sha256.empty() ? "no named trace"
                                               : "trace " + brief(facts.trace_sha256)) +
                   ", the run made trace " + brief(trace),
               item->report.path, sink);
      } else if (!facts.execution.empty() && facts.execution != submission.record().id) {
        refuse(submission, codes::kTraceMismatch,
               "'" + item->report.path + "' is about run " + facts.execution + ", not " +
                   submission.record().id,
               item->report.path, sink);
      }
    }
  }
}

void check_data(const Case& submission, core::Sink& sink) {
  if (submission.policy.expected.empty()) return;
  const std::vector<std::string> stimulus = digests_of(submission.record(), "stimulus");
  const auto known = stimulus.size() == 1 ? submission.policy.expected.find(stimulus[0])
                                          : submission.policy.expected.end();
  if (known == submission.policy.expected.end())
    return;  // another stimulus: refused under its own code
  const std::vector<std::string>& want = known->second;
  for (const Evidence* item : submission.of_role(submission.policy.trace_role)) {
    const std::vector<std::string>& have = item->facts.data;
    std::size_t wrong =
        have.size() > want.size() ? have.size() - want.size() : want.size() - have.size();
    std::size_t first = std::min(have.size(), want.size());
    for (std::size_t i = std::min(have.size(), want.size()); i-- > 0;) {
      if (have[i] == want[i]) continue;
      ++wrong;
      first = i;
    }
    if (wrong == 0) continue;
    core::Finding finding =
        core::make_finding(codes::kDataMismatch,
                           std::to_string(wrong) + " of " + std::to_string(want.size()) +
                               " data words differ from what the task expects")
            .on(submission.name, item->report.path);
    if (submission.auditor) {
      finding.notes.push_back({{},
                               "word " + std::to_string(first) + ": expected " +
                                   (first < want.size() ? want[first] : "the end") + ", found " +
                                   (first < have.size() ? have[first] : "the end")});
    }
    sink.report(std::move(finding));
  }
}

void check_tests(const Case& submission, core::Sink& sink) {
  for (const std::string& name : submission.policy.tests) {
    bool seen = false;
    for (const Evidence& item : submission.evidence) {
      for (const TestCase& test : item.facts.tests) {
        if (test.name != name) continue;
        seen = true;
        if (test.outcome == TestOutcome::kPassed) continue;
        const bool failed =
            test.outcome == TestOutcome::kFailed || test.outcome == TestOutcome::kErrored;
        if (failed) {
          refuse(submission, codes::kErrorReported, "test '" + name + "' failed: " + test.detail,
                 name, sink);
        } else {
          refuse(
              submission, codes::kTestMissing,
              "test '" + name + "' " +
                  (test.outcome == TestOutcome::kSkipped ? "was skipped" : "is expected to fail"),
              name, sink);
        }
      }
    }
    if (!seen) {
      refuse(submission, codes::kTestMissing, "test '" + name + "' is in no report", name, sink);
    }
  }
}

void count_bins(const std::map<std::string, std::uint64_t>& bins,
                const std::vector<std::string>& plan, Graded& graded) {
  std::vector<std::string> planned = plan;
  if (planned.empty()) {
    for (const auto& [name, hits] : bins) planned.push_back(name);
  }
  graded.bins_planned = planned.size();
  graded.bins_hit = 0;
  graded.missing_bins.clear();
  for (const std::string& name : planned) {
    const auto found = bins.find(name);
    if (found != bins.end() && found->second > 0) {
      ++graded.bins_hit;
    } else {
      graded.missing_bins.push_back(name);
    }
  }
}

void check_coverage(const Case& submission, Graded& graded, core::Sink& sink) {
  if (!submission.policy.coverage_role) return;
  const std::string& role = *submission.policy.coverage_role;
  std::map<std::string, std::uint64_t> bins;
  for (const Evidence* item : submission.of_role(role)) {
    for (const auto& [name, hits] : item->facts.bins) {
      std::uint64_t& sum = bins[name];
      sum = hits > ~std::uint64_t{0} - sum ? ~std::uint64_t{0} : sum + hits;
    }
  }
  if (bins.empty()) {
    if (!submission.spoilt(role)) {
      refuse(submission, codes::kReportInconclusive,
             "there is no coverage report of role '" + role + "'", role, sink);
    }
    return;
  }
  count_bins(bins, submission.policy.bins, graded);
  if (graded.bins_hit * 100U >= submission.policy.coverage_percent * graded.bins_planned) return;
  core::Finding finding =
      core::make_finding(
          codes::kCoverageShort,
          std::to_string(graded.bins_hit) + " of " + std::to_string(graded.bins_planned) +
              " bins are hit (" + percent_text(graded.bins_hit, graded.bins_planned) +
              "), the policy demands " + std::to_string(submission.policy.coverage_percent) + " %")
          .on(submission.name, role);
  std::string missing;
  for (std::size_t i = 0; i < graded.missing_bins.size() && i < 20; ++i) {
    missing += (missing.empty() ? "" : ", ") + graded.missing_bins[i];
  }
  finding.notes.push_back({{}, "not hit: " + missing});
  sink.report(std::move(finding));
}

}  // namespace sealring::manifest
