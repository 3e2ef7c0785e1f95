// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "cli/commands/all.h"
#include "cli/commands/manifest_run_end.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/run.h"

namespace sealring::cli {

namespace {

class ManifestRun final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "run",
            "run a command in a folder of its own and record the execution",
            {"sealring manifest run --spec run.yaml -- sh simulate.sh",
             "sealring manifest run --spec run.yaml --stage sta --json -- sta -exit sta.tcl"},
            true};
  }

  void declare(Options& options) override {
    options.positional("CMD", &command_, "command and its arguments, behind '--'", false)
        .option("--spec", "FILE", &spec_, "run description (sealring.run/1)")
        .option("--stage", "NAME", &stage_, "stage of the run description")
        .option("--protect", "PATH", &protect_,
                "a file or folder the command may neither read nor write, for example a key")
        .option("--id-file", "FILE", &id_file_, "write the execution id there")
        .option("--attach", "RUN", &attach_, "wait for a live run instead of starting one")
        .option("--take-over", "RUN", &take_over_,
                "end a run whose runner does not answer; it is recorded as lost")
        .option("--cancel", "RUN", &cancel_, "stop a run, even one that is alive");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::Workspace workspace = workspace_of(context);
    const std::optional<manifest::RunRecord> record = work(context, workspace, sink);
    int written = 0;
    if (record && id_file_) written = write_result(context, id_file_, record->id + "\n");
    return std::max(finish_run(context, "manifest run", record, std::move(sink.findings)), written);
  }

 private:
  std::optional<manifest::RunRecord> work(Context& context, const core::Workspace& workspace,
                                          core::Sink& sink) {
    if (attach_) return manifest::attach(workspace, *attach_, sink);
    if (take_over_) return manifest::take_over(workspace, *take_over_, false, context.clock, sink);
    if (cancel_) return manifest::take_over(workspace, *cancel_, true, context.clock, sink);
    const auto spec = manifest::read_run_spec(context.reader(), spec_, sink);
    if (!spec) return {};
    manifest::RunOptions options;
    options.stage = stage_;
    options.command = command_;
    options.protect.assign(protect_.begin(), protect_.end());
    return manifest::run(workspace, *spec, options, context.clock, sink);
  }

  std::vector<std::string> command_;
  std::string spec_ = "run.yaml";
  std::string stage_;
  std::vector<std::string> protect_;
  std::optional<std::string> id_file_;
  std::optional<std::string> attach_;
  std::optional<std::string> take_over_;
  std::optional<std::string> cancel_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_run() {
  return std::make_unique<ManifestRun>();
}

}  // namespace sealring::cli
