// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/audit.h"

#include <algorithm>
#include <map>
#include <set>

#include "manifest/checks/submission.h"
#include "manifest/codes.h"
#include "manifest/runner/records.h"
#include "manifest/runner/stages.h"
#include "manifest/seal.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

namespace {

/// Submissions that were verified, for what can only be seen across them.
struct Audited {
  std::string name;
  std::size_t judgement;
  VerifiedManifest manifest;
};

/// content sha256 -> run that made it, of every run the workspace knows.
std::map<std::string, std::string> outputs_of_runs(
    const std::optional<core::Workspace>& workspace) {
  std::map<std::string, std::string> made;
  core::CollectingSink quiet;
  if (!workspace) return made;
  std::optional<LedgerStore> ledger =
      open_ledger(*workspace, core::Database::Mode::kReadOnly, quiet);
  if (!ledger) return made;
  (void)ledger->each_record([&](const LedgerRecord& record) {
    const auto state = parse_run_state(record.state);
    if (record.kind != "run" || !state || !is_final(*state)) return;
    const auto json = parse_json(record.body, record.key, quiet);
    const auto run = json ? run_record_from_json(*json, record.key, quiet) : std::nullopt;
    if (!run) return;
    for (const FileRecord& file : run->outputs) made.emplace(file.sha256, run->id);
  });
  return made;
}

/// Turns findings about unlisted files into "output of an earlier run" where the content is known.
void name_older_reports(const std::filesystem::path& folder, const RunRecord& record,
                        const std::map<std::string, std::string>& made,
                        std::vector<core::Finding>& findings) {
  for (core::Finding& finding : findings) {
    if (finding.code != &codes::kUnlistedReport) continue;
    std::string problem;
    const auto content = hash_path(folder / finding.key, problem);
    const auto known = content ? made.find(content->sha256) : made.end();
    if (known == made.end() || known->second == record.id) continue;
    core::Finding better =
        core::make_finding(
            codes::kOlderReport,
            "'" + finding.key + "' is the output of the earlier run " + known->second)
            .on(finding.object, finding.key);
    finding = std::move(better);
  }
}

std::vector<std::filesystem::path> submissions_in(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder / kManifestFile, error)) return {folder};
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.is_directory(error) && !entry.path().filename().string().starts_with('.')) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::set<std::string> digests(const RunRecord& record, std::string_view role, bool output) {
  std::set<std::string> found;
  for (const FileRecord& file : output ? record.outputs : record.inputs) {
    if (file.role == role) found.insert(file.sha256);
  }
  return found;
}

std::string brief(const std::set<std::string>& sums) {
  return sums.empty() ? "nothing" : sums.begin()->substr(0, 12) + "...";
}

/// Applies the chain rules to the newest submission of each stage of each task.
void check_chains(const std::vector<Audited>& audited, AuditResult& result) {
  std::map<std::pair<std::string, std::string>, const Audited*> newest;
  for (const Audited& item : audited) {
    const RunRecord& record = item.manifest.provenance.record;
    const Audited*& place = newest[{record.task, record.stage}];
    const auto position = [](const Audited& a) { return a.manifest.position.value_or(0); };
    if (place == nullptr || position(*place) <= position(item)) place = &item;
  }
  for (const auto& [key, later] : newest) {
    for (const ChainRule& rule : chain_rules()) {
      if (rule.later != key.second) continue;
      const auto earlier = newest.find({key.first, std::string(rule.earlier)});
      if (earlier == newest.end()) continue;
      ++result.chains;
      const auto before = digests(earlier->second->manifest.provenance.record, rule.earlier_role,
                                  rule.earlier_output);
      const auto after = digests(later->manifest.provenance.record, rule.later_role, false);
      if (!after.empty() && before == after) continue;
      result.judgements[later->judgement].reasons.push_back(
          core::make_finding(codes::kChainBreak,
                             std::string(rule.later) + " read " + std::string(rule.later_role) +
                                 " " + brief(after) + ", " + std::string(rule.earlier) +
                                 (rule.earlier_output ? " made " : " worked on ") + brief(before))
              .on(later->name, std::string(rule.earlier) + "/" + std::string(rule.earlier_role)));
    }
  }
}

void check_repeats(const std::vector<Audited>& audited, AuditResult& result) {
  std::map<std::string, std::string> runs;
  for (const Audited& item : audited) {
    const std::string& id = item.manifest.provenance.record.id;
    const auto [place, fresh] = runs.emplace(id, item.name);
    if (fresh) continue;
    result.judgements[item.judgement].reasons.push_back(
        core::make_finding(codes::kReplayed, "submission '" + item.name + "' repeats run " + id +
                                                 " of submission '" + place->second + "'")
            .on(item.name, "run"));
  }
}

}  // namespace

AuditResult audit(const core::InputReader& reader,
                  const std::vector<std::filesystem::path>& folders, const Trust& trust,
                  const std::optional<core::Workspace>& workspace) {
  AuditResult result;
  std::vector<Audited> audited;
  const std::map<std::string, std::string> made = outputs_of_runs(workspace);
  for (const std::filesystem::path& folder : folders) {
    const std::vector<std::filesystem::path> found = submissions_in(folder);
    if (found.empty()) {
      const std::string name = reader.shown(folder);
      result.judgements.push_back(
          {name,
           core::Verdict::kError,
           {core::make_finding(codes::kNothingToAudit,
                               "'" + name + "' holds no manifest and no ledger")
                .on(name, "audit")}});
    }
    for (const std::filesystem::path& place : found) {
      Judgement judgement{reader.shown(place), core::Verdict::kError, {}};
      core::CollectingSink sink;
      auto manifest = open_submission(reader, place, trust, sink);
      if (manifest) {
        result.submissions += 1;
        result.files += check_files(place, judgement.name, manifest->provenance.record,
                                    core::Severity::kError, sink);
        name_older_reports(place, manifest->provenance.record, made, sink.findings);
        audited.push_back({judgement.name, result.judgements.size(), std::move(*manifest)});
      }
      judgement.reasons = std::move(sink.findings);
      result.judgements.push_back(std::move(judgement));
    }
  }
  check_repeats(audited, result);
  check_chains(audited, result);
  for (Judgement& judgement : result.judgements) judgement.verdict = verdict_of(judgement.reasons);
  return result;
}

}  // namespace sealring::manifest
