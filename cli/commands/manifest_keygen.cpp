// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/keys.h"

namespace sealring::cli {

namespace {

class ManifestKeygen final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "keygen",
            "make an Ed25519 key pair; an existing file is never overwritten",
            {"sealring manifest keygen keys/runner.key",
             "sealring manifest keygen keys/grader.key --passphrase-file phrase.txt"},
            true};
  }

  void declare(Options& options) override {
    options.positional("KEY", &key_, "private key file to make; the public half gets '.pub' added")
        .option("--passphrase-file", "FILE", &passphrase_file_,
                "encrypt the key; the passphrase is the first line of FILE");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const std::string passphrase = passphrase_from(context, passphrase_file_, sink);
    std::optional<manifest::KeyPair> pair;
    if (sink.findings.empty()) pair = manifest::generate_key(key_, passphrase, sink);
    CheckResult check;
    check.verb = "manifest keygen";
    check.findings = std::move(sink.findings);
    check.schema = "sealring.manifest.keygen/1";
    check.checked = {{"keys", pair ? 1 : 0}};
    const std::string public_key = pair ? pair->public_key : "";
    const std::string id = pair ? pair->key_id : "";
    check.main_result = [this, public_key, id](nlohmann::ordered_json& out) {
      out["key"] = key_;
      out["public_key"] = public_key;
      out["key_id"] = id;
    };
    if (pair) {
      core::Tree tree{"keys:",
                      {{"- id: " + key_stem(key_), {}},
                       {"  public_key: " + public_key, {}},
                       {"  roles: [runner]", {}}}};
      check.sections.push_back({"entry for a trust file", std::move(tree)});
    }
    return finish_untouched(context, std::move(check));
  }

 private:
  std::string key_;
  std::optional<std::string> passphrase_file_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_keygen() {
  return std::make_unique<ManifestKeygen>();
}

}  // namespace sealring::cli
