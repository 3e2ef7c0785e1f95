// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/esd_shared.h"

namespace sealring::cli {

namespace {

class EsdTopo final : public Verb {
 public:
  VerbInfo info() const override {
    return {"esd",
            "topo",
            "which protection devices lie between which nets: missing, turned round, wrong domain, "
            "islands",
            {"sealring esd topo esd.yaml", "sealring esd topo esd.yaml --format json=esd.json"},
            true};
  }
  void declare(Options& options) override {
    options.positional("ESD.yaml", &project_,
                       "project (sealring.esd/1); its topology rules are checked");
  }
  int run(Context& context) override {
    return run_esd_check(context, "esd topo", project_, {}, {}, {false, false, true, false});
  }

 private:
  std::string project_;
};

}  // namespace

std::unique_ptr<Verb> make_esd_topo() {
  return std::make_unique<EsdTopo>();
}

}  // namespace sealring::cli
