// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/audit.h"
#include "manifest/codes.h"

namespace sealring::cli {

namespace {

class ManifestStale final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "stale",
            "say which sealed stages must be redone because a file changed, and only those",
            {"sealring manifest stale", "sealring manifest stale --no-stat-cache --json"},
            true};
  }

  void declare(Options& options) override {
    options.flag("--no-stat-cache", &no_cache_,
                 "read every file, even where its times did not change");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const auto result = manifest::stale(workspace_of(context), !no_cache_, sink);
    CheckResult check;
    check.verb = "manifest stale";
    check.schema = "sealring.manifest.stale/1";
    check.findings = std::move(sink.findings);
    nlohmann::ordered_json stages = nlohmann::ordered_json::array();
    if (result) {
      for (const manifest::StaleStage& stage : result->stages) {
        std::string why;
        for (const std::string& reason : stage.reasons) why += (why.empty() ? "" : ", ") + reason;
        check.findings.push_back(core::make_finding(manifest::codes::kStaleStage,
                                                    "stage '" + stage.stage + "' of task '" +
                                                        stage.task + "' must be redone: " + why)
                                     .on(stage.task + "/" + stage.stage, stage.run));
        stages.push_back({{"task", stage.task},
                          {"stage", stage.stage},
                          {"run", stage.run},
                          {"reasons", stage.reasons},
                          {"follows", stage.follows}});
      }
    }
    check.checked = {{"stages", result ? result->looked_at : 0},
                     {"files", result ? result->files : 0}};
    check.main_result = [stages](nlohmann::ordered_json& out) { out["stale"] = stages; };
    const int status = finish_untouched(context, std::move(check));
    return result ? status : 2;
  }

 private:
  bool no_cache_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_stale() {
  return std::make_unique<ManifestStale>();
}

}  // namespace sealring::cli
