// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "cli/commands/all.h"

namespace sealring::cli {

namespace {

/// Prints of all findings of a report, waived ones included, and their objects, files and codes.
std::optional<std::vector<core::Finding>> findings_of(const core::InputFile& file,
                                                      const core::CodeCatalogue& catalogue) {
  const auto document = nlohmann::json::parse(file.text, nullptr, false);
  if (document.is_discarded() || !document.is_object() || !document.contains("findings") ||
      !document["findings"].is_array()) {
    return std::nullopt;
  }
  std::vector<core::Finding> findings;
  for (const auto& entry : document["findings"]) {
    if (!entry.is_object()) return std::nullopt;
    const core::Code* code = catalogue.find(entry.value("code", ""));
    if (code == nullptr) continue;
    core::Finding finding = core::make_finding(*code, entry.value("message", ""));
    finding.object = entry.value("object", "");
    finding.key = entry.value("key", "");
    if (entry.contains("location") && entry["location"].is_object()) {
      finding.location.file = entry["location"].value("file", "");
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

class WaiverPrune final : public Verb {
 public:
  VerbInfo info() const override {
    return {"waiver",
            "prune",
            "drop waivers that are expired or that a report shows to be unused",
            {"sealring waiver prune --report out/findings.json",
             "sealring waiver prune --waivers esd-waivers.yaml --report esd.json"},
            false};
  }

  void declare(Options& options) override {
    options.option("--waivers", "FILE", &file_, "the file to prune")
        .required("--report", "FILE", &report_,
                  "a JSON report of a whole run made with these waivers");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    const core::Waivers waivers = core::read_waivers(reader, file_, sink);
    const auto report = reader.read(report_, reader.limits().design, sink);
    for (const core::Finding& finding : sink.findings) {
      fail(context, {std::string(finding.code->id), finding.message, finding.location});
    }
    if (!report || !sink.findings.empty()) return 2;
    const auto findings = findings_of(*report, context.catalogue);
    if (!findings) {
      return fail(context,
                  {"IO-0506", "'" + report->name + "' is not a JSON report with findings", {}});
    }
    const std::string today = core::utc_date(context.clock.now());
    std::string kept = "schema: sealring.waivers/1\nwaivers:\n";
    std::size_t count = 0;
    for (const core::Waiver& waiver : waivers.items) {
      const bool expired = !waiver.expires.empty() && waiver.expires < today;
      bool used = false;
      for (const core::Finding& finding : *findings) used = used || core::covers(waiver, finding);
      if (expired || !used) continue;
      kept += core::to_yaml(waiver);
      ++count;
    }
    if (count == 0) kept = "schema: sealring.waivers/1\nwaivers: []\n";
    const int status = write_result(context, file_, kept);
    if (status == 0 && !context.quiet) {
      context.err << "kept " << count << " of " << waivers.items.size() << " waivers\n";
    }
    return status;
  }

 private:
  std::string file_ = "waivers.yaml";
  std::string report_;
};

}  // namespace

std::unique_ptr<Verb> make_waiver_prune() {
  return std::make_unique<WaiverPrune>();
}

}  // namespace sealring::cli
