// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <ostream>

#include "cli/codes.h"
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
            "write an offline proof: a sealed run stands in the ledger, or the ledger continues a "
            "checkpoint",
            {"sealring manifest ledger prove --run x-0123 --out receipt.tlog-proof",
             "sealring manifest ledger prove --since kept/checkpoint --out continuation"},
            false};
  }

  void declare(Options& options) override {
    options.option("--run", "RUN", &run_, "execution id of a sealed run: writes its receipt")
        .option("--since", "FILE", &since_,
                "an older checkpoint: proves that the newest one kept in the ledger continues it")
        .option("--out", "FILE", &out_, "where the proof goes (default: standard output)");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    if (run_.has_value() == since_.has_value()) {
      return fail(context, {std::string(codes::kBadUsage.id),
                            "give either --run or --since: what shall be proved?",
                            {}});
    }
    const core::Workspace workspace = workspace_of(context);
    const auto proof =
        run_ ? manifest::ledger_prove(workspace, *run_, sink)
             : manifest::ledger_continuation(workspace, context.reader(), *since_, sink);
    if (proof) return write_result(context, out_, *proof);
    return fail_all(context, sink);
  }

 private:
  std::optional<std::string> run_;
  std::optional<std::string> since_;
  std::optional<std::string> out_;
};

}  // namespace

std::unique_ptr<Verb> make_ledger_prove() {
  return std::make_unique<LedgerProve>();
}

}  // namespace sealring::cli
