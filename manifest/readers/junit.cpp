// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <charconv>
#include <cstring>
#include <pugixml.hpp>

#include "manifest/readers/reports.h"

// JUnit XML as cocotb 1.x (no counters, one suite "all") and 2.x write it, and as other frameworks do. Only test case
// elements count: counters in attributes are compared with them, never believed instead.
namespace sealring::manifest {

namespace {

TestCase read_case(const pugi::xml_node& node) {
  TestCase test;
  test.name = node.attribute("classname").value();
  if (!test.name.empty()) test.name += ".";
  test.name += node.attribute("name").value();
  for (const pugi::xml_node child : node.children()) {
    const std::string_view tag = child.name();
    const bool fail = tag == "failure";
    if (fail || tag == "error") {
      test.outcome = fail ? TestOutcome::kFailed : TestOutcome::kErrored;
      test.detail = child.attribute("message").value();
      return test;
    }
    if (tag == "skipped") {
      const std::string_view type = child.attribute("type").value();
      test.outcome = type.find("xfail") != std::string_view::npos ? TestOutcome::kExpectedFailure
                                                                  : TestOutcome::kSkipped;
      test.detail = child.attribute("message").value();
    }
  }
  return test;
}

void collect(const pugi::xml_node& node, ReportFacts& facts, int depth) {
  for (const pugi::xml_node child : node.children()) {
    if (std::strcmp(child.name(), "testcase") == 0) {
      facts.tests.push_back(read_case(child));
    } else if (std::strcmp(child.name(), "testsuite") == 0 && depth < 16) {
      collect(child, facts, depth + 1);
    }
  }
}

std::uint64_t count_outcome(const ReportFacts& facts, TestOutcome outcome) {
  std::uint64_t count = 0;
  for (const TestCase& test : facts.tests) count += test.outcome == outcome ? 1 : 0;
  return count;
}

/// A counter of the suites that disagrees with the elements counted, as text, or "".
std::string counter_problem(const pugi::xml_node& root, const ReportFacts& facts) {
  const auto total = [&](const char* name) -> std::optional<std::uint64_t> {
    std::optional<std::uint64_t> sum;
    const auto add = [&](const pugi::xml_node& suite) {
      const std::string_view text = suite.attribute(name).value();
      std::uint64_t value = 0;
      if (text.empty() ||
          std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) {
        return;
      }
      sum = sum.value_or(0) + value;
    };
    if (std::strcmp(root.name(), "testsuite") == 0) add(root);
    for (const pugi::xml_node suite : root.children("testsuite")) add(suite);
    return sum;
  };
  const auto check = [&](const char* name, std::uint64_t counted) {
    const std::optional<std::uint64_t> stated = total(name);
    if (!stated || *stated == counted) return std::string();
    return "states " + std::to_string(*stated) + " " + name + " and holds " +
           std::to_string(counted);
  };
  for (const auto& [name, counted] :
       {std::pair<const char*, std::uint64_t>{"tests", facts.tests.size()},
        {"failures", count_outcome(facts, TestOutcome::kFailed)},
        {"errors", count_outcome(facts, TestOutcome::kErrored)}}) {
    if (std::string problem = check(name, counted); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace

std::optional<ReportFacts> read_junit(std::string_view text, const std::string& name,
                                      core::Sink& sink) {
  if (text.empty()) return empty_report(name, "holds no bytes", sink);
  pugi::xml_document document;
  const pugi::xml_parse_result result =
      document.load_buffer(text.data(), text.size(), pugi::parse_default);
  if (result.status != pugi::status_ok) {
    return damaged_report(name, std::string("is not well-formed XML: ") + result.description(),
                          sink);
  }
  const pugi::xml_node root = document.document_element();
  if (std::strcmp(root.name(), "testsuites") != 0 && std::strcmp(root.name(), "testsuite") != 0) {
    return foreign_report(
        name, "has the root element '" + std::string(root.name()) + "', 'testsuites' was expected",
        sink);
  }
  ReportFacts facts;
  collect(root, facts, 0);
  if (facts.tests.empty()) return empty_report(name, "holds no test case", sink);
  if (std::string problem = counter_problem(root, facts); !problem.empty()) {
    return damaged_report(name, std::move(problem), sink);
  }
  facts.errors =
      count_outcome(facts, TestOutcome::kFailed) + count_outcome(facts, TestOutcome::kErrored);
  facts.comparisons = count_outcome(facts, TestOutcome::kPassed) + *facts.errors;
  return facts;
}

}  // namespace sealring::manifest
