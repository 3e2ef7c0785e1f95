// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/manifest_shared.h"
#include "manifest/ledger.h"

namespace sealring::cli {

namespace {

class LedgerLog final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest ledger",
            "log",
            "list what the ledger holds",
            {"sealring manifest ledger log", "sealring manifest ledger log --records --json"},
            true};
  }

  void declare(Options& options) override {
    options.flag("--records", &records_, "also every recorded state of runs, execution and query");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const auto lines = manifest::ledger_log(workspace_of(context), records_, sink);
    CheckResult check;
    check.verb = "manifest ledger log";
    check.schema = "sealring.manifest.ledger-log/1";
    check.findings = std::move(sink.findings);
    core::Table table;
    table.columns = {{"number", true}, {"list"}, {"kind"}, {"key"}, {"what"}, {"state"}, {"time"}};
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    if (lines) {
      for (const manifest::LogLine& line : *lines) {
        const std::string where = line.entry ? "entry" : "record";
        table.rows.push_back({std::to_string(line.number), where, line.kind, line.key, line.what,
                              line.state, line.time});
        list.push_back({{"number", line.number},
                        {"list", where},
                        {"kind", line.kind},
                        {"key", line.key},
                        {"what", line.what},
                        {"state", line.state},
                        {"time", line.time}});
      }
    }
    check.checked = {{"lines", lines ? lines->size() : 0}};
    check.sections.push_back({"ledger", std::move(table)});
    check.main_result = [list](nlohmann::ordered_json& out) { out["lines"] = list; };
    check.partial_is_fine = true;
    const int status = finish_untouched(context, std::move(check));
    return lines ? status : 2;
  }

 private:
  bool records_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_ledger_log() {
  return std::make_unique<LedgerLog>();
}

}  // namespace sealring::cli
