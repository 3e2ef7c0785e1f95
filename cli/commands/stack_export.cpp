// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <filesystem>
#include <ostream>
#include <sstream>

#include "cli/commands/all.h"
#include "cli/commands/stack_shared.h"
#include "core/codes.h"
#include "core/files/atomic_write.h"
#include "core/report/views.h"
#include "stack3d/export.h"
#include "stack3d/scene.h"

namespace sealring::cli {

namespace {

namespace fs = std::filesystem;

class StackExport final : public Verb {
 public:
  VerbInfo info() const override {
    return {"stack",
            "export",
            "write an assembled stack in another form",
            {"sealring stack export top.3dbx --to netlist -o system.v",
             "sealring stack export top.3dbx --to lyrdb -o databases/"},
            false};
  }

  void declare(Options& options) override {
    options
        .positional("STACK", &arguments_.file,
                    "STACK.3dbx, or a project STACK.yaml (sealring.stack/1)")
        .required("--to", "FORM", &form_, "netlist, json, 3dbx, csv, lyrdb or rve")
        .option("-o,--output", "PATH", &output_,
                "file (netlist, json; default standard output) or folder (3dbx, csv, lyrdb, rve)")
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
    LoadedStack loaded = load_stack(arguments_, reader, sink);
    if (core::interrupt_requested()) return kInterrupted;
    if (!loaded.stack) return say_why(context, sink);
    if (form_ == "netlist" || form_ == "json") return write_text(context, *loaded.stack);
    if (form_ != "3dbx" && form_ != "csv" && form_ != "lyrdb" && form_ != "rve") {
      return fail(context,
                  {"CLI-0001",
                   "unknown form '" + form_ + "' (known: netlist, json, 3dbx, csv, lyrdb, rve)",
                   {}});
    }
    if (!output_)
      return fail(
          context,
          {"CLI-0001", "--to " + form_ + " writes several files; give their folder with -o", {}});
    if (form_ == "3dbx")
      return write_files(context, stack3d::export_3dbx(*loaded.stack, *output_), *loaded.stack);
    if (form_ == "csv")
      return write_files(context, stack3d::export_bump_lists(*loaded.stack), *loaded.stack);
    return write_files(context, databases(context, loaded, sink), *loaded.stack);
  }

 private:
  static int say_why(Context& context, const core::CollectingSink& sink) {
    for (const core::Finding& finding : sink.findings) {
      if (finding.severity != core::Severity::kError) continue;
      return fail(context, {std::string(finding.code->id), finding.message, finding.location});
    }
    return fail(context,
                {"STK-0110", "there is no stack in '" + std::string("the file given") + "'", {}});
  }

  /// The counts before (of the stack) and after (of the translation, read back).
  static void state_counts(Context& context, const stack3d::Exported& before,
                           const stack3d::Exported& after) {
    if (context.quiet) return;
    context.err << "nets before: " << before.nets << ", after: " << after.nets
                << "; connections before: " << before.connections
                << ", after: " << after.connections
                << "; left out (nets of pads without a name): " << before.dummy_nets << "\n";
  }

  static int disagreement(Context& context) {
    return fail(context,
                {"STK-0110",
                 "the translation, read back, has other nets or connections than the stack",
                 {}});
  }

  int write_text(Context& context, const stack3d::Stack& stack) {
    const stack3d::Exported result =
        form_ == "json" ? stack3d::export_json(stack) : stack3d::export_netlist(stack);
    const stack3d::Exported before = stack3d::count_nets(stack);
    const auto after = form_ == "json" ? stack3d::count_json(result.text)
                                       : stack3d::count_netlist(result.text, stack.design);
    if (after) state_counts(context, before, *after);
    if (!after || after->nets != before.nets || after->connections != before.connections)
      return disagreement(context);
    return write_result(context, output_, result.text);
  }

  std::vector<std::pair<std::string, std::string>> databases(Context& context, LoadedStack& loaded,
                                                             core::CollectingSink& sink) {
    static const stack3d::SignoffSet kNoSignoff;
    stack3d::check(*loaded.stack, loaded.rules,
                   loaded.project ? loaded.project->signoff : kNoSignoff, {}, sink);
    core::Report report;
    report.verb = "stack export";
    report.findings = std::move(sink.findings);
    std::sort(report.findings.begin(), report.findings.end(), core::output_order);
    report.scene = stack3d::make_scene(*loaded.stack, report.findings);
    const core::Format* format = core::find_format(form_);
    const core::RenderContext render = context.render_context();
    std::vector<std::pair<std::string, std::string>> files;
    for (const core::SceneView& view : report.scene.views) {
      if (view.name == "cross-section") continue;
      std::ostringstream text;
      format->render(core::report_of_view(report, view), render, text);
      files.emplace_back(core::plain_word(view.name) + (form_ == "rve" ? ".db" : ".lyrdb"),
                         std::move(text).str());
    }
    return files;
  }

  int write_files(Context& context, const std::vector<std::pair<std::string, std::string>>& files,
                  const stack3d::Stack& stack) {
    std::error_code error;
    fs::create_directories(*output_, error);
    if (error) {
      return fail(context, {std::string(core::codes::kCannotWrite.id),
                            "cannot make folder '" + *output_ + "': " + error.message(),
                            {}});
    }
    for (const auto& [name, text] : files) {
      const auto done = core::write_atomically(fs::path(*output_) / name, text);
      if (!done) return fail(context, done.error());
      if (!context.quiet)
        context.err << "wrote " << (fs::path(*output_) / name).generic_string() << "\n";
    }
    if (form_ == "3dbx") return read_back(context, stack);
    return 0;
  }

  /// Reads the written description back and compares the net counts.
  int read_back(Context& context, const stack3d::Stack& stack) {
    const std::string name =
        core::plain_word(stack.design.empty() ? "stack" : stack.design) + ".3dbx";
    core::CollectingSink sink;
    stack3d::AssembleOptions options;
    for (const stack3d::FileRef& netlist : stack.netlists) {
      // Netlists of the command line and of a project are not named in the description.
      if (netlist.named_at.file.empty()) options.netlists.push_back(netlist.path);
    }
    const auto again =
        stack3d::assemble(fs::path(*output_) / name, context.reader(), options, sink);
    const stack3d::Exported before = stack3d::count_nets(stack);
    const stack3d::Exported after = again ? stack3d::count_nets(*again) : stack3d::Exported{};
    state_counts(context, before, after);
    if (again && after.nets == before.nets && after.connections == before.connections) return 0;
    return disagreement(context);
  }

  StackArguments arguments_;
  std::string form_;
  std::optional<std::string> output_;
};

}  // namespace

std::unique_ptr<Verb> make_stack_export() {
  return std::make_unique<StackExport>();
}

}  // namespace sealring::cli
