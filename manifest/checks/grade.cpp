// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/grade.h"

#include "core/codes.h"
#include "core/files/atomic_write.h"
#include "manifest/checks/grade_items.h"
#include "manifest/checks/verdict_log.h"
#include "manifest/codes.h"
#include "manifest/keys.h"
#include "manifest/runner/records.h"
#include "manifest/seal.h"

namespace sealring::manifest {

namespace {

constexpr std::uint64_t kItems = 10;  // rules every readable submission is compared with

std::string label_of(const std::filesystem::path& folder) {
  const std::filesystem::path normal = folder.lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

/// Runs seen under another name: within one grading and in the verdicts of the ledger.
void check_replay(const std::string& label, const VerifiedManifest& manifest, Seen& seen,
                  core::Sink& sink) {
  const RunRecord& record = manifest.provenance.record;
  const auto [run, fresh] = seen.runs.emplace(record.id, label);
  if (!fresh && run->second != label) {
    sink.report(core::make_finding(codes::kReplayed, "submission '" + label + "' repeats run " +
                                                         record.id + " of submission '" +
                                                         run->second + "'")
                    .on(label, "run"));
    return;
  }
  for (const FileRecord& file : record.outputs) {
    if (file.role != "trace") continue;
    const auto [trace, first] = seen.traces.emplace(file.sha256, record.id);
    if (first || trace->second == record.id) continue;
    sink.report(core::make_finding(codes::kReplayed, "the trace of submission '" + label +
                                                         "' is byte for byte that of run " +
                                                         trace->second)
                    .on(label, "trace")
                    .as(core::Severity::kWarning));
  }
}

class Grader {
 public:
  Grader(const core::InputReader& reader, const Policy& policy, const Trust& trust,
         const GradeOptions& options)
      : reader_(reader), policy_(policy), trust_(trust), options_(options) {}

  Graded strict(const std::filesystem::path& folder, Seen& seen, std::uint64_t& items) const {
    Graded graded;
    graded.judgement.name = reader_.shown(folder);
    core::CollectingSink sink;
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
      sink.report(core::make_finding(core::codes::kFileMissing,
                                     "there is no folder '" + graded.judgement.name + "'")
                      .on(graded.judgement.name, "folder"));
    } else if (const auto manifest = open_submission(reader_, folder, trust_, sink)) {
      graded.run = manifest->provenance.record.id;
      graded.manifest_sha256 = manifest->sha256;
      items += kItems + manifest->provenance.record.outputs.size();
      compare(folder, *manifest, graded, seen, sink);
    } else {
      items += 1;
    }
    graded.judgement.reasons = std::move(sink.findings);
    graded.judgement.verdict = verdict_of(graded.judgement.reasons);
    return graded;
  }

  Graded weak(const std::filesystem::path& folder) const {
    Graded graded;
    graded.judgement.name = reader_.shown(folder);
    graded.judgement.reasons = weak_rule(folder, graded.judgement.name, policy_, graded);
    graded.judgement.verdict = verdict_of(graded.judgement.reasons);
    return graded;
  }

 private:
  void compare(const std::filesystem::path& folder, const VerifiedManifest& manifest,
               Graded& graded, Seen& seen, core::Sink& sink) const {
    Case submission{graded.judgement.name, folder, manifest, policy_, options_.auditor, {}, {}};
    check_task(submission, sink);
    check_inputs(submission, sink);
    check_files(folder, submission.name, submission.record(), core::Severity::kWarning, sink);
    read_evidence(submission, sink);
    check_checker(submission, sink);
    check_clean(submission, sink);
    check_trace(submission, sink);
    check_data(submission, sink);
    check_tests(submission, sink);
    check_coverage(submission, graded, sink);
    check_replay(label_of(folder), manifest, seen, sink);
  }

  const core::InputReader& reader_;
  const Policy& policy_;
  const Trust& trust_;
  const GradeOptions& options_;
};

/// Signs and files the verdicts; false after reporting.
bool sign_verdicts(GradeResult& result, const Policy& policy, const GradeOptions& options,
                   const core::Clock& clock, LedgerStore* ledger, core::Sink& sink) {
  const std::optional<SigningKey> key = load_key(options.key, options.passphrase, sink);
  if (!key) return false;
  std::vector<LedgerEntry> entries;
  for (Graded& graded : result.graded) {
    if (graded.manifest_sha256.empty()) continue;
    const std::string label = label_of(graded.judgement.name);
    std::string text = sign_verdict(graded, label, policy, options.grader, options.version,
                                    core::utc_instant(clock.now()), *key);
    if (!options.verdict_dir.empty()) {
      std::error_code ignored;
      std::filesystem::create_directories(options.verdict_dir, ignored);
      const auto done =
          core::write_atomically(options.verdict_dir / (label + ".verdict.dsse.json"), text);
      if (!done) {
        report_failure(done.error(), sink);
        return false;
      }
    }
    graded.signed_verdict = true;
    entries.push_back({0, "verdict", "submission:" + label, std::move(text)});
  }
  if (ledger == nullptr || entries.empty()) return true;
  const auto done = ledger->append_entries(entries);
  if (!done) report_failure(done.error(), sink);
  return done.has_value();
}

void choose_best(GradeResult& result, const Seen& seen) {
  result.best = seen.best;
  result.best_bins = seen.best_bins;
  for (const Graded& graded : result.graded) {
    if (graded.judgement.verdict != core::Verdict::kPass) continue;
    if (result.best && graded.bins_hit <= result.best_bins) continue;
    result.best = label_of(graded.judgement.name);
    result.best_bins = graded.bins_hit;
  }
}

}  // namespace

GradeResult grade(const core::InputReader& reader,
                  const std::vector<std::filesystem::path>& submissions, const Policy& policy,
                  const Trust& trust, const GradeOptions& options,
                  const std::optional<core::Workspace>& workspace, const core::Clock& clock,
                  core::Sink& sink) {
  GradeResult result;
  const Grader grader(reader, policy, trust, options);
  if (options.weak) {
    for (const std::filesystem::path& folder : submissions) {
      result.graded.push_back(grader.weak(folder));
      result.items += 2;
    }
    sink.report(
        core::make_finding(codes::kWeakRule, "graded by the weak rule; these verdicts never count")
            .on("weak", "rule"));
    return result;
  }
  std::optional<LedgerStore> ledger;
  Seen seen;
  if (workspace) {
    ledger = open_ledger(*workspace, core::Database::Mode::kReadWrite, sink);
    if (!ledger || !read_verdicts(*ledger, trust, policy.task, seen, sink)) return {};
  }
  for (const std::filesystem::path& folder : submissions) {
    result.graded.push_back(grader.strict(folder, seen, result.items));
  }
  choose_best(result, seen);
  if (!options.key.empty() &&
      !sign_verdicts(result, policy, options, clock, ledger ? &*ledger : nullptr, sink)) {
    return {};
  }
  if (!ledger) return result;
  for (const Graded& graded : result.graded) {
    const auto count = log_query(*ledger, label_of(graded.judgement.name), graded, policy,
                                 options.auditor, clock, sink);
    if (!count) return {};
    result.queries += *count;
  }
  return result;
}

}  // namespace sealring::manifest
