// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/audit.h"

namespace sealring::cli {

namespace {

class ManifestDiff final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest",
            "diff",
            "say in which inputs, tools and outputs two sealed manifests differ",
            {"sealring manifest diff submissions/a submissions/b --trust trust.yaml",
             "sealring manifest diff a/manifest.dsse.json b/manifest.dsse.json --trust trust.yaml "
             "--json"},
            true};
  }

  void declare(Options& options) override {
    options.positional("A", &a_, "submission folder or manifest file")
        .positional("B", &b_, "submission folder or manifest file")
        .required("--trust", "FILE", &trust_, "whose keys count (sealring.trust/1)");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const auto trust = manifest::read_trust(reader, trust_, sink);
    manifest::DiffResult result;
    if (trust) result = manifest::diff(reader, a_, b_, *trust);
    CheckResult check;
    check.verb = "manifest diff";
    check.findings = std::move(sink.findings);
    check.findings.insert(check.findings.end(), result.findings.begin(), result.findings.end());
    check.checked = {{"items", result.items}};
    const int status = finish_untouched(context, std::move(check));
    return result.compared ? status : 2;
  }

 private:
  std::string a_;
  std::string b_;
  std::string trust_;
};

}  // namespace

std::unique_ptr<Verb> make_manifest_diff() {
  return std::make_unique<ManifestDiff>();
}

}  // namespace sealring::cli
