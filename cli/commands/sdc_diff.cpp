// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "sdcgen/diff.h"

namespace sealring::cli {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

nlohmann::ordered_json to_json(const sdcgen::Change& change) {
  return {{"kind", change.kind},     {"instance", change.instance}, {"object", change.object},
          {"before", change.before}, {"after", change.after},       {"views", change.views}};
}

nlohmann::ordered_json to_json(const sdcgen::Recheck& recheck) {
  nlohmann::ordered_json json;
  if (!recheck.config.empty()) json["config"] = recheck.config;
  json["view"] = recheck.view;
  json["instances"] = recheck.instances;
  json["why"] = recheck.why;
  return json;
}

class SdcDiff final : public Verb {
 public:
  VerbInfo info() const override {
    return {
        "sdc",
        "diff",
        "say what two configurations or two revisions of an IP specification change, and what to "
        "prove again",
        {"sealring sdc diff examples/serdes56g/chip_rev1.yaml examples/serdes56g/chip_rev2.yaml",
         "sealring sdc diff ip/phy_rev1.yaml ip/phy_rev2.yaml --used-by soc_a.yaml --used-by "
         "soc_b.yaml --json"},
        true};
  }

  void declare(Options& options) override {
    options.positional("A", &before_, "design configuration or IP specification")
        .positional("B", &after_, "the same kind of document, later")
        .option("--used-by", "CONFIG", &used_by_,
                "configuration that uses the specification: its affected instances are listed; may "
                "be given several times");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    std::vector<std::filesystem::path> configs(used_by_.begin(), used_by_.end());
    const sdcgen::DiffResult result =
        sdcgen::diff_documents(context.reader(), before_, after_, configs, sink);
    CheckResult check;
    check.verb = "sdc diff";
    check.schema = "sealring.sdc.diff/1";
    check.findings = std::move(sink.findings);
    check.checked = {{"documents", result.compared ? 2U : 0U}, {"changes", result.changes.size()}};
    for (const std::string& config : result.unused)
      check.not_checked.push_back({config, "none of its instances uses either revision"});
    if (!result.recheck.empty()) {
      core::Table table{{{"view", false}, {"prove again", false}, {"why", false}}, {}};
      for (const sdcgen::Recheck& one : result.recheck)
        table.rows.push_back({(one.config.empty() ? "" : one.config + " ") + one.view,
                              one.instances.empty() ? "the design" : joined(one.instances),
                              one.why});
      check.sections.push_back({"To be proved again", table});
    }
    check.main_result = [&result](nlohmann::ordered_json& document) {
      document["before"] = result.before;
      document["after"] = result.after;
      document["changes"] = nlohmann::ordered_json::array();
      for (const sdcgen::Change& change : result.changes)
        document["changes"].push_back(to_json(change));
      document["unchanged_instances"] = result.unchanged;
      document["recheck"] = nlohmann::ordered_json::array();
      for (const sdcgen::Recheck& one : result.recheck) document["recheck"].push_back(to_json(one));
    };
    const int status = finish_check(context, std::move(check));
    return result.compared ? status : 2;
  }

 private:
  std::string before_;
  std::string after_;
  std::vector<std::string> used_by_;
};

}  // namespace

std::unique_ptr<Verb> make_sdc_diff() {
  return std::make_unique<SdcDiff>();
}

}  // namespace sealring::cli
