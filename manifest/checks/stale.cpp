// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <iterator>
#include <map>
#include <set>

#include "core/store/execution_record.h"
#include "manifest/audit.h"
#include "manifest/codes.h"
#include "manifest/formats/json.h"
#include "manifest/runner/records.h"
#include "manifest/runner/stages.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/provenance.h"
#include "manifest/store/files.h"
#include "manifest/store/seal_index.h"
#include "manifest/store/stat_cache.h"

namespace sealring::manifest {

namespace {

/// The newest sealed run of each stage of each task, in the order in which they were sealed.
std::optional<std::vector<RunRecord>> parsed_seals(LedgerStore& ledger, core::Sink& sink) {
  std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, RunRecord>> newest;
  const auto read = ledger.each_entry([&](const LedgerEntry& entry) {
    core::CollectingSink quiet;
    const auto envelope =
        entry.kind == "seal" ? parse_envelope(entry.envelope, entry.key, quiet) : std::nullopt;
    const auto statement =
        envelope ? parse_statement(envelope->payload, entry.key, quiet) : std::nullopt;
    auto provenance = statement ? read_provenance(*statement, entry.key, quiet) : std::nullopt;
    if (!provenance) return;
    RunRecord& record = provenance->record;
    auto& place = newest[{record.task, record.stage}];
    place = {entry.position, std::move(record)};
  });
  if (!read) {
    report_failure(read.error(), sink);
    return {};
  }
  std::map<std::uint64_t, RunRecord> ordered;
  for (auto& [key, value] : newest) ordered.emplace(value.first, std::move(value.second));
  std::vector<RunRecord> records;
  for (auto& [position, record] : ordered) records.push_back(std::move(record));
  return records;
}

/// From the index where it was made from the ledger as it is, else from the envelopes.
std::optional<std::vector<RunRecord>> newest_seals(const core::Workspace& workspace, bool use_index,
                                                   core::Sink& sink) {
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  if (!ledger) return {};
  const std::filesystem::path file = workspace.state() / "seal.index";
  SealIndex wanted;
  const auto size = ledger->size();
  const auto last = size && *size > 0 ? ledger->leaf(*size - 1) : core::Expected<std::string>("");
  if (size) wanted.entries = *size;
  if (last) wanted.last_leaf = *last;
  use_index = use_index && wanted.entries > 0 && !wanted.last_leaf.empty();
  if (use_index) {
    auto index = read_seal_index(file);
    if (index && index->entries == wanted.entries && index->last_leaf == wanted.last_leaf) {
      return std::move(index->records);
    }
  }
  auto records = parsed_seals(*ledger, sink);
  if (!records || !use_index) return records;
  wanted.records = std::move(*records);
  if (const auto saved = write_seal_index(file, wanted); !saved) {
    report_failure(saved.error(), sink);
  }
  return std::move(wanted.records);
}

/// The newest execution of each bound check over each project; kept when it passed.
std::optional<std::vector<RunRecord>> bound_passes(const core::Workspace& workspace,
                                                   core::Sink& sink) {
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  if (!ledger) return {};
  std::map<std::pair<std::string, std::string>, std::optional<RunRecord>> newest;
  const auto read = ledger->each_record_of("execution", [&](const LedgerRecord& record) {
    if (record.body.find(core::kBoundToInputs) == std::string::npos) return;
    core::CollectingSink quiet;
    const auto body = parse_json(record.body, record.key, quiet);
    const auto told =
        body ? parse_json(body->text_at({"record"}), record.key, quiet) : std::nullopt;
    const Json* inputs = told ? told->find("inputs") : nullptr;
    if (inputs == nullptr) return;
    RunRecord pass;
    pass.id = record.key;
    pass.stage = told->text_at({"verb"});
    for (const Json& input : inputs->items()) {
      FileRecord file;
      file.role = input.text_at({"role"});
      file.source = input.text_at({"name"});
      file.sha256 = input.text_at({"sha256"});
      if (file.role == "project") pass.task = file.source;
      pass.inputs.push_back(std::move(file));
    }
    auto& place = newest[{pass.task, pass.stage}];
    place.reset();
    if (body->text_at({"outcome"}) == "clean") place = std::move(pass);
  });
  if (!read) {
    report_failure(read.error(), sink);
    return {};
  }
  std::vector<RunRecord> passes;
  for (auto& [key, pass] : newest) {
    if (pass) passes.push_back(std::move(*pass));
  }
  return passes;
}

/// Stages that take an output of `stage` as an input.
std::vector<std::string> followers(const std::string& stage) {
  std::vector<std::string> out;
  for (const ChainRule& rule : chain_rules()) {
    if (rule.earlier == stage && rule.earlier_output) out.emplace_back(rule.later);
  }
  return out;
}

/// Marks what comes after a stage that must be redone.
void add_followers(const std::vector<RunRecord>& records, StaleResult& result) {
  for (std::size_t i = 0; i < result.stages.size(); ++i) {
    const StaleStage before = result.stages[i];
    for (const std::string& next : followers(before.stage)) {
      for (const RunRecord& record : records) {
        if (record.task != before.task || record.stage != next) continue;
        bool known = false;
        for (const StaleStage& stage : result.stages) {
          known = known || (stage.task == record.task && stage.stage == next);
        }
        if (known) continue;
        result.stages.push_back({record.task,
                                 next,
                                 record.id,
                                 {"stage '" + before.stage + "' before it must be redone"},
                                 true});
      }
    }
  }
}

}  // namespace

std::optional<StaleResult> stale(const core::Workspace& workspace, bool use_stat_cache,
                                 core::Sink& sink) {
  auto records = newest_seals(workspace, use_stat_cache, sink);
  if (!records) return {};
  auto passes = bound_passes(workspace, sink);
  if (!passes) return {};
  std::move(passes->begin(), passes->end(), std::back_inserter(*records));
  StaleResult result;
  StatCache cache(use_stat_cache ? workspace.state() / "stat.cache" : std::filesystem::path(),
                  workspace.root);
  for (const RunRecord& record : *records) {
    StaleStage stage{record.task, record.stage, record.id, {}, false};
    for (const FileRecord& input : record.inputs) {
      ++result.files;
      std::string problem;
      std::optional<std::string> now;
      if (use_stat_cache) {
        now = cache.digest(input.source);
      } else if (const auto content = hash_path(workspace.root / input.source, problem)) {
        now = content->sha256;
      }
      if (now && *now == input.sha256) continue;
      stage.reasons.push_back("'" + input.source + "' (" + input.role + ") " +
                              (now ? "changed" : "is gone"));
    }
    ++result.looked_at;
    if (!stage.reasons.empty()) result.stages.push_back(std::move(stage));
  }
  add_followers(*records, result);
  if (use_stat_cache) {
    if (const auto saved = cache.save(); !saved) report_failure(saved.error(), sink);
  }
  if (result.looked_at == 0) {
    sink.report(
        core::make_finding(codes::kNothingToAudit,
                           "the ledger of this workspace holds no seal and no pass of a check that "
                           "is bound to its inputs")
            .on("ledger", "stale"));
    return {};
  }
  return result;
}

}  // namespace sealring::manifest
