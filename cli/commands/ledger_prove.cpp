// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <ostream>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/ledger.h"

namespace sealring::cli {

namespace {

class LedgerProve final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest ledger",
            "prove",
            "write an offline receipt that a sealed run stands in the ledger",
            {"sealring manifest ledger prove --run x-0123 --out receipt.tlog-proof",
             "sealring manifest ledger prove --run x-0123"},
            false};
  }

  void declare(Options& options) override {
    options.required("--run", "RUN", &run_, "execution id of a sealed run")
        .option("--out", "FILE", &out_, "where the receipt goes (default: standard output)");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const auto receipt = manifest::ledger_prove(workspace_of(context), run_, sink);
    if (receipt) return write_result(context, out_, *receipt);
    return fail_all(context, sink);
  }

 private:
  std::string run_;
  std::optional<std::string> out_;
};

}  // namespace

std::unique_ptr<Verb> make_ledger_prove() {
  return std::make_unique<LedgerProve>();
}

}  // namespace sealring::cli
