// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/esd_shared.h"

namespace sealring::cli {

namespace {

class EsdCheck final : public Verb {
 public:
  VerbInfo info() const override {
    return {"esd",
            "check",
            "every rule of a project: topology, layout, path resistances, path voltages, current "
            "densities",
            {"sealring esd check examples/esd-p2p/esd.yaml",
             "sealring esd check esd.yaml --format json=esd.json --format lyrdb=esd.lyrdb"},
            true};
  }
  void declare(Options& options) override {
    options.positional("ESD.yaml", &project_, "project (sealring.esd/1)");
    solver_.declare(options);
    checks_.declare(options);
  }
  int run(Context& context) override {
    return run_esd_check(context, "esd check", project_, solver_, checks_,
                         {true, true, true, true});
  }

 private:
  std::string project_;
  EsdSolverOptions solver_;
  EsdCheckOptions checks_;
};

}  // namespace

std::unique_ptr<Verb> make_esd_check() {
  return std::make_unique<EsdCheck>();
}

}  // namespace sealring::cli
