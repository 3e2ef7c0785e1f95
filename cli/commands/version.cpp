// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/build_info.h"
#include "cli/commands/all.h"
#include "core/report/json_model.h"

namespace sealring::cli {

namespace {

class Version final : public Verb {
 public:
  VerbInfo info() const override {
    return {"",
            "version",
            "version, commit, compiler and libraries of this program",
            {"sealring version", "sealring version --json"},
            false};
  }

  void declare(Options& options) override { options.flag("--json", &json_, "as JSON"); }

  int run(Context& context) override {
    if (!json_) {
      context.out << "sealring " << SEALRING_VERSION << " (" << kCommit << ")\n";
      return 0;
    }
    context.out << core::dump({{"schema", "sealring.version/1"},
                               {"version", SEALRING_VERSION},
                               {"commit", kCommit},
                               {"compiler", kCompiler},
                               {"build_type", kBuildType}});
    return 0;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_version() {
  return std::make_unique<Version>();
}

}  // namespace sealring::cli
