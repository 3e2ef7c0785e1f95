// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {
namespace {

const LogMessage* first_of(const VivadoLog& log, std::string_view severity) {
  const auto it = std::ranges::find_if(log.messages,
                                       [&](const LogMessage& m) { return m.severity == severity; });
  return it == log.messages.end() ? nullptr : &*it;
}

std::string message_text(const LogMessage& message) {
  const std::string text = message.text.substr(0, 160);
  return message.id.empty() ? text : "[" + message.id + "] " + text;
}

std::string seconds(double value) {
  return std::to_string(static_cast<std::int64_t>(value + 0.5));
}

}  // namespace

void judge_log(const VivadoLog& log, Judge& judge) {
  judge.whole(log.ending);
  const auto count = [&](std::string_view severity) {
    return std::ranges::count_if(log.messages,
                                 [&](const LogMessage& m) { return m.severity == severity; });
  };
  if (const LogMessage* error = first_of(log, "ERROR")) {
    judge.find(
        codes::kLogError, error->line, "error",
        std::to_string(count("ERROR")) + " errors (limit 0), the first is " + message_text(*error));
  }
  for (const VivadoLog::Step& step : log.steps) {
    if (step.failed)
      judge.find(codes::kLogError, step.line, step.name, "step '" + step.name + "' failed");
  }
  if (const LogMessage* warning = first_of(log, "CRITICAL WARNING")) {
    judge.find(codes::kLogCritical, warning->line, "critical",
               std::to_string(count("CRITICAL WARNING")) + " critical warnings, the first is " +
                   message_text(*warning));
  }
  // A message of success can stand beside conflicts: only the counts are believed.
  for (const auto& [name, nets] : log.route_counts) {
    if (nets == 0) continue;
    const bool conflict = name == "Number of Node Overlaps";
    judge.find(conflict ? codes::kRoutingErrors : codes::kNotFullyRouted, log.ending.line, name,
               "the log ends with '" + name + "' = " + std::to_string(nets) + " (limit 0)");
  }
  if (log.steps.empty() && log.ending.complete) {
    judge.find(codes::kNothingLookedAt, log.ending.line, "steps",
               "the session ran no command of an implementation");
  }
  judge.figure("session (s)", seconds(log.elapsed_s()));
  judge.figure("licence held (s)", seconds(log.licence_s()));
  judge.figure("licence waits", std::to_string(log.licence_waits));
  judge.figure("warnings", std::to_string(log.warnings));
}

}  // namespace sealring::rapidwright_bridge
