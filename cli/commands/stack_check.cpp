// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/stack_shared.h"
#include "stack3d/compare.h"
#include "stack3d/scene.h"

namespace sealring::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the JSON says about the stack beside the findings. Kept apart from the stack, whose size may be gigabytes.
struct Facts {
  Json stack;
  std::optional<stack3d::Against> against;
};

Json describe_stack(const LoadedStack& loaded, const core::ExecutionRecord& record,
                    std::string_view profile) {
  Json json;
  if (loaded.stack) {
    json["design"] = loaded.stack->design;
    json["file"] = loaded.stack->file;
    json["flip"] = stack3d::to_string(loaded.stack->flip);
    json["dbu_per_um"] = loaded.stack->dbu_per_um;
  }
  json["profile"] = profile;
  json["rules"] = loaded.rules.file.empty() ? Json("built-in")
                                            : Json{{"file", loaded.rules.file},
                                                   {"revision", loaded.rules.revision},
                                                   {"sha256", loaded.rules.sha256}};
  json["content_key"] = core::content_key(record);
  Json& tools = json["tools"] = Json::array();
  for (const auto& [name, build] : record.tools)
    tools.push_back({{"name", name}, {"build", build}});
  Json& inputs = json["inputs"] = Json::array();
  for (const core::InputRecord& input : record.inputs) {
    inputs.push_back({{"role", input.role}, {"name", input.name}, {"sha256", input.sha256}});
  }
  return json;
}

class StackCheck final : public Verb {
 public:
  VerbInfo info() const override {
    return {"stack",
            "check",
            "check a 3D stack: placement, alignment of bumps, connectivity, local sign-off",
            {"sealring stack check examples/stack-two-dies/clean/stack.3dbx",
             "sealring stack check stack.yaml --profile floorplan --json -o early.json"},
            true};
  }

  void declare(Options& options) override {
    options
        .positional("STACK", &arguments_.file,
                    "STACK.3dbx, or a project STACK.yaml (sealring.stack/1)")
        .option("--netlist", "TOP.v", &arguments_.netlists,
                "intended netlist, beside Design.external")
        .option("--rules", "RULES.yaml", &arguments_.rules,
                "rules of the assembly (sealring.stack-rules/1)")
        .option("--profile", "PROFILE", &profile_,
                "floorplan works on incomplete data; final (default) asks for all",
                {"floorplan", "final"})
        .option("--against", "EARLIER.json", &against_,
                "compare with the findings of an earlier run")
        .option("--flip", "HOW", &arguments_.flip, "what MZ means: as-is (default) or physical",
                {"as-is", "physical"});
  }

  int run(Context& context) override {
    const core::InputReader reader = context.reader();
    core::CollectingSink sink;
    const LoadedStack loaded = load_stack(arguments_, reader, sink);
    CheckResult result;
    result.verb = "stack check";
    const bool floorplan = profile_ == "floorplan";
    stack3d::CheckOptions options;
    options.profile = floorplan ? stack3d::Profile::kFloorplan : stack3d::Profile::kFinal;
    if (loaded.stack) {
      static const stack3d::SignoffSet kNone;
      const stack3d::SignoffSet& signoff = loaded.project ? loaded.project->signoff : kNone;
      stack3d::CheckOutcome outcome =
          stack3d::check(*loaded.stack, loaded.rules, signoff, options, sink);
      result.checked = std::move(outcome.checked);
      result.not_checked = std::move(outcome.not_checked);
      result.rules_run = std::move(outcome.rules_run);
      result.sections = std::move(outcome.sections);
      result.scene = stack3d::make_scene(*loaded.stack, sink.findings);
    }
    if (core::interrupt_requested()) return kInterrupted;
    result.partial_is_fine = floorplan;
    if (floorplan) tolerate_incomplete(sink.findings, result);
    auto facts = std::make_shared<Facts>();
    if (against_) facts->against = stack3d::compare_runs(sink.findings, *against_, reader, sink);
    result.findings = std::move(sink.findings);
    result.record = stack_record(result.verb, loaded);
    result.record.parameters.emplace_back("profile",
                                          std::string(stack3d::to_string(options.profile)));
    result.record.counts = result.checked;
    add_waivers(context, reader, result.record);
    facts->stack = describe_stack(loaded, result.record, stack3d::to_string(options.profile));
    describe_json(result, facts);
    return finish_check(context, std::move(result));
  }

 private:
  /// Waivers decide what the result says, so they are part of what it depends on.
  static void add_waivers(const Context& context, const core::InputReader& reader,
                          core::ExecutionRecord& record) {
    std::vector<std::filesystem::path> files(context.findings.waivers.begin(),
                                             context.findings.waivers.end());
    for (const std::string& name : context.settings.list("waivers"))
      files.push_back(context.root() / name);
    core::CollectingSink ignored;  // what is wrong with them is said where they are applied
    for (const std::filesystem::path& file : files) {
      if (const auto text = reader.read(file, reader.limits().yaml, ignored))
        record.add_input("waivers", text->name, text->sha256);
    }
  }

  /// In the floorplan profile a missing or unreadable part is listed as not checked and does not fail the run.
  static void tolerate_incomplete(std::vector<core::Finding>& findings, CheckResult& result) {
    for (core::Finding& finding : findings) {
      if (finding.kind != core::FindingClass::kInput || finding.code->id != "IO-0001") continue;
      finding.kind = core::FindingClass::kDesign;
      finding.severity = core::Severity::kNote;
      result.not_checked.push_back({finding.object, "it does not exist yet"});
    }
  }

  static void describe_json(CheckResult& result, const std::shared_ptr<Facts>& facts) {
    result.schema = "sealring.findings/1";
    result.main_result = [facts](Json& document) {
      document["stack"] = facts->stack;
      if (!facts->against) return;
      document["against"] = {{"reproduced", facts->against->reproduced},
                             {"gone", facts->against->gone},
                             {"new", facts->against->fresh},
                             {"new_but_visible_early", facts->against->fresh_but_visible_early}};
    };
  }

  StackArguments arguments_;
  std::string profile_ = "final";
  std::optional<std::string> against_;
};

}  // namespace

std::unique_ptr<Verb> make_stack_check() {
  return std::make_unique<StackCheck>();
}

}  // namespace sealring::cli
