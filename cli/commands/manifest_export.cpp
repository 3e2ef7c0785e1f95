// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/ledger.h"

namespace sealring::cli {

namespace {

class ManifestExport final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "export",
            "write sealed manifests as a bundle, or the whole log as flat files",
            {"sealring manifest export --run x-0123 -o release.intoto.jsonl",
             "sealring manifest export --ledger kept/2026-11"},
            true};
  }

  void declare(Options& options) override {
    options
        .option("--run", "RUN", &runs_, "only the manifest of this run; may be given several times")
        .option("--bundle", "FILE", &bundle_, "bundle to write (default: manifests.intoto.jsonl)")
        .option("--ledger", "DIR", &ledger_, "write the log there: entries.jsonl and checkpoint");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::Workspace workspace = workspace_of(context);
    std::uint64_t entries = 0;
    bool done = false;
    if (ledger_) {
      const auto count = manifest::export_ledger(workspace, *ledger_, sink);
      entries = count.value_or(0);
      done = count.has_value();
    } else if (const auto text = manifest::export_bundle(workspace, runs_, sink)) {
      entries = static_cast<std::uint64_t>(std::count(text->begin(), text->end(), '\n'));
      done = write_result(context, bundle_, *text) == 0;
    }
    CheckResult check;
    check.verb = "manifest export";
    check.findings = std::move(sink.findings);
    check.checked = {{"manifests", entries}};
    const int status = finish_untouched(context, std::move(check));
    return done ? status : 2;
  }

 private:
  std::vector<std::string> runs_;
  std::string bundle_ = "manifests.intoto.jsonl";
  std::optional<std::string> ledger_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_export() {
  return std::make_unique<ManifestExport>();
}

}  // namespace sealring::cli
