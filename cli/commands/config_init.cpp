// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <filesystem>
#include <ostream>

#include "cli/codes.h"
#include "cli/commands/all.h"

namespace sealring::cli {

namespace {

class ConfigInit final : public Verb {
 public:
  VerbInfo info() const override {
    return {"config",
            "init",
            "write a sealring.yaml that names every setting",
            {"sealring config init", "sealring config init -C project"},
            false};
  }

  void declare(Options& /*options*/) override {}

  int run(Context& context) override {
    const std::filesystem::path path = "sealring.yaml";
    if (std::filesystem::exists(path)) {
      return fail(context, {std::string(codes::kWorkspaceExists.id),
                            "'sealring.yaml' exists already and was left as it is",
                            {}});
    }
    const int status = write_result(context, path.string(), starter_settings());
    if (status == 0 && !context.quiet) context.err << "wrote sealring.yaml\n";
    return status;
  }
};

}  // namespace

std::unique_ptr<Verb> make_config_init() {
  return std::make_unique<ConfigInit>();
}

}  // namespace sealring::cli
