// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/questions.h"

#include <map>

#include "sdcgen/codes.h"
#include "sdcgen/generate.h"

namespace sealring::sdcgen {

namespace {

void ask(core::Owner owner, const core::Location& place, const std::string& object,
         const std::string& key, std::string text, core::Sink& sink) {
  sink.report(core::make_finding(codes::kOpenQuestion, std::move(text))
                  .at(place)
                  .on(object, key)
                  .owned_by(owner));
}

void ask_listed(const std::vector<Question>& questions, const std::string& object,
                core::Sink& sink) {
  for (const Question& question : questions) {
    const std::string cite = to_string(question.cite);
    ask(question.owner, question.location, object, question.id,
        question.text + (cite.empty() ? "" : " (" + cite + ")"), sink);
  }
}

}  // namespace

void ask_questions(const Project& project, const Selection& selection, core::Sink& sink) {
  ask_listed(project.config.questions, project.config.top, sink);
  std::map<std::string, const Instance*> instances;
  for (const Instance& instance : project.config.instances) {
    instances.emplace(instance.name, &instance);
    if (const IpSpec* spec = project.spec_of(instance))
      ask_listed(spec->questions, instance.name, sink);
  }
  for (const SelectedClock& clock : selection.clocks) {
    if (clock.state != ClockState::kActive || !clock.io_of.empty()) continue;
    const Instance& instance = *instances.at(clock.instance);
    const ClockSpec* given = project.spec_of(instance)->find(clock.clock);
    const std::string& mode = instance.mode.in(selection.view.mode)->value;
    const ModeRange* range = given == nullptr ? nullptr : given->in_mode(mode);
    const bool known =
        range == nullptr || range->min || range->max || given->kind == ClockKind::kGenerated;
    if (known) continue;
    ask(core::Owner::kSpec, given->location, instance.name + "/" + clock.clock, mode,
        "the document gives no range for '" + clock.clock + "' in mode '" + mode +
            "'; cite the section that does",
        sink);
  }
  for (const SelectedEntry& entry : selection.entries) {
    if (entry.state != EntryState::kActive || !entry.has("assumed")) continue;
    ask(core::Owner::kDft, entry.location, entry.instance + "/" + entry.id, selection.view.mode,
        "case value " + entry.value + " of '" + entry.id + "' is assumed in mode '" +
            selection.view.mode + "'; confirm it",
        sink);
  }
  const std::string& stage = selection.view.flow_stage;
  const bool after_trees = stage == "post-cts" || stage == "signoff";
  if (project.config.names_flow_stages && after_trees && !project.config.propagated_stages) {
    ask(core::Owner::kTiming, {project.config.file}, project.config.top, stage,
        "clocks are ideal in flow stage '" + stage +
            "'; list it under 'propagated_stages', or list none to say so",
        sink);
  }
}

bool is_question(const core::Finding& finding) {
  return finding.code == &codes::kUnanswered || finding.code == &codes::kUndeclaredRelation ||
         finding.code == &codes::kCandidate || finding.code == &codes::kOpenQuestion;
}

}  // namespace sealring::sdcgen
