// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/audit.h"
#include "manifest/codes.h"
#include "manifest/ledger.h"

namespace sealring::cli {

namespace {

class ManifestAudit final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "audit",
            "audit a workspace or folders of submissions",
            {"sealring manifest audit submissions --trust trust.yaml",
             "sealring manifest audit --trust trust.yaml --checkpoint ../kept/checkpoint"},
            true};
  }

  void declare(Options& options) override {
    options
        .positional(
            "FOLDER", &folders_,
            "submission, or folder of submissions; none: only the workspace's ledger and store",
            false)
        .required("--trust", "FILE", &trust_, "whose keys count (sealring.trust/1)")
        .option("--checkpoint", "FILE", &checkpoints_,
                "an older checkpoint that the ledger must continue");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const auto trust = manifest::read_trust(reader, trust_, sink);
    const core::Workspace workspace = workspace_of(context);
    manifest::AuditResult result;
    manifest::LedgerCheck ledger;
    const bool has_ledger = std::filesystem::exists(workspace.ledger());
    if (trust && (!folders_.empty() || has_ledger)) {
      result = manifest::audit(reader, {folders_.begin(), folders_.end()}, *trust,
                               has_ledger ? std::optional(workspace) : std::nullopt);
    } else if (trust) {
      result.judgements.push_back(nothing());
    }
    if (trust && has_ledger) {
      core::CollectingSink reasons;
      ledger = manifest::ledger_verify(workspace, trust, reader,
                                       {checkpoints_.begin(), checkpoints_.end()}, reasons);
      const core::Verdict verdict = manifest::verdict_of(reasons.findings);
      result.judgements.push_back({"ledger", verdict, std::move(reasons.findings)});
    }
    CheckResult check;
    check.verb = "manifest audit";
    check.schema = "sealring.manifest.audit/1";
    check.findings = std::move(sink.findings);
    check.checked = {{"submissions", result.submissions}, {"files", result.files},
                     {"chain rules", result.chains},      {"ledger entries", ledger.entries},
                     {"ledger records", ledger.records},  {"stored contents", ledger.contents}};
    check.main_result = [&result](nlohmann::ordered_json& out) {
      out["verdicts"] = nlohmann::ordered_json::array();
      for (const auto& judgement : result.judgements)
        out["verdicts"].push_back(verdict_to_json(judgement));
    };
    return finish_judgements(context, std::move(check), result.judgements);
  }

 private:
  static manifest::Judgement nothing() {
    return {"workspace",
            core::Verdict::kError,
            {core::make_finding(manifest::codes::kNothingToAudit,
                                "no folder is named and the workspace holds no ledger")
                 .on("workspace", "audit")}};
  }

  std::vector<std::string> folders_;
  std::string trust_;
  std::vector<std::string> checkpoints_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_audit() {
  return std::make_unique<ManifestAudit>();
}

}  // namespace sealring::cli
