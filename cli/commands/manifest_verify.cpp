// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/verify.h"

namespace sealring::cli {

namespace {

class ManifestVerify final : public Verb {
 public:
  VerbInfo info() const override {
    return {
        "manifest",
        "verify",
        "verify sealed submissions, manifests or bundles, offline and from the trust file alone",
        {"sealring manifest verify submissions/a --trust trust.yaml",
         "sealring manifest verify release.intoto.jsonl --trust trust.yaml --json"},
        true};
  }

  void declare(Options& options) override {
    options.positional("TARGET", &targets_, "submission folder, manifest file or bundle (.jsonl)")
        .required("--trust", "FILE", &trust_, "whose keys count (sealring.trust/1)");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const auto trust = manifest::read_trust(reader, trust_, sink);
    CheckResult check;
    check.verb = "manifest verify";
    check.schema = "sealring.manifest.verify/1";
    manifest::VerifyResult result;
    if (trust) result = manifest::verify(reader, {targets_.begin(), targets_.end()}, *trust);
    check.findings = std::move(sink.findings);
    check.checked = {{"manifests", result.manifests}, {"files", result.files}};
    check.main_result = [&result](nlohmann::ordered_json& out) {
      out["verdicts"] = nlohmann::ordered_json::array();
      for (const auto& judgement : result.judgements)
        out["verdicts"].push_back(verdict_to_json(judgement));
    };
    return finish_judgements(context, std::move(check), result.judgements);
  }

 private:
  std::vector<std::string> targets_;
  std::string trust_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_verify() {
  return std::make_unique<ManifestVerify>();
}

}  // namespace sealring::cli
