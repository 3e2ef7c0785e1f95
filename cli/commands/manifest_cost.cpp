// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/totals.h"

namespace sealring::cli {

namespace {

class ManifestCost final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "cost",
            "what all runs of a task cost, in all and per accepted submission",
            {"sealring manifest cost submissions/* --policy policy.yaml --trust trust.yaml",
             "sealring --workspace . manifest cost submissions/* --policy policy.yaml --trust "
             "trust.yaml --json"},
            true};
  }

  void declare(Options& options) override {
    options.positional("SUBMISSION", &submissions_, "submission folders")
        .required("--policy", "FILE", &policy_, "task, stage and rules (sealring.policy/1)")
        .required("--trust", "FILE", &trust_, "whose keys count (sealring.trust/1)");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const auto policy = manifest::read_policy(reader, policy_, sink);
    const auto trust = manifest::read_trust(reader, trust_, sink);
    std::optional<manifest::CostTotals> totals;
    if (policy && trust) {
      totals = manifest::total_cost(reader, {submissions_.begin(), submissions_.end()}, *policy,
                                    *trust, workspace_of(context), sink);
    }
    CheckResult check;
    check.verb = "manifest cost";
    check.schema = "sealring.manifest.cost/1";
    check.findings = std::move(sink.findings);
    check.checked = {{"runs", totals ? totals->runs : 0},
                     {"accepted", totals ? totals->accepted : 0}};
    core::Table table;
    table.columns = {{"what"}, {"in all", true}, {"per accepted", true}};
    nlohmann::ordered_json columns = nlohmann::ordered_json::object();
    if (totals) {
      const auto add = [&](const std::string& name, std::uint64_t value) {
        const std::string share = manifest::share_text(value, totals->accepted);
        table.rows.push_back({name, std::to_string(value), share});
        columns[name] = {{"total", value}, {"per_accepted", share}};
      };
      add("processor_ms", totals->cpu_ms);
      add("wall_ms", totals->wall_ms);
      add("licence_held_ms", totals->licence_held_ms);
      add("licence_wait_ms", totals->licence_wait_ms);
      for (const auto& [name, value] : totals->declared)
        add(name, static_cast<std::uint64_t>(value));
    }
    check.sections.push_back({"cost; columns are never added up", std::move(table)});
    check.main_result = [columns](nlohmann::ordered_json& out) { out["cost"] = columns; };
    const int status = finish_untouched(context, std::move(check));
    return totals ? status : 2;
  }

 private:
  std::vector<std::string> submissions_;
  std::string policy_;
  std::string trust_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_cost() {
  return std::make_unique<ManifestCost>();
}

}  // namespace sealring::cli
