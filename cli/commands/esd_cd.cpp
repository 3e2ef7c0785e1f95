// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/esd_shared.h"

namespace sealring::cli {

namespace {

class EsdCd final : public Verb {
 public:
  VerbInfo info() const override {
    return {"esd",
            "cd",
            "current of every conductor on the discharge paths against its pulse limit",
            {"sealring esd cd examples/esd-p2p/esd.yaml", "sealring esd cd esd.yaml --json"},
            true};
  }
  void declare(Options& options) override {
    options.positional("ESD.yaml", &project_, "project (sealring.esd/1); its cd rules are checked");
    solver_.declare(options);
    checks_.declare(options);
  }
  int run(Context& context) override {
    return run_esd_check(context, "esd cd", project_, solver_, checks_, {false, true});
  }

 private:
  std::string project_;
  EsdSolverOptions solver_;
  EsdCheckOptions checks_;
};

}  // namespace

std::unique_ptr<Verb> make_esd_cd() {
  return std::make_unique<EsdCd>();
}

}  // namespace sealring::cli
