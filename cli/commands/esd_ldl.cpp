// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/esd_shared.h"

namespace sealring::cli {

namespace {

class EsdLdl final : public Verb {
 public:
  VerbInfo info() const override {
    return {"esd",
            "ldl",
            "sizes and places of protection devices: widths, fingers, distances, resistors, guard "
            "rings",
            {"sealring esd ldl esd.yaml", "sealring esd ldl esd.yaml --format json=esd.json"},
            true};
  }
  void declare(Options& options) override {
    options.positional("ESD.yaml", &project_,
                       "project (sealring.esd/1); its layout rules are checked");
  }
  int run(Context& context) override {
    return run_esd_check(context, "esd ldl", project_, {}, {}, {false, false, false, true});
  }

 private:
  std::string project_;
};

}  // namespace

std::unique_ptr<Verb> make_esd_ldl() {
  return std::make_unique<EsdLdl>();
}

}  // namespace sealring::cli
