// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/stack_shared.h"

#include "cli/build_info.h"

namespace sealring::cli {

namespace fs = std::filesystem;

LoadedStack load_stack(const StackArguments& arguments, const core::InputReader& reader,
                       core::Sink& sink) {
  LoadedStack loaded;
  fs::path description = arguments.file;
  const std::string suffix = description.extension().string();
  std::optional<stack3d::FileRef> rules;
  std::vector<fs::path> netlists;
  if (suffix == ".yaml" || suffix == ".yml") {
    loaded.project = stack3d::read_project(description, reader, sink);
    if (!loaded.project) return loaded;
    description = loaded.project->stack;
    rules = loaded.project->rules;
    netlists = loaded.project->netlists;
  }
  if (arguments.rules)
    rules = stack3d::FileRef{*arguments.rules, {}, reader.shown(*arguments.rules), ""};
  for (const std::string& netlist : arguments.netlists) netlists.emplace_back(netlist);
  if (rules) loaded.rules = stack3d::read_rules(rules->path, reader, rules->named_at, sink);
  if (arguments.flip) {
    loaded.rules.flip =
        *arguments.flip == "physical" ? stack3d::Flip::kPhysical : stack3d::Flip::kAsIs;
  }
  stack3d::AssembleOptions options = stack3d::assemble_options(loaded.rules);
  options.netlists = netlists;
  loaded.stack = stack3d::assemble(description, reader, options, sink);
  if (loaded.stack && loaded.project) stack3d::check_digests(*loaded.project, *loaded.stack, sink);
  return loaded;
}

core::ExecutionRecord stack_record(const std::string& verb, const LoadedStack& loaded) {
  core::ExecutionRecord record;
  record.verb = verb;
  if (loaded.stack) {
    for (const stack3d::Source& source : loaded.stack->sources) {
      record.add_input(source.role, source.shown, source.sha256);
    }
    record.parameters.emplace_back("flip", std::string(stack3d::to_string(loaded.stack->flip)));
  }
  if (loaded.project) {
    for (const stack3d::Source& source : loaded.project->sources) {
      record.add_input(source.role, source.shown, source.sha256);
    }
  }
  if (!loaded.rules.sha256.empty())
    record.add_input("rules", loaded.rules.file, loaded.rules.sha256);
  record.parameters.emplace_back("rules_revision", loaded.rules.revision);
  record.tools.emplace_back("sealring",
                            std::string(SEALRING_VERSION) + " (" + std::string(kCommit) + ")");
  return record;
}

}  // namespace sealring::cli
