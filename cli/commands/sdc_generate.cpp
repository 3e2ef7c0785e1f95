// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/sdc_shared.h"

namespace sealring::cli {

namespace {

class SdcGenerate final : public Verb {
 public:
  VerbInfo info() const override {
    return {"sdc",
            "generate",
            "write the timing constraints of every view from IP tables, and prove them",
            {"sealring sdc generate examples/serdes56g/soc_a.yaml --out-dir out",
             "sealring sdc generate soc.yaml --view func.signoff.tt_ns --prove require --json"},
            true};
  }

  void declare(Options& options) override {
    options.positional("CONFIG.yaml", &config_, "design configuration (sealring.design/1)")
        .option("--out-dir", "DIR", &out_dir_,
                "where the SDC files, frozen lists and trace.json go")
        .option("--view", "VIEW", &views_,
                "only this view (mode.flow_stage.corner); may be given several times")
        .option("--step", "STEP", &step_, "run one step on the frozen result of the one before",
                {"select", "clocks", "constraints", "all"})
        .option("--prove", "WHEN", &prove_,
                "proof in OpenSTA: auto tries, require fails without a verdict",
                {"auto", "require", "never"})
        .option("--proof-timeout", "SECONDS", &seconds_, "longest time for one view")
        .option("--proof-pairs", "N", &pairs_,
                "most ordered pairs of clocks of a view whose paths are looked for (default 4096)");
  }

  int run(Context& context) override {
    sdcgen::GenerateOptions options;
    options.config = config_;
    options.out_dir = out_dir_;
    options.views = views_;
    options.step = step_ == "select"        ? sdcgen::Step::kSelect
                   : step_ == "clocks"      ? sdcgen::Step::kClocks
                   : step_ == "constraints" ? sdcgen::Step::kConstraints
                                            : sdcgen::Step::kAll;
    options.prove = prove_ == "never" ? sdcgen::ProofMode::kNever : sdcgen::ProofMode::kAuto;
    if (prove_ == "require" || context.require_proof) options.prove = sdcgen::ProofMode::kRequire;
    options.limits.time = std::chrono::seconds(seconds_);
    options.limits.pairs = pairs_;
    options.sta = sta_path();
    options.jobs = thread_count(context);
    options.proof_cache = proof_cache(context);
    options.tool_build = tool_build();
    core::SystemProcessRunner runner;
    core::CollectingSink sink;
    const auto result = sdcgen::generate(context.reader(), options, runner, sink);
    if (!result) return fail(context, result.error());
    CheckResult check;
    check.verb = "sdc generate";
    check.schema = "sealring.sdc.generate/1";
    check.findings = std::move(sink.findings);
    describe_views(*result, options.prove == sdcgen::ProofMode::kRequire, check);
    return finish_check(context, std::move(check));
  }

 private:
  std::string config_;
  std::string out_dir_ = "out";
  std::vector<std::string> views_;
  std::string step_ = "all";
  std::string prove_ = "auto";
  std::uint64_t seconds_ = 600;
  std::uint64_t pairs_ = sdcgen::ProofLimits().pairs;
};

}  // namespace

std::unique_ptr<Verb> make_sdc_generate() {
  return std::make_unique<SdcGenerate>();
}

}  // namespace sealring::cli
