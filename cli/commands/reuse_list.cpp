// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/reuse_shared.h"

namespace sealring::cli {

namespace {

namespace rwb = rapidwright_bridge;

class ReuseList final : public Verb {
 public:
  VerbInfo info() const override {
    return {"reuse",
            "list",
            "list the circuits of a module library",
            {"sealring reuse list", "sealring reuse list --library modules.db --json"},
            true};
  }

  void declare(Options& options) override {
    options.option("--library", "FILE", &library_,
                   "module library; default: modules.db of the project");
  }

  int run(Context& context) override {
    CheckResult check;
    check.verb = "reuse list";
    check.schema = "sealring.reuse.list/1";
    check.checked = {{"circuits", 0}};
    nlohmann::ordered_json circuits = nlohmann::ordered_json::array();
    if (auto library = open_library(library_path(context, library_), false, check)) {
      const auto rows = library->list();
      if (rows) {
        describe(*rows, circuits, check);
      } else {
        library_failure(rows.error(), check);
      }
    }
    check.main_result = [circuits = std::move(circuits)](nlohmann::ordered_json& document) {
      document["circuits"] = circuits;
    };
    return finish_check(context, std::move(check));
  }

 private:
  static void describe(const std::vector<rwb::CircuitRow>& rows, nlohmann::ordered_json& circuits,
                       CheckResult& check) {
    core::Table table;
    table.columns = {{"name"},         {"circuit"},      {"ports", true}, {"implementations", true},
                     {"passed", true}, {"failed", true}, {"uses", true}};
    for (const rwb::CircuitRow& row : rows) {
      table.rows.push_back({row.name, row.key.substr(0, 12), std::to_string(row.ports),
                            std::to_string(row.implementations), std::to_string(row.passed),
                            std::to_string(row.failed), std::to_string(row.used)});
      circuits.push_back({{"name", row.name},
                          {"circuit", row.key},
                          {"netlist", row.netlist},
                          {"constraints", row.constraints},
                          {"ports", row.ports},
                          {"implementations", row.implementations},
                          {"passed", row.passed},
                          {"failed", row.failed},
                          {"uses", row.used}});
    }
    check.checked = {{"circuits", rows.size()}};
    check.sections.push_back({"circuits", std::move(table)});
  }

  std::optional<std::string> library_;
};

}  // namespace

std::unique_ptr<Verb> make_reuse_list() {
  return std::make_unique<ReuseList>();
}

}  // namespace sealring::cli
