// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "cli/commands/stack_shared.h"
#include "core/codes.h"
#include "core/files/atomic_write.h"
#include "core/report/json_model.h"
#include "stack3d/pads.h"

namespace sealring::cli {

namespace {

namespace fs = std::filesystem;

class StackPads final : public Verb {
 public:
  VerbInfo info() const override {
    return {"stack",
            "pads",
            "plan dummy bond pads on every interface, clear of bumps and seal rings",
            {"sealring stack pads top.3dbx --rules rules.yaml",
             "sealring stack pads stack.yaml -o maps/"},
            false};
  }

  void declare(Options& options) override {
    options
        .positional("STACK", &arguments_.file,
                    "STACK.3dbx, or a project STACK.yaml (sealring.stack/1)")
        .option("--rules", "RULES.yaml", &arguments_.rules,
                "rules of the assembly with a section dummy_pads (sealring.stack-rules/1)")
        .option("-o,--output", "FOLDER", &output_,
                "write each bump map with the pads appended; without it the plan is only counted")
        .option("--flip", "HOW", &arguments_.flip, "what MZ means: as-is (default) or physical",
                {"as-is", "physical"})
        .flag("--json", &json_, "as JSON");
  }

  int run(Context& context) override {
    const core::InputReader reader = context.reader();
    core::CollectingSink sink;
    const LoadedStack loaded = load_stack(arguments_, reader, sink);
    if (core::interrupt_requested()) return kInterrupted;
    // A plan on half-read maps would put pads on bumps: any error of a reader stops it.
    bool unusable = !loaded.stack;
    for (const core::Finding& finding : sink.findings) {
      if (finding.severity != core::Severity::kError) continue;
      fail(context, {std::string(finding.code->id), finding.message, finding.location});
      unusable = true;
    }
    if (unusable) return 2;
    if (!loaded.rules.dummy_pads) {
      return fail(context, {std::string(codes::kBadUsage.id),
                            "no usable 'dummy_pads' section; give --rules a file that has one",
                            {loaded.rules.file}});
    }
    const stack3d::PadPlan plan = stack3d::plan_pads(*loaded.stack, loaded.rules);
    if (output_) {
      if (const int status = write_maps(context, plan); status != 0) return status;
    }
    if (json_) {
      write_json(context, plan);
    } else {
      write_text(context, plan);
    }
    const bool any =
        std::any_of(plan.fields.begin(), plan.fields.end(),
                    [](const stack3d::PadField& field) { return field.refused.empty(); });
    if (any) return 0;
    return fail(context, {std::string(codes::kBadUsage.id),
                          "no interface of '" + loaded.stack->file + "' could be planned",
                          loaded.stack->location});
  }

 private:
  int write_maps(Context& context, const stack3d::PadPlan& plan) const {
    std::error_code error;
    fs::create_directories(*output_, error);
    if (error) {
      return fail(context, {std::string(core::codes::kCannotWrite.id),
                            "cannot make folder '" + *output_ + "': " + error.message(),
                            {}});
    }
    for (const auto& [name, text] : plan.maps) {
      const auto done = core::write_atomically(fs::path(*output_) / name, text);
      if (!done) return fail(context, done.error());
      if (!context.quiet)
        context.err << "wrote " << (fs::path(*output_) / name).generic_string() << "\n";
    }
    return 0;
  }

  static void write_json(Context& context, const stack3d::PadPlan& plan) {
    nlohmann::ordered_json json{{"schema", "sealring.stack.pads/1"}, {"pads", plan.pads()}};
    auto& list = json["interfaces"] = nlohmann::ordered_json::array();
    for (const stack3d::PadField& field : plan.fields) {
      nlohmann::ordered_json one{{"name", field.interface_name}};
      if (!field.refused.empty()) {
        one["refused"] = field.refused;
      } else {
        one["bumps"] = field.bumps;
        one["pads"] = field.pads;
        one["near_bump"] = field.near_bump;
        one["on_ring"] = field.on_ring;
        one["overlap_mm2"] = field.overlap_mm2;
      }
      list.push_back(std::move(one));
    }
    context.out << core::dump(json);
  }

  static void write_text(Context& context, const stack3d::PadPlan& plan) {
    for (const stack3d::PadField& field : plan.fields) {
      context.out << field.interface_name << ": ";
      if (!field.refused.empty()) {
        context.out << "refused, " << field.refused << "\n";
        continue;
      }
      context.out << field.pads << " pads on each face, " << field.bumps << " bumps before, "
                  << field.near_bump << " places too near to a bump, " << field.on_ring
                  << " at a border or seal ring\n";
    }
    context.out << "pads planned: " << plan.pads() << "\n";
  }

  StackArguments arguments_;
  std::optional<std::string> output_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_stack_pads() {
  return std::make_unique<StackPads>();
}

}  // namespace sealring::cli
