// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/grade.h"

namespace sealring::cli {

namespace {

class ManifestGrade final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "grade",
            "grade submissions against the policy of their task",
            {"sealring manifest grade submissions/* --policy policy.yaml --trust trust.yaml --json",
             "sealring manifest grade submissions/a --policy policy.yaml --trust trust.yaml --key "
             "grader.key --verdicts out"},
            true};
  }

  void declare(Options& options) override {
    options.positional("SUBMISSION", &submissions_, "submission folders")
        .required("--policy", "FILE", &policy_, "what counts (sealring.policy/1)")
        .required("--trust", "FILE", &trust_, "whose keys count (sealring.trust/1)")
        .option("--rule", "RULE", &rule_,
                "weak: numbers in files only, to see what that lets through", {"strict", "weak"})
        .option("--view", "VIEW", &view_, "the auditor also sees expected values",
                {"producer", "auditor"})
        .option("--key", "FILE", &key_, "sign the verdicts with this grader's key")
        .option("--passphrase-file", "FILE", &passphrase_file_, "passphrase of an encrypted key")
        .option(
            "--grader", "ID", &options_.grader,
            "id of the grader in the trust file (default: the key's file name without extension)")
        .option("--verdicts", "DIR", &verdicts_, "write the signed verdicts there");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const auto policy = manifest::read_policy(reader, policy_, sink);
    const auto trust = manifest::read_trust(reader, trust_, sink);
    options_.weak = rule_ == "weak";
    options_.auditor = view_ == "auditor";
    options_.key = key_;
    if (options_.grader.empty()) options_.grader = key_stem(key_);
    options_.version = SEALRING_VERSION;
    options_.verdict_dir = verdicts_;
    options_.passphrase = passphrase_from(context, passphrase_file_, sink);
    manifest::GradeResult result;
    if (policy && trust) {
      result = manifest::grade(reader, {submissions_.begin(), submissions_.end()}, *policy, *trust,
                               options_, context.workspace, context.clock, sink);
    }
    CheckResult check;
    check.verb = "manifest grade";
    check.schema = "sealring.manifest.grade/1";
    check.findings = std::move(sink.findings);
    check.checked = {{"submissions", result.graded.size()}, {"items", result.items}};
    check.main_result = [this, &result](nlohmann::ordered_json& out) { describe(result, out); };
    std::vector<manifest::Judgement> judgements;
    for (const manifest::Graded& graded : result.graded) judgements.push_back(graded.judgement);
    return finish_judgements(context, std::move(check), judgements);
  }

 private:
  void describe(const manifest::GradeResult& result, nlohmann::ordered_json& out) const {
    out["rule"] = rule_;
    out["countable"] = rule_ == "strict";
    out["view"] = view_;
    out["verdicts"] = nlohmann::ordered_json::array();
    for (const manifest::Graded& graded : result.graded) {
      nlohmann::ordered_json verdict = verdict_to_json(graded.judgement);
      verdict["run"] = graded.run;
      verdict["manifest_sha256"] = graded.manifest_sha256;
      verdict["bins_hit"] = graded.bins_hit;
      verdict["bins_planned"] = graded.bins_planned;
      verdict["missing_bins"] = graded.missing_bins;
      verdict["signed"] = graded.signed_verdict;
      out["verdicts"].push_back(std::move(verdict));
    }
    out["best"] = nullptr;
    if (result.best) out["best"] = {{"submission", *result.best}, {"bins_hit", result.best_bins}};
    out["queries"] = result.queries;
  }

  std::vector<std::string> submissions_;
  std::string policy_;
  std::string trust_;
  std::string rule_ = "strict";
  std::string view_ = "producer";
  std::string key_;
  std::string verdicts_;
  std::optional<std::string> passphrase_file_;
  manifest::GradeOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_grade() {
  return std::make_unique<ManifestGrade>();
}

}  // namespace sealring::cli
