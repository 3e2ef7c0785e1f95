// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "cli/commands/reuse_shared.h"
#include "core/units/parse.h"
#include "rapidwright_bridge/add.h"
#include "rapidwright_bridge/codes.h"

namespace sealring::cli {

namespace {

namespace rwb = rapidwright_bridge;

class ReuseAdd final : public Verb {
 public:
  VerbInfo info() const override {
    return {"reuse",
            "add",
            "put a module and its evidence into a module library",
            {"sealring reuse add core.dcp --reports impl_1/ --place Explore --route Default",
             "sealring reuse add core.edf --pblock 'SLICE_X0Y0:SLICE_X2Y4' --part "
             "xcvu3p-ffvc1517-2-i --failed 'place: 115 LUT in 120'"},
            true};
  }

  void declare(Options& options) override {
    options.positional("FILE", &file_, "checkpoint, or EDIF netlist")
        .option("--reports", "DIR", &reports_,
                "folder of the run that made it: what it proves is stored")
        .option("--metadata", "FILE", &metadata_, "RapidWright module metadata")
        .option("--xdc", "FILE", &constraints_, "constraints beside a netlist")
        .option("--name", "NAME", &name_, "label; default: the name of the top")
        .option("--part", "PART", &part_, "part, where the file does not say")
        .option("--pblock", "RANGES", &pblock_, "region, where the file does not say")
        .option("--place", "DIRECTIVE", &place_, "place directive it was made with")
        .option("--route", "DIRECTIVE", &route_, "route directive it was made with")
        .option("--uncertainty", "NS", &uncertainty_, "clock uncertainty it was placed with")
        .option("--target-tool", "VERSION", &target_,
                "refuse a checkpoint that this tool version cannot load")
        .option("--failed", "WHY", &failed_, "keep it as a shape that failed")
        .option("--used-in", "PROJECT:VERSION:COUNT", &uses_, "count a use of this implementation")
        .option("--library", "FILE", &library_,
                "module library; default: modules.db of the project");
  }

  int run(Context& context) override {
    CheckResult check;
    check.verb = "reuse add";
    check.schema = "sealring.reuse.add/1";
    check.checked = {{"modules", 0}};
    core::CollectingSink sink;
    std::optional<rwb::ModuleRecord> record;
    if (good_options(check))
      record = rwb::prepare_module(context.reader(), files(), sink, check.record);
    check.record.verb = check.verb;
    std::ranges::move(sink.findings, std::back_inserter(check.findings));
    nlohmann::ordered_json added;
    if (record) add(context, *record, added, check);
    check.main_result = [added = std::move(added)](nlohmann::ordered_json& document) {
      for (const auto& [key, value] : added.items()) document[key] = value;
    };
    return finish_check(context, std::move(check));
  }

 private:
  rwb::ModuleFiles files() const {
    rwb::ModuleFiles out{.file = file_,
                         .name = name_.value_or(""),
                         .part = part_.value_or(""),
                         .pblock = pblock_.value_or("")};
    if (reports_) out.reports = *reports_;
    if (metadata_) out.metadata = *metadata_;
    out.constraints.assign(constraints_.begin(), constraints_.end());
    out.place_directive = place_.value_or("");
    out.route_directive = route_.value_or("");
    out.clock_uncertainty_ns = uncertainty_.value_or("");
    out.target_tool = target_.value_or("");
    out.failed = failed_.value_or("");
    return out;
  }

  void add(const Context& context, const rwb::ModuleRecord& record, nlohmann::ordered_json& added,
           CheckResult& check) {
    auto library = open_library(library_path(context, library_), true, check);
    if (!library) return;
    const auto outcome = library->add(record);
    if (!outcome) return library_failure(outcome.error(), check);
    if (!outcome->same_name.empty()) {
      check.findings.push_back(
          core::make_finding(rwb::codes::kNameOfAnother,
                             "'" + record.name + "' is also the name of circuit " +
                                 outcome->same_name.front().substr(0, 12) + "; this one is " +
                                 outcome->circuit.substr(0, 12))
              .on(record.name, outcome->circuit));
    }
    check.checked = {{"modules", 1}};
    added["name"] = record.name;
    added["circuit"] = outcome->circuit;
    added["implementation"] = outcome->implementation.empty()
                                  ? nlohmann::ordered_json(nullptr)
                                  : nlohmann::ordered_json(outcome->implementation);
    added["outcome"] = record.outcome;
    added["new_circuit"] = outcome->new_circuit;
    added["new_implementation"] = outcome->new_implementation;
    added["new_artifact"] = outcome->new_artifact;
    core::Table table;
    table.columns = {{"what"}, {"value"}};
    table.rows = {
        {"name", record.name},
        {"circuit",
         outcome->circuit.substr(0, 12) + (outcome->new_circuit ? " (new)" : " (known)")},
        {"implementation", outcome->implementation.empty()
                               ? std::string("none")
                               : outcome->implementation.substr(0, 12) +
                                     (outcome->new_implementation ? " (new)" : " (known)")},
        {"outcome", record.outcome},
        {"pblock", record.implementation.pblock}};
    check.sections.push_back({"added", std::move(table)});
    for (const std::string& use : uses_) count_use(use, outcome->implementation, *library, check);
  }

  struct Use {
    std::string project, version;
    std::int64_t count = 0;
  };

  static std::optional<Use> parse_use(const std::string& text) {
    const std::size_t first = text.find(':');
    const std::size_t last = text.rfind(':');
    if (first == last) return std::nullopt;
    const auto count = core::parse_integer(text.substr(last + 1));
    if (!count || *count < 1) return std::nullopt;
    return Use{text.substr(0, first), text.substr(first + 1, last - first - 1), *count};
  }

  /// Values that cannot be are told before anything is stored.
  bool good_options(CheckResult& check) const {
    bool good = good_tool_version(target_, check);
    if (uncertainty_ && !core::parse_decimal(*uncertainty_)) {
      bad_option(check, "--uncertainty", "'" + *uncertainty_ + "' is not a number of ns");
      good = false;
    }
    for (const std::string& use : uses_) {
      if (parse_use(use)) continue;
      bad_option(check, "--used-in", "'" + use + "' is not PROJECT:VERSION:COUNT");
      good = false;
    }
    return good;
  }

  static void count_use(const std::string& text, const std::string& implementation,
                        rwb::Library& library, CheckResult& check) {
    const auto use = parse_use(text);
    if (!use) return;
    const auto done = library.use(implementation, use->project, use->version, use->count);
    if (!done) library_failure(done.error(), check);
  }

  std::string file_;
  std::vector<std::string> constraints_, uses_;
  std::optional<std::string> reports_, metadata_, name_, part_, pblock_, place_, route_,
      uncertainty_, target_, failed_, library_;
};

}  // namespace

std::unique_ptr<Verb> make_reuse_add() {
  return std::make_unique<ReuseAdd>();
}

}  // namespace sealring::cli
