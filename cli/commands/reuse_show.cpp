// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "cli/commands/reuse_shared.h"
#include "core/diagnostics/suggest.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/fit.h"

namespace sealring::cli {

namespace {

namespace rwb = rapidwright_bridge;

class ReuseShow final : public Verb {
 public:
  VerbInfo info() const override {
    return {"reuse",
            "show",
            "show one circuit with its implementations, checks and history",
            {"sealring reuse show picoblaze_top",
             "sealring reuse show 3f6c2a91 --target-tool 2022.1 --part xcvu3p-ffvc1517-1-i"},
            true};
  }

  void declare(Options& options) override {
    options
        .positional("NAME|DIGEST", &name_, "name of a module, or at least 8 digits of its digest")
        .option("--library", "FILE", &library_,
                "module library; default: modules.db of the project")
        .option("--target-tool", "VERSION", &tool_, "tool that is to load it, such as 2022.1")
        .option("--part", "PART", &part_, "part it is to be used on")
        .option("--pblock", "RANGES", &pblock_,
                "shape that is planned: told when it failed before");
  }

  int run(Context& context) override {
    CheckResult check;
    check.verb = "reuse show";
    check.schema = "sealring.reuse.show/1";
    check.checked = {{"circuits", 0}};
    std::optional<rwb::CircuitDetail> detail;
    if (good_tool_version(tool_, check)) {
      if (auto library = open_library(library_path(context, library_), false, check))
        detail = find(*library, check);
    }
    if (detail) describe(*detail, check);
    check.main_result = [detail = std::move(detail)](nlohmann::ordered_json& document) {
      if (detail) fill(*detail, document);
    };
    return finish_check(context, std::move(check));
  }

 private:
  std::optional<rwb::CircuitDetail> find(rwb::Library& library, CheckResult& check) {
    const auto keys = library.find(name_);
    if (!keys) {
      library_failure(keys.error(), check);
      return std::nullopt;
    }
    if (keys->empty()) {
      const auto names = library.names();
      check.findings.push_back(
          core::make_finding(rwb::codes::kModuleUnknown,
                             "no module '" + name_ + "' in the library" +
                                 (names ? core::did_you_mean(name_, *names) : ""))
              .on("module", name_));
      return std::nullopt;
    }
    if (keys->size() > 1) {
      std::string list;
      for (const std::string& key : *keys) list += (list.empty() ? "" : ", ") + key.substr(0, 12);
      check.findings.push_back(
          core::make_finding(
              rwb::codes::kModuleAmbiguous,
              "'" + name_ + "' stands for " + std::to_string(keys->size()) + " circuits: " + list)
              .on("module", name_));
      return std::nullopt;
    }
    auto detail = library.show(keys->front());
    if (!detail) {
      library_failure(detail.error(), check);
      return std::nullopt;
    }
    core::CollectingSink sink;
    rwb::FitOptions options{.tool = tool_.value_or(""),
                            .part = rwb::parse_part(part_.value_or("")),
                            .pblock = pblock_.value_or("")};
    rwb::check_fit(**detail, options, sink);
    check.findings = std::move(sink.findings);
    return std::move(*detail);
  }

  static void describe(const rwb::CircuitDetail& detail, CheckResult& check) {
    core::Table table;
    table.columns = {
        {"implementation"},         {"outcome"},    {"part"}, {"tool"}, {"shape"}, {"pblock"},
        {"worst setup (ns)", true}, {"uses", true}, {"note"}};
    for (const rwb::ImplementationRow& row : detail.implementations) {
      table.rows.push_back({row.key.substr(0, 12), row.outcome, row.part, row.tool, row.shape,
                            row.pblock, rwb::worst_setup_of(row), std::to_string(row.used),
                            row.note});
    }
    core::Tree history{.text = detail.row.name + " " + detail.row.key};
    for (const std::string& line : detail.history) history.children.push_back({.text = line});
    check.checked = {{"circuits", 1}, {"implementations", detail.implementations.size()}};
    check.sections.push_back({"implementations of " + detail.row.name, std::move(table)});
    if (const auto floor = rwb::slice_floor(detail)) {
      check.sections.push_back({"least slices", core::Tree{.text = rwb::floor_text(*floor)}});
    }
    check.sections.push_back({"history", std::move(history)});
  }

  static void fill(const rwb::CircuitDetail& detail, nlohmann::ordered_json& document) {
    document["circuit"] = detail.row.key;
    document["name"] = detail.row.name;
    document["names"] = detail.names;
    document["netlist"] = detail.row.netlist;
    document["constraints"] = detail.row.constraints;
    nlohmann::ordered_json ports = nlohmann::ordered_json::array();
    for (const rwb::PortInfo& port : detail.ports)
      ports.push_back({{"name", port.name},
                       {"direction", rwb::to_string(port.direction)},
                       {"width", port.width}});
    document["ports"] = std::move(ports);
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const rwb::ImplementationRow& row : detail.implementations)
      list.push_back(implementation_json(row));
    document["implementations"] = std::move(list);
    const auto floor = rwb::slice_floor(detail);
    document["slice_floor"] =
        floor ? nlohmann::ordered_json(floor->slices) : nlohmann::ordered_json(nullptr);
    document["history"] = detail.history;
  }

  std::string name_;
  std::optional<std::string> library_, tool_, part_, pblock_;
};

}  // namespace

std::unique_ptr<Verb> make_reuse_show() {
  return std::make_unique<ReuseShow>();
}

}  // namespace sealring::cli
