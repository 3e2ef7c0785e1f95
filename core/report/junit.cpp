// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <pugixml.hpp>
#include <set>
#include <vector>

#include "core/report/printable.h"
#include "core/report/report.h"
#include "core/report/text_parts.h"

namespace sealring::core {

namespace {

/// What one rule found.
struct Outcome {
  std::string_view slug;
  std::vector<const Finding*> blocking;
  std::vector<const Finding*> failing;
  std::vector<const Finding*> passed_over;  ///< below the level that fails the run
  std::vector<const Finding*> waived;       ///< or known from the baseline
  Summary hidden;
};

struct Totals {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
};

class JunitWriter {
 public:
  JunitWriter(const Report& report, const RenderContext& context)
      : report_(report), context_(context) {}

  void write(std::ostream& out) {
    pugi::xml_node declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node suites = document_.append_child("testsuites");
    suites.append_attribute("name") = "sealring";
    suite_ = suites.append_child("testsuite");
    suite_.append_attribute("name") = suite_name().c_str();
    for (const auto& [id, outcome] : outcomes()) write_rule(id, outcome);
    for (const NotChecked& item : report_.not_checked) {
      add_problem(test_case("not checked: " + item.what), "error", item.why, printable(item.why));
    }
    write_whole_run();
    for (pugi::xml_node node : {suites, suite_}) {
      node.append_attribute("tests") = totals_.tests;
      node.append_attribute("failures") = totals_.failures;
      node.append_attribute("errors") = totals_.errors;
      node.append_attribute("skipped") = totals_.skipped;
    }
    document_.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  }

 private:
  std::string suite_name() const { return report_.verb.empty() ? "sealring" : report_.verb; }

  std::map<std::string, Outcome> outcomes() const {
    std::map<std::string, Outcome> rules;
    for (const std::string& id : report_.rules_run) {
      const Code* code = context_.catalogue != nullptr ? context_.catalogue->find(id) : nullptr;
      rules[id].slug = code != nullptr ? code->slug : std::string_view();
    }
    for (const auto& [id, counts] : report_.hidden) rules[id].hidden = counts;
    for (const Finding& finding : report_.findings) {
      Outcome& rule = rules[std::string(finding.code->id)];
      rule.slug = finding.code->slug;
      if (!finding.waived_by.empty() || finding.in_baseline) {
        rule.waived.push_back(&finding);
      } else if (finding.kind == FindingClass::kInput && finding.severity == Severity::kError) {
        rule.blocking.push_back(&finding);
      } else if (report_.fail_on && finding.severity >= *report_.fail_on) {
        rule.failing.push_back(&finding);
      } else {
        rule.passed_over.push_back(&finding);
      }
    }
    return rules;
  }

  pugi::xml_node test_case(const std::string& name) {
    ++totals_.tests;
    pugi::xml_node node = suite_.append_child("testcase");
    node.append_attribute("name") = printable(name).c_str();
    node.append_attribute("classname") = suite_name().c_str();
    return node;
  }

  void add_problem(pugi::xml_node test, const char* kind, const std::string& message,
                   const std::string& text) {
    ++(std::string_view(kind) == "error" ? totals_.errors : totals_.failures);
    pugi::xml_node node = test.append_child(kind);
    node.append_attribute("message") = printable(message).c_str();
    node.append_attribute("type") = kind;
    node.append_child(pugi::node_pcdata).set_value(text.c_str());
  }

  static std::string list(const std::vector<const Finding*>& findings) {
    std::string text;
    for (const Finding* finding : findings) {
      text += headline(*finding, Paint(false));
      if (!finding->waived_by.empty()) text += ", waived: " + printable(finding->waived_by);
      if (finding->waived_by.empty() && finding->in_baseline) text += ", known from the baseline";
      text += '\n';
    }
    return text;
  }

  void write_rule(const std::string& id, const Outcome& rule) {
    pugi::xml_node test = test_case(rule.slug.empty() ? id : id + " " + std::string(rule.slug));
    const std::string more =
        rule.hidden.total() == 0 ? "" : fmt::format("{} more not listed\n", rule.hidden.total());
    const auto counted = [&](const std::vector<const Finding*>& found) {
      const std::uint64_t count = found.size() + rule.hidden.total();
      return fmt::format("{} finding{}: {}", count, count == 1 ? "" : "s", found.front()->message);
    };
    if (!rule.blocking.empty()) {
      add_problem(test, "error", counted(rule.blocking), list(rule.blocking) + more);
    } else if (!rule.failing.empty()) {
      add_problem(test, "failure", counted(rule.failing), list(rule.failing) + more);
    } else if (!rule.waived.empty() && rule.passed_over.empty()) {
      ++totals_.skipped;
      test.append_child("skipped").append_attribute("message") =
          fmt::format("{} waived or known", rule.waived.size() + rule.hidden.total()).c_str();
    }
    const std::string rest = list(rule.passed_over) + list(rule.waived);
    if (!rest.empty()) {
      test.append_child("system-out").append_child(pugi::node_pcdata).set_value(rest.c_str());
    }
  }

  /// One test for the run itself: there is always a test, and a run that looked at nothing does not pass.
  void write_whole_run() {
    pugi::xml_node test = test_case("run of " + suite_name());
    const bool looked = std::any_of(report_.checked.begin(), report_.checked.end(),
                                    [](const auto& item) { return item.second != 0; });
    const bool whole =
        report_.status == RunStatus::kClean || report_.status == RunStatus::kFindings;
    if (!looked) {
      add_problem(test, "error", "nothing was checked", summary_line(report_));
    } else if (!whole) {
      add_problem(test, "error", std::string(to_string(report_.status)), summary_line(report_));
    } else {
      test.append_child("system-out")
          .append_child(pugi::node_pcdata)
          .set_value(summary_line(report_).c_str());
    }
  }

  const Report& report_;
  const RenderContext& context_;
  pugi::xml_document document_;
  pugi::xml_node suite_;
  Totals totals_;
};

}  // namespace

void render_junit(const Report& report, const RenderContext& context, std::ostream& out) {
  JunitWriter(report, context).write(out);
}

}  // namespace sealring::core
