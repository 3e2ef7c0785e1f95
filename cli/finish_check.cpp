// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "cli/codes.h"
#include "cli/context.h"
#include "cli/record_check.h"
#include "core/diagnostics/suggest.h"
#include "core/process/process.h"
#include "core/report/json_model.h"
#include "core/units/parse.h"

namespace sealring::cli {

namespace {

using core::CollectingSink;
using core::make_finding;

/// Reports codes and prefixes that no table knows.
void check_code_words(const Context& context, const std::vector<std::string>& words,
                      std::string_view option, core::Sink& sink) {
  std::vector<std::string> ids;
  context.catalogue.each([&](const core::Code& code) { ids.emplace_back(code.id); });
  for (const std::string& word : words) {
    const bool known = std::any_of(ids.begin(), ids.end(),
                                   [&](const std::string& id) { return id.starts_with(word); });
    if (known && !word.empty()) continue;
    sink.report(make_finding(codes::kUnknownCode, "unknown code '" + word + "' given to " +
                                                      std::string(option) +
                                                      core::did_you_mean(word, ids))
                    .on(std::string(option), word));
  }
}

void read_severities(const Context& context, const std::vector<std::string>& texts,
                     core::FindingPolicy& policy, core::Sink& sink) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    std::string code = text.substr(0, equals);
    // The policy compares ids exactly; people write them in any case, or the slug.
    if (const core::Code* known = context.catalogue.find(code)) code = std::string(known->id);
    const auto level =
        equals == std::string::npos ? std::nullopt : core::parse_severity(text.substr(equals + 1));
    if (!level) {
      sink.report(make_finding(codes::kBadUsage, "severity '" + text +
                                                     "' is not CODE=LEVEL with LEVEL one of error, "
                                                     "warning, note")
                      .on("severity", text));
      continue;
    }
    check_code_words(context, {code}, "--severity", sink);
    policy.severity[code] = *level;
  }
}

}  // namespace

core::FindingPolicy finding_policy(const Context& context, core::Sink& sink) {
  const FindingOptions& options = context.findings;
  const auto or_setting = [&](const std::vector<std::string>& given, std::string_view key) {
    return given.empty() ? context.settings.list(key) : given;
  };
  core::FindingPolicy policy;
  policy.select = or_setting(options.select, "select");
  policy.ignore = or_setting(options.ignore, "ignore");
  check_code_words(context, policy.select, "--select", sink);
  check_code_words(context, policy.ignore, "--ignore", sink);
  read_severities(context, or_setting(options.severity, "severity"), policy, sink);
  const std::string fail_on =
      options.fail_on.empty() ? context.settings.value("fail_on") : options.fail_on;
  if (fail_on == "never") {
    policy.fail_on.reset();
  } else if (const auto level = core::parse_severity(fail_on)) {
    policy.fail_on = level;
  } else {
    sink.report(
        make_finding(codes::kBadSetting,
                     "fail_on is '" + fail_on + "'; error, warning, note or never was expected")
            .on("settings", "fail_on"));
  }
  policy.max_findings = options.max_findings;
  if (policy.max_findings == 0) {
    const auto cap = core::parse_integer(context.settings.value("max_findings"));
    if (cap && *cap > 0) policy.max_findings = static_cast<std::uint64_t>(*cap);
  }
  const core::InputReader reader = context.reader();
  for (const std::filesystem::path& file : waiver_files(context)) {
    core::Waivers read = core::read_waivers(reader, file, sink);
    std::move(read.items.begin(), read.items.end(), std::back_inserter(policy.waivers.items));
  }
  if (options.baseline) policy.baseline = core::read_baseline(reader, *options.baseline, sink);
  return policy;
}

namespace {

std::string checked_text(const CheckResult& result) {
  std::string text;
  for (const auto& [what, count] : result.checked) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  }
  return text;
}

/// A run that looked at nothing, or not at everything it was asked for, says so as a finding.
void add_completeness_findings(CheckResult& result) {
  const bool nothing = std::all_of(result.checked.begin(), result.checked.end(),
                                   [](const auto& entry) { return entry.second == 0; });
  const bool explained =
      std::any_of(result.findings.begin(), result.findings.end(), [](const core::Finding& finding) {
        return finding.kind == core::FindingClass::kInput &&
               finding.severity == core::Severity::kError;
      });
  if (nothing && !explained) {
    const std::string counts = checked_text(result);
    result.findings.push_back(
        make_finding(codes::kNothingChecked,
                     "nothing was checked" + (counts.empty() ? "" : ": " + counts))
            .on(result.verb, "nothing"));
  }
  if (result.partial_is_fine || explained) return;
  for (const core::NotChecked& entry : result.not_checked) {
    result.findings.push_back(
        make_finding(codes::kNotChecked, "not checked: " + entry.what + ": " + entry.why)
            .on(result.verb, entry.what));
  }
}

struct OutputSpec {
  const core::Format* format;
  std::optional<std::string> file;
};

