// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/checks/verdict_log.h"

#include "manifest/runner/records.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/signers.h"
#include "manifest/signing/statement.h"

namespace sealring::manifest {

namespace {

Json whole(std::uint64_t value) {
  return Json::integer(static_cast<std::int64_t>(value));
}

Json texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const std::string& text : list) out.push(text);
  return out;
}

void take_verdict(const LedgerEntry& entry, const Trust& trust, const std::string& task,
                  Seen& seen) {
  core::CollectingSink quiet;
  const auto envelope = parse_envelope(entry.envelope, "verdict", quiet);
  if (!envelope ||
      accepted_signers(*envelope, trust, "grader", entry.position, "verdict", quiet).empty()) {
    return;
  }
  const auto statement = parse_statement(envelope->payload, "verdict", quiet);
  if (!statement || statement->predicate_type != kVerdictPredicate) return;
  const Json& verdict = statement->predicate;
  if (verdict.text_at({"sealring_task"}) != task) return;
  const std::string label =
      verdict.text_at({"resourceUri"}).substr(std::string("submission:").size());
  seen.runs.emplace(verdict.text_at({"sealring_execution"}), label);
  if (verdict.text_at({"sealring_verdict"}) != "PASS") return;
  const Json* bins = verdict.find("sealring_bins_hit");
  const auto hit = static_cast<std::uint64_t>(bins != nullptr ? bins->as_integer().value_or(0) : 0);
  if (seen.best && hit <= seen.best_bins) return;
  seen.best = label;
  seen.best_bins = hit;
}

}  // namespace

bool read_verdicts(LedgerStore& ledger, const Trust& trust, const std::string& task, Seen& seen,
                   core::Sink& sink) {
  const core::Expected<void> read = ledger.each_entry([&](const LedgerEntry& entry) {
    if (entry.kind == "verdict") take_verdict(entry, trust, task, seen);
  });
  if (!read) report_failure(read.error(), sink);
  return read.has_value();
}

std::string sign_verdict(const Graded& graded, const std::string& label, const Policy& policy,
                         const std::string& grader, const std::string& version,
                         const std::string& time, const SigningKey& key) {
  const auto digest = [](const std::string& sha256) { return Json::object({{"sha256", sha256}}); };
  const bool passed = graded.judgement.verdict == core::Verdict::kPass;
  Statement statement;
  statement.subjects.push_back({label + "/manifest.dsse.json", graded.manifest_sha256});
  statement.predicate_type = kVerdictPredicate;
  statement.predicate = Json::object(
      {{"verifier",
        Json::object({{"id", grader}, {"version", Json::object({{"sealring", version}})}})},
       {"timeVerified", time},
       {"resourceUri", "submission:" + label},
       {"policy",
        Json::object({{"uri", "policy:" + policy.task}, {"digest", digest(policy.sha256)}})},
       {"inputAttestations",
        Json::array({Json::object({{"digest", digest(graded.manifest_sha256)}})})},
       {"verificationResult", passed ? "PASSED" : "FAILED"},
       {"verifiedLevels", Json::array()},
       {"sealring_task", policy.task},
       {"sealring_execution", graded.run},
       {"sealring_verdict", core::to_string(graded.judgement.verdict)},
       {"sealring_reasons", texts(reason_codes(graded.judgement))},
       {"sealring_bins_hit", whole(graded.bins_hit)},
       {"sealring_bins_planned", whole(graded.bins_planned)}});
  return sign_envelope(kInTotoPayloadType, statement_text(statement), key);
}

std::optional<std::uint64_t> log_query(LedgerStore& ledger, const std::string& label,
                                       const Graded& graded, const Policy& policy, bool auditor,
                                       const core::Clock& clock, core::Sink& sink) {
  const std::string body =
      canonical(Json::object({{"policy_sha256", policy.sha256},
                              {"reasons", texts(reason_codes(graded.judgement))},
                              {"submission", label},
                              {"verdict", core::to_string(graded.judgement.verdict)},
                              {"view", auditor ? "auditor" : "producer"}}));
  const auto at =
      std::chrono::duration_cast<std::chrono::nanoseconds>(clock.now().time_since_epoch());
  const auto done = ledger.append_record("query", label, "", at.count(), body);
  const auto count = done ? ledger.count_records("query", label)
                          : core::Expected<std::uint64_t>(core::Unexpected(done.error()));
  if (count) return *count;
  report_failure(count.error(), sink);
  return {};
}

}  // namespace sealring::manifest
