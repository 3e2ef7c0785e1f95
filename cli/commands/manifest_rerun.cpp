// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/manifest_run_end.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/audit.h"
#include "manifest/codes.h"
#include "manifest/run.h"

namespace sealring::cli {

namespace {

class ManifestRerun final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "rerun",
            "run the command of an earlier run again, as a new execution, and say what differs",
            {"sealring manifest rerun x-0123 --spec run.yaml",
             "sealring manifest rerun x-0123 --spec run.yaml --protect keys --json"},
            true};
  }

  void declare(Options& options) override {
    options.positional("RUN", &run_, "execution id of the earlier run, in whatever state it is")
        .option("--spec", "FILE", &spec_, "run description (sealring.run/1; default run.yaml)")
        .option("--protect", "PATH", &protect_,
                "a file or folder the command may neither read nor write, for example a key");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::Workspace workspace = workspace_of(context);
    std::optional<manifest::RunRecord> record;
    const auto earlier = manifest::find_run(workspace, run_, sink);
    const auto spec = manifest::read_run_spec(context.reader(), spec_, sink);
    if (earlier && spec && same_task(*earlier, *spec, sink)) {
      manifest::RunOptions options;
      options.stage = earlier->stage;
      options.command = earlier->command;
      options.protect.assign(protect_.begin(), protect_.end());
      record = manifest::run(workspace, *spec, options, context.clock, sink);
    }
    std::optional<RunComparison> comparison;
    if (record) comparison = {earlier->id, manifest::differences(*earlier, *record)};
    return finish_run(context, "manifest rerun", record, std::move(sink.findings), comparison);
  }

 private:
  static bool same_task(const manifest::RunRecord& earlier, const manifest::RunSpec& spec,
                        core::Sink& sink) {
    if (earlier.task == spec.task) return true;
    sink.report(core::make_finding(manifest::codes::kRunSpecFault,
                                   "the run description is about task '" + spec.task + "', run " +
                                       earlier.id + " was about '" + earlier.task + "'")
                    .at({spec.name})
                    .on(spec.name, "task"));
    return false;
  }

  std::string run_;
  std::string spec_ = "run.yaml";
  std::vector<std::string> protect_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_rerun() {
  return std::make_unique<ManifestRerun>();
}

}  // namespace sealring::cli
