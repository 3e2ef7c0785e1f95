// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/totals.h"

namespace sealring::cli {

namespace {

class ManifestCoverage final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "coverage",
            "union of the coverage of all submissions that are in order",
            {"sealring manifest coverage submissions/* --policy policy.yaml --trust trust.yaml",
             "sealring manifest coverage runs/* --policy policy.yaml --trust trust.yaml --json"},
            true};
  }

  void declare(Options& options) override {
    options.positional("SUBMISSION", &submissions_, "submission folders")
        .required("--policy", "FILE", &policy_, "plan and rules (sealring.policy/1)")
        .required("--trust", "FILE", &trust_, "whose keys count (sealring.trust/1)");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const auto policy = manifest::read_policy(reader, policy_, sink);
    const auto trust = manifest::read_trust(reader, trust_, sink);
    manifest::CoverageTotals totals;
    if (policy && trust) {
      totals = manifest::total_coverage(reader, {submissions_.begin(), submissions_.end()}, *policy,
                                        *trust);
    }
    CheckResult check;
    check.verb = "manifest coverage";
    check.schema = "sealring.manifest.coverage/1";
    check.findings = std::move(sink.findings);
    check.checked = {{"submissions", totals.graded.size()}, {"counted", totals.counted.size()}};
    core::Table table;
    table.columns = {{"bin"}, {"hits", true}};
    for (const auto& [name, hits] : totals.hits) table.rows.push_back({name, std::to_string(hits)});
    check.sections.push_back({std::to_string(totals.bins_hit) + " of " +
                                  std::to_string(totals.bins_planned) + " bins hit",
                              std::move(table)});
    check.main_result = [&totals](nlohmann::ordered_json& out) {
      out["counted"] = totals.counted;
      out["bins_hit"] = totals.bins_hit;
      out["bins_planned"] = totals.bins_planned;
      out["bins"] = totals.hits;
    };
    const bool all = totals.bins_planned > 0 && totals.bins_hit == totals.bins_planned;
    return std::max(finish_untouched(context, std::move(check)), all ? 0 : 1);
  }

 private:
  std::vector<std::string> submissions_;
  std::string policy_;
  std::string trust_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_coverage() {
  return std::make_unique<ManifestCoverage>();
}

}  // namespace sealring::cli
