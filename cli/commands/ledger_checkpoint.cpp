// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <ostream>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/ledger.h"

namespace sealring::cli {

namespace {

class LedgerCheckpoint final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest ledger",
            "checkpoint",
            "sign how many entries the ledger holds under which root, to be kept elsewhere",
            {"sealring manifest ledger checkpoint --key keys/runner.key --out kept/checkpoint",
             "sealring manifest ledger checkpoint --key keys/runner.key --origin ci-1"},
            false};
  }

  void declare(Options& options) override {
    options.required("--key", "FILE", &key_, "private key with role 'log' in the trust file")
        .option("--passphrase-file", "FILE", &passphrase_file_, "passphrase of an encrypted key")
        .option("--origin", "ID", &origin_,
                "id of that key in the trust file (default: the key's file name without extension)")
        .option("--out", "FILE", &out_, "where the note goes (default: standard output)");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const std::string passphrase = passphrase_from(context, passphrase_file_, sink);
    std::optional<std::string> note;
    if (sink.findings.empty()) {
      note = manifest::ledger_checkpoint(workspace_of(context), key_, passphrase,
                                         origin_.empty() ? key_stem(key_) : origin_, sink);
    }
    if (note) return write_result(context, out_, *note);
    return fail_all(context, sink);
  }

 private:
  std::string key_;
  std::string origin_;
  std::optional<std::string> passphrase_file_;
  std::optional<std::string> out_;
};

}  // namespace

std::unique_ptr<Verb> make_ledger_checkpoint() {
  return std::make_unique<LedgerCheckpoint>();
}

}  // namespace sealring::cli
