// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <ostream>
#include <sstream>

#include "cli/commands/all.h"
#include "cli/commands/stack_shared.h"
#include "stack3d/scene.h"

namespace sealring::cli {

namespace {

class StackReport final : public Verb {
 public:
  VerbInfo info() const override {
    return {"stack",
            "report",
            "draw a 3D stack with its findings: cross-section, plan per interface, tables",
            {"sealring stack report top.3dbx --svg stack.svg",
             "sealring stack report stack.yaml --html stack.html"},
            false};
  }

  void declare(Options& options) override {
    options
        .positional("STACK", &arguments_.file,
                    "STACK.3dbx, or a project STACK.yaml (sealring.stack/1)")
        .option("--html", "FILE", &html_, "one file that opens offline: findings, tables, pictures")
        .option("--svg", "FILE", &svg_, "pictures alone")
        .option("--netlist", "TOP.v", &arguments_.netlists,
                "intended netlist, beside Design.external")
        .option("--rules", "RULES.yaml", &arguments_.rules,
                "rules of the assembly (sealring.stack-rules/1)")
        .option("--flip", "HOW", &arguments_.flip, "what MZ means: as-is (default) or physical",
                {"as-is", "physical"});
  }

  int run(Context& context) override {
    const core::InputReader reader = context.reader();
    core::CollectingSink sink;
    const LoadedStack loaded = load_stack(arguments_, reader, sink);
    core::Report report;
    report.verb = "stack report";
    if (loaded.stack) {
      static const stack3d::SignoffSet kNoSignoff;
      stack3d::CheckOutcome outcome =
          stack3d::check(*loaded.stack, loaded.rules,
                         loaded.project ? loaded.project->signoff : kNoSignoff, {}, sink);
      report.checked = std::move(outcome.checked);
      report.not_checked = std::move(outcome.not_checked);
      report.rules_run = std::move(outcome.rules_run);
      report.sections = std::move(outcome.sections);
    }
    if (core::interrupt_requested()) return kInterrupted;
    report.findings = std::move(sink.findings);
    std::sort(report.findings.begin(), report.findings.end(), core::output_order);
    report.status = status_of(report);
    if (!loaded.stack) {
      for (const core::Finding& finding : report.findings) {
        if (finding.severity == core::Severity::kError) {
          return fail(context, {std::string(finding.code->id), finding.message, finding.location});
        }
      }
    }
    report.scene = stack3d::make_scene(*loaded.stack, report.findings);
    return write(context, report);
  }

 private:
  static core::RunStatus status_of(const core::Report& report) {
    core::RunStatus status =
        report.not_checked.empty() ? core::RunStatus::kClean : core::RunStatus::kIncomplete;
    for (const core::Finding& finding : report.findings) {
      if (finding.severity != core::Severity::kError) continue;
      if (finding.kind == core::FindingClass::kInput) return core::RunStatus::kIncomplete;
      if (status == core::RunStatus::kClean) status = core::RunStatus::kFindings;
    }
    return status;
  }

  int write(Context& context, const core::Report& report) {
    const core::RenderContext render = context.render_context();
    const auto one = [&](const std::optional<std::string>& file, core::Renderer renderer) {
      if (!file) return 0;
      std::ostringstream text;
      renderer(report, render, text);
      return write_result(context, file, text.str());
    };
    if (!html_ && !svg_)
      return fail(context, {"CLI-0001", "nothing to write; give --html FILE or --svg FILE", {}});
    return std::max(one(html_, core::render_html), one(svg_, core::render_svg));
  }

  StackArguments arguments_;
  std::optional<std::string> html_;
  std::optional<std::string> svg_;
};

}  // namespace

std::unique_ptr<Verb> make_stack_report() {
  return std::make_unique<StackReport>();
}

}  // namespace sealring::cli
