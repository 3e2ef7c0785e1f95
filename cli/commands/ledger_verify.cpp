// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/codes.h"
#include "manifest/ledger.h"

namespace sealring::cli {

namespace {

class LedgerVerify final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest ledger",
            "verify",
            "recompute every hash of the ledger and the store, or of a flat export",
            {"sealring manifest ledger verify --trust trust.yaml --checkpoint kept/checkpoint",
             "sealring manifest ledger verify --export kept/2026-11 --trust trust.yaml"},
            true};
  }

  void declare(Options& options) override {
    options.option("--trust", "FILE", &trust_, "verify every signature as well (sealring.trust/1)")
        .option("--checkpoint", "FILE", &checkpoints_,
                "an older checkpoint that the ledger must continue")
        .option("--continuation", "FILE", &continuation_,
                "verify, without a ledger, a proof by `ledger prove --since` against --checkpoint")
        .option("--export", "DIR", &export_, "verify these flat files instead of the workspace");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    std::optional<manifest::Trust> trust;
    if (trust_) trust = manifest::read_trust(reader, *trust_, sink);
    const bool needs_trust = export_ || continuation_ || !checkpoints_.empty();
    manifest::LedgerCheck result;
    core::CollectingSink reasons;
    if (needs_trust && !trust_) {
      sink.report(core::make_finding(
                      manifest::codes::kTrustFileFault,
                      "checkpoints and exports need --trust: their signatures are their proof")
                      .on("--trust", "usage"));
    } else if (continuation_ && (export_ || checkpoints_.size() != 1)) {
      sink.report(
          core::make_finding(
              codes::kBadUsage,
              "--continuation is verified against exactly one --checkpoint and nothing else")
              .on("--continuation", "usage"));
    } else if (!trust_ || trust) {
      result = look(context, trust, reasons);
    }
    CheckResult check;
    check.verb = "manifest ledger verify";
    check.schema = "sealring.manifest.ledger-verify/1";
    check.findings = std::move(sink.findings);
    check.checked = {{"entries", result.entries},
                     {"records", result.records},
                     {"stored contents", result.contents},
                     {"signatures", result.signatures},
                     {"checkpoints", result.checkpoints}};
    const core::Verdict verdict = manifest::verdict_of(reasons.findings);
    std::vector<manifest::Judgement> judgements;
    if (check.findings.empty())
      judgements.push_back({"ledger", verdict, std::move(reasons.findings)});
    check.main_result = [&judgements](nlohmann::ordered_json& out) {
      out["verdict"] =
          judgements.empty() ? "ERROR" : std::string(core::to_string(judgements[0].verdict));
    };
    return finish_judgements(context, std::move(check), judgements);
  }

 private:
  manifest::LedgerCheck look(const Context& context, const std::optional<manifest::Trust>& trust,
                             core::Sink& sink) const {
    const core::InputReader reader = context.reader();
    if (continuation_) {
      return manifest::verify_continuation(reader, *continuation_, checkpoints_[0], *trust, sink);
    }
    if (export_) return manifest::ledger_verify_export(reader, *export_, *trust, sink);
    return manifest::ledger_verify(workspace_of(context), trust, reader,
                                   {checkpoints_.begin(), checkpoints_.end()}, sink);
  }

  std::optional<std::string> continuation_;
  std::optional<std::string> trust_;
  std::vector<std::string> checkpoints_;
  std::optional<std::string> export_;
};

}  // namespace

std::unique_ptr<Verb> make_ledger_verify() {
  return std::make_unique<LedgerVerify>();
}

}  // namespace sealring::cli
