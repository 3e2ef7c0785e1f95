// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "cli/commands/all.h"
#include "cli/commands/sdc_shared.h"
#include "core/units/parse.h"

namespace sealring::cli {

namespace {

class SdcCheck final : public Verb {
 public:
  VerbInfo info() const override {
    return {"sdc",
            "check",
            "prove SDC files, whoever wrote them, against a design configuration",
            {"sealring sdc check out/soc_a.func.signoff.tt_ns.sdc --config "
             "examples/serdes56g/soc_a.yaml",
             "sealring sdc check hand.sdc --config soc.yaml --view func.signoff.tt_ns --json"},
            true};
  }

  void declare(Options& options) override {
    options.positional("FILE.sdc", &files_, "constraints to prove")
        .required("--config", "CONFIG.yaml", &config_, "design configuration (sealring.design/1)")
        .option("--view", "VIEW", &view_,
                "the view to prove the files as; default: named in their first lines")
        .option("--period-tolerance", "PERCENT", &tolerance_,
                "how far a period may lie from the table's, for rounded files; default 0.0001")
        .option("--proof-timeout", "SECONDS", &seconds_, "longest time for one file")
        .option("--proof-pairs", "N", &pairs_,
                "most ordered pairs of clocks whose paths are looked for (default 4096)");
  }

  int run(Context& context) override {
    sdcgen::CheckOptions options;
    options.config = config_;
    options.files.assign(files_.begin(), files_.end());
    options.view = view_;
    options.limits.time = std::chrono::seconds(seconds_);
    options.limits.pairs = pairs_;
    const auto percent = core::parse_double(tolerance_);
    if (!percent || !(*percent >= 0) || *percent > 10) {
      return fail(context, {"CLI-0003",
                            "--period-tolerance is '" + tolerance_ +
                                "'; a number of percent from 0 to 10 was expected",
                            {}});
    }
    options.limits.period_tolerance = std::max(*percent / 100, 1e-6);
    options.sta = sta_path();
    options.jobs = thread_count(context);
    options.proof_cache = proof_cache(context);
    options.tool_build = tool_build();
    core::SystemProcessRunner runner;
    core::CollectingSink sink;
    const auto result = sdcgen::check_sdc(context.reader(), options, runner, sink);
    if (!result) return fail(context, result.error());
    CheckResult check;
    check.verb = "sdc check";
    check.schema = "sealring.sdc.check/1";
    check.findings = std::move(sink.findings);
    describe_views(*result, true, check);
    return finish_check(context, std::move(check));
  }

 private:
  std::vector<std::string> files_;
  std::string config_;
  std::string view_;
  std::string tolerance_ = "0.0001";
  std::uint64_t seconds_ = 600;
  std::uint64_t pairs_ = sdcgen::ProofLimits().pairs;
};

}  // namespace

std::unique_ptr<Verb> make_sdc_check() {
  return std::make_unique<SdcCheck>();
}

}  // namespace sealring::cli
