// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/seal.h"

namespace sealring::cli {

namespace {

class ManifestSeal final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "seal",
            "seal a completed run: store its outputs, sign its manifest, enter it in the ledger",
            {"sealring manifest seal --run x-0123 --key keys/runner.key --out submission",
             "sealring manifest seal --run x-0123 --key keys/runner.key --runner ci-1 --json"},
            true};
  }

  void declare(Options& options) override {
    options.required("--run", "RUN", &options_.run, "execution id")
        .required("--key", "FILE", &key_, "private key of the runner")
        .option("--co-sign", "FILE", &co_signers_,
                "a further private key, where the trust file demands several signatures")
        .option("--passphrase-file", "FILE", &passphrase_file_, "passphrase of an encrypted key")
        .option(
            "--runner", "ID", &options_.runner,
            "id of the runner in the trust file (default: the key's file name without extension)")
        .option("--out", "DIR", &out_, "write the submission there: outputs, manifest, receipt");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    options_.key = key_;
    options_.co_signers.assign(co_signers_.begin(), co_signers_.end());
    options_.out_dir = out_;
    options_.version = SEALRING_VERSION;
    if (options_.runner.empty()) options_.runner = key_stem(key_);
    options_.passphrase = passphrase_from(context, passphrase_file_, sink);
    std::optional<manifest::SealResult> result;
    if (sink.findings.empty()) result = manifest::seal(workspace_of(context), options_, sink);
    CheckResult check;
    check.verb = "manifest seal";
    check.findings = std::move(sink.findings);
    check.schema = "sealring.manifest.seal/1";
    check.checked = {{"files", result ? result->files : 0}};
    if (result) {
      check.main_result = [sealed = *result](nlohmann::ordered_json& out) {
        out["run"] = sealed.run;
        out["position"] = sealed.position;
        out["manifest_sha256"] = sealed.manifest_sha256;
        out["files"] = sealed.files;
        out["bytes"] = sealed.bytes;
        out["already_sealed"] = sealed.already;
      };
      check.sections.push_back({"sealed", core::Tree{result->run + " at ledger position " +
                                                         std::to_string(result->position),
                                                     {}}});
    }
    const int status = finish_untouched(context, std::move(check));
    return result ? status : 2;
  }

 private:
  manifest::SealOptions options_;
  std::string key_;
  std::vector<std::string> co_signers_;
  std::string out_;
  std::optional<std::string> passphrase_file_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_seal() {
  return std::make_unique<ManifestSeal>();
}

}  // namespace sealring::cli
