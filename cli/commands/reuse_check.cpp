// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "rapidwright_bridge/check.h"

namespace sealring::cli {

namespace {

namespace rwb = rapidwright_bridge;

/// Findings of one file or folder as the policy leaves them, for its verdict.
std::vector<core::Finding> judged(const std::vector<core::Finding>& findings,
                                  const core::FindingPolicy& policy, const std::string& today) {
  core::FindingPolicy plain = policy;
  plain.max_findings = 0;
  return core::apply_policy(findings, plain, today).findings;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

class ReuseCheck final : public Verb {
 public:
  VerbInfo info() const override {
    return {"reuse",
            "check",
            "judge what reports, logs and checkpoints of an implementation run prove",
            {"sealring reuse check impl_1/",
             "sealring reuse check top_timing_summary_routed.rpt --part xc7a35tcpg236-1 --json"},
            true};
  }

  void declare(Options& options) override {
    options.positional("FILE|DIR", &paths_, "files, or folders that each hold one run")
        .flag("--out-of-context", &out_of_context_,
              "ports are timed where the module is placed: do not ask for input and output delays")
        .option("--part", "PART", &part_, "part that every file must be for")
        .option("--top", "NAME", &top_, "design that every file must be of")
        .option("--not-before", "TIME", &not_before_,
                "oldest time of a report, as the tool's clock showed it: 2026-04-22T15:46:37");
  }

  int run(Context& context) override {
    CheckResult check;
    check.verb = "reuse check";
    check.schema = "sealring.reuse.check/1";
    rwb::CheckOptions options{.out_of_context = out_of_context_, .design = top_.value_or("")};
    if (part_) {
      options.part = rwb::parse_part(*part_);
      if (options.part.empty())
        usage(check, "--part", "'" + *part_ + "' is not a part name such as xc7a35tcpg236-1");
    }
    if (not_before_) {
      options.not_before = rwb::parse_instant(*not_before_);
      if (!options.not_before)
        usage(check, "--not-before",
              "'" + *not_before_ + "' is not a time such as 2026-04-22T15:46:37");
    }
    core::CollectingSink unused;
    const core::FindingPolicy policy = finding_policy(context, unused);
    const std::vector<std::filesystem::path> paths(paths_.begin(), paths_.end());
    rwb::CheckOutcome outcome = rwb::check_files(context.reader(), paths, options);
    describe(outcome, policy, core::utc_date(context.clock.now()), check);
    return finish_check(context, std::move(check));
  }

 private:
  static void usage(CheckResult& check, const std::string& option, const std::string& message) {
    check.findings.push_back(
        core::make_finding(codes::kBadUsage, option + ": " + message).on(option, "value"));
  }

  static void describe(rwb::CheckOutcome& outcome, const core::FindingPolicy& policy,
                       const std::string& today, CheckResult& check) {
    core::Table table;
    table.columns = {{"file"}, {"kind"}, {"verdict"}, {"reasons"}};
    nlohmann::ordered_json files = nlohmann::ordered_json::array();
    for (rwb::FileResult& file : outcome.files) {
      const auto findings = judged(file.findings, policy, today);
      const std::string verdict(core::to_string(rwb::verdict_of(findings)));
      const auto reasons = rwb::reasons_of(findings);
      table.rows.push_back(
          {file.file, std::string(rwb::to_string(file.kind)), verdict, joined(reasons)});
      nlohmann::ordered_json entry = {{"file", file.file},
                                      {"kind", rwb::to_string(file.kind)},
                                      {"verdict", verdict},
                                      {"reasons", reasons}};
      add_facts(file, entry);
      files.push_back(std::move(entry));
      std::ranges::move(file.findings, std::back_inserter(check.findings));
    }
    nlohmann::ordered_json runs = nlohmann::ordered_json::array();
    for (rwb::RunResult& run : outcome.runs) {
      nlohmann::ordered_json entry = {{"folder", run.folder}, {"files", run.files.size()}};
      std::string verdict = "PASS";
      for (const std::size_t i : run.files) verdict = worse(verdict, files[i]["verdict"]);
      const auto own = judged(run.findings, policy, today);
      entry["verdict"] = worse(verdict, std::string(core::to_string(rwb::verdict_of(own))));
      entry["reasons"] = rwb::reasons_of(own);
      runs.push_back(std::move(entry));
      std::ranges::move(run.findings, std::back_inserter(check.findings));
    }
    check.checked = {{"files", outcome.files.size()}, {"runs", outcome.runs.size()}};
    check.sections.push_back({"what each file proves", std::move(table)});
    check.record = std::move(outcome.record);
    check.record.verb = check.verb;
    check.main_result = [files = std::move(files), runs = std::move(runs),
                         skipped = std::move(outcome.skipped)](nlohmann::ordered_json& document) {
      document["files"] = files;
      document["runs"] = runs;
      document["skipped"] = skipped;
    };
  }

  static void add_facts(const rwb::FileResult& file, nlohmann::ordered_json& entry) {
    const auto add = [&](const char* key, const std::string& value) {
      if (!value.empty()) entry[key] = value;
    };
    add("sha256", file.sha256);
    add("tool_version", file.header.tool_version);
    add("design", file.header.design);
    add("part", rwb::to_string(file.header.part));
    add("state", file.header.state);
    nlohmann::ordered_json figures = nlohmann::ordered_json::object();
    for (const auto& [name, value] : file.figures) figures[name] = value;
    if (!figures.empty()) entry["figures"] = std::move(figures);
  }

  static std::string worse(const std::string& a, const std::string& b) {
    for (const char* word : {"ERROR", "FAIL", "INCONCLUSIVE"}) {
      if (a == word || b == word) return word;
    }
    return "PASS";
  }

  std::vector<std::string> paths_;
  bool out_of_context_ = false;
  std::optional<std::string> part_, top_, not_before_;
};

}  // namespace

std::unique_ptr<Verb> make_reuse_check() {
  return std::make_unique<ReuseCheck>();
}

}  // namespace sealring::cli