std::vector<OutputSpec> output_specs(const Context& context, core::Sink& sink) {
  std::vector<std::string> words = context.findings.format;
  if (context.findings.json) words.emplace_back("json");
  const bool any_on_stream = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find('=') == std::string::npos;
  });
  if (!any_on_stream) words.insert(words.begin(), "text");
  std::vector<std::string> names;
  for (const core::Format& format : core::formats()) names.emplace_back(format.name);
  std::vector<OutputSpec> specs;
  bool stream_taken = false;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const core::Format* format = core::find_format(name);
    if (format == nullptr) {
      std::string all;
      for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
      sink.report(make_finding(codes::kBadUsage, "unknown format '" + name + "'" +
                                                     core::did_you_mean(name, names) +
                                                     " (known: " + all + ")")
                      .on("--format", name));
    } else if (equals != std::string::npos) {
      specs.push_back({format, word.substr(equals + 1)});
    } else if (!stream_taken) {
      stream_taken = true;
      specs.push_back({format, context.findings.output});
    } else {
      sink.report(make_finding(codes::kBadUsage, "two formats would share one stream; give '" +
                                                     name + "' a file: --format " + name + "=FILE")
                      .on("--format", name));
    }
  }
  if (specs.empty()) specs.push_back({core::find_format("text"), context.findings.output});
  return specs;
}

std::string render_main_result(const CheckResult& result, const core::Report& report,
                               const core::RenderContext& render) {
  nlohmann::ordered_json document;
  document["schema"] = result.schema;
  document["status"] = core::to_string(report.status);
  document["tool"] = core::tool_to_json(report, render);
  result.main_result(document);
  document["summary"] = core::summary_to_json(report);
  document["findings"] = core::findings_to_json(report);
  return core::dump(document);
}

int write_outputs(Context& context, const CheckResult& result, const core::Report& report,
                  const std::vector<OutputSpec>& specs) {
  int status = 0;
  for (const OutputSpec& spec : specs) {
    const bool on_stream = !spec.file || *spec.file == "-";
    const core::RenderContext render =
        context.render_context(on_stream && colour_wanted(context, STDOUT_FILENO));
    std::string text;
    if (spec.format->name == "json" && result.main_result) {
      text = render_main_result(result, report, render);
    } else {
      std::ostringstream stream;
      spec.format->render(report, render, stream);
      text = std::move(stream).str();
    }
    status = std::max(status, write_result(context, spec.file, text));
  }
  return status;
}

int write_stats(Context& context, const CheckResult& result,
                const std::optional<std::string>& execution) {
  if (!context.findings.stats) return 0;
  rusage self{};
  rusage children{};
  ::getrusage(RUSAGE_SELF, &self);
  ::getrusage(RUSAGE_CHILDREN, &children);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  nlohmann::ordered_json document;
  document["schema"] = "sealring.stats/1";
  document["verb"] = result.verb;
  document["content_key"] = core::content_key(result.record);
  if (execution) document["execution"] = *execution;
  document["cpu_s"] = seconds(self.ru_utime) + seconds(self.ru_stime);
  document["peak_memory_bytes"] = static_cast<std::uint64_t>(self.ru_maxrss) * 1024;
  document["children_cpu_s"] = seconds(children.ru_utime) + seconds(children.ru_stime);
  document["children_peak_memory_bytes"] = static_cast<std::uint64_t>(children.ru_maxrss) * 1024;
  document["record"] = nlohmann::ordered_json::parse(core::to_json_text(result.record));
  return write_result(context, context.findings.stats, core::dump(document));
}

core::RunStatus status_of(const core::PolicyOutcome& outcome) {
  if (outcome.blocking > 0) return core::RunStatus::kIncomplete;
  return outcome.failing > 0 ? core::RunStatus::kFindings : core::RunStatus::kClean;
}

/// Records one check of several under the outcome it has alone, and leaves its result to who renders them all.
int collect_check(Context& context, CheckResult result) {
  CheckResult alone;
  alone.verb = result.verb;
  alone.findings = result.findings;
  alone.checked = result.checked;
  alone.not_checked = result.not_checked;
  alone.partial_is_fine = result.partial_is_fine;
  CollectingSink ignored;
  core::FindingPolicy policy = finding_policy(context, ignored);
  policy.rules_run = result.rules_run;
  add_completeness_findings(alone);
  const core::PolicyOutcome outcome =
      core::apply_policy(std::move(alone.findings), policy, core::utc_date(context.clock.now()));
  record_check(context, result, std::string(core::to_string(status_of(outcome))));
  context.collected->push_back(std::move(result));
  return 0;
}

}  // namespace

int finish_check(Context& context, CheckResult result) {
  if (context.collected != nullptr) return collect_check(context, std::move(result));
  CollectingSink own;
  core::FindingPolicy policy = finding_policy(context, own);
  policy.rules_run = result.rules_run;
  const std::vector<OutputSpec> specs = output_specs(context, own);
  add_completeness_findings(result);
  std::move(own.findings.begin(), own.findings.end(), std::back_inserter(result.findings));
  core::PolicyOutcome outcome =
      core::apply_policy(std::move(result.findings), policy, core::utc_date(context.clock.now()));
  core::Report report;
  report.verb = result.verb;
  report.findings = std::move(outcome.findings);
  report.hidden = std::move(outcome.hidden);
  report.checked = result.checked;
  report.not_checked = result.not_checked;
  report.rules_run = result.rules_run;
  report.fail_on = policy.fail_on;
  report.sections = std::move(result.sections);
  report.scene = std::move(result.scene);
  report.status = status_of(outcome);
  int status = outcome.blocking > 0 ? 2 : (outcome.failing > 0 ? 1 : 0);
  if (status == 1 && context.findings.exit_zero) status = 0;
  status = std::max(status, write_outputs(context, result, report, specs));
  std::optional<std::string> execution;
  if (!core::interrupt_requested()) {
    execution = record_check(context, result, std::string(core::to_string(report.status)));
  }
  status = std::max(status, write_stats(context, result, execution));
  if (!context.quiet) context.err << core::summary_line(report) << "\n";
  return core::interrupt_requested() ? 130 : status;
}

}  // namespace sealring::cli
