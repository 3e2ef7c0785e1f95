// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/totals.h"

#include <algorithm>

#include "manifest/checks/grade_items.h"
#include "manifest/codes.h"
#include "manifest/formats/json.h"
#include "manifest/runner/records.h"

namespace sealring::manifest {

namespace {

std::vector<Graded> grade_all(const core::InputReader& reader,
                              const std::vector<std::filesystem::path>& submissions,
                              const Policy& policy, const Trust& trust) {
  core::CollectingSink quiet;  // without a workspace and a key only submissions have findings
  const core::SystemClock clock;
  return grade(reader, submissions, policy, trust, {}, std::nullopt, clock, quiet).graded;
}

/// Adds the coverage of one counted submission.
void add_bins(const core::InputReader& reader, const std::filesystem::path& folder,
              const Policy& policy, const Trust& trust,
              std::map<std::string, std::uint64_t>& bins) {
  core::CollectingSink quiet;
  const auto manifest = open_submission(reader, folder, trust, quiet);
  if (!manifest || !policy.coverage_role) return;
  Case submission{reader.shown(folder), folder, *manifest, policy, false, {}, {}};
  read_evidence(submission, quiet);
  for (const Evidence* item : submission.of_role(*policy.coverage_role)) {
    for (const auto& [name, hits] : item->facts.bins) {
      std::uint64_t& sum = bins[name];
      sum = hits > ~std::uint64_t{0} - sum ? ~std::uint64_t{0} : sum + hits;
    }
  }
}

bool counts(const Graded& graded) {
  const std::vector<std::string> codes = reason_codes(graded.judgement);
  return codes.empty() || (codes.size() == 1 && codes[0] == codes::kCoverageShort.id);
}

void add_run(const RunRecord& record, CostTotals& totals) {
  totals.runs += 1;
  totals.cpu_ms += record.cpu_ms;
  totals.wall_ms += record.wall_ms;
  if (record.licence) {
    totals.licence_held_ms += record.licence->held_ms;
    totals.licence_wait_ms += record.licence->wait_ms;
  }
  for (const auto& [name, value] : record.costs) totals.declared[name] += value;
}

}  // namespace

CoverageTotals total_coverage(const core::InputReader& reader,
                              const std::vector<std::filesystem::path>& submissions,
                              const Policy& policy, const Trust& trust) {
  CoverageTotals totals;
  totals.graded = grade_all(reader, submissions, policy, trust);
  std::map<std::string, std::uint64_t> bins;
  for (std::size_t i = 0; i < totals.graded.size(); ++i) {
    if (!counts(totals.graded[i])) continue;
    totals.counted.push_back(totals.graded[i].judgement.name);
    add_bins(reader, submissions[i], policy, trust, bins);
  }
  Graded sum;
  count_bins(bins, policy.bins, sum);
  totals.bins_hit = sum.bins_hit;
  totals.bins_planned = sum.bins_planned;
  for (const std::string& name : policy.bins) totals.hits[name] = bins[name];
  if (policy.bins.empty()) totals.hits = std::move(bins);
  return totals;
}

std::optional<CostTotals> total_cost(const core::InputReader& reader,
                                     const std::vector<std::filesystem::path>& submissions,
                                     const Policy& policy, const Trust& trust,
                                     const core::Workspace& workspace, core::Sink& sink) {
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  if (!ledger) return {};
  CostTotals totals;
  const auto read = ledger->each_record([&](const LedgerRecord& line) {
    const auto state = parse_run_state(line.state);
    if (line.kind != "run" || !state || !is_final(*state)) return;
    core::CollectingSink quiet;
    const auto json = parse_json(line.body, line.key, quiet);
    const auto record = json ? run_record_from_json(*json, line.key, quiet) : std::nullopt;
    if (record && record->task == policy.task && record->stage == policy.stage)
      add_run(*record, totals);
  });
  if (!read) {
    report_failure(read.error(), sink);
    return {};
  }
  if (totals.runs == 0) {
    sink.report(core::make_finding(codes::kNothingToAudit,
                                   "the ledger holds no ended run of task '" + policy.task +
                                       "', stage '" + policy.stage + "'")
                    .on(policy.task, "cost"));
    return {};
  }
  totals.graded = grade_all(reader, submissions, policy, trust);
  totals.accepted = static_cast<std::uint64_t>(std::count_if(
      totals.graded.begin(), totals.graded.end(),
      [](const Graded& graded) { return graded.judgement.verdict == core::Verdict::kPass; }));
  return totals;
}

std::string share_text(std::uint64_t value, std::uint64_t parts) {
  if (parts == 0) return "-";
  const std::uint64_t whole = value / parts;
  const std::uint64_t hundredths = (value % parts * 200U + parts) / (2U * parts);
  const std::uint64_t carried = whole + hundredths / 100U;
  const std::string digits = std::to_string(hundredths % 100U);
  return std::to_string(carried) + "." + (digits.size() < 2 ? "0" : "") + digits;
}

}  // namespace sealring::manifest
