// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "tests/support/properties.h"
#include "tests/support/scratch.h"

namespace sealring::core {

namespace {

using sealring::testing::brief;
using sealring::testing::Scratch;

constexpr Code kOpen{.id = "TST-0001",
                     .slug = "open-net",
                     .severity = Severity::kError,
                     .kind = FindingClass::kDesign,
                     .owner = Owner::kDesign,
                     .means = "m",
                     .matters = "w",
                     .fix = "f",
                     .example = "e"};
constexpr Code kNear{.id = "TST-0002",
                     .slug = "near",
                     .severity = Severity::kWarning,
                     .kind = FindingClass::kDesign,
                     .owner = Owner::kDesign,
                     .means = "m",
                     .matters = "w",
                     .fix = "f",
                     .example = "e"};
constexpr Code kBroken{.id = "TST-0101",
                       .slug = "broken-file",
                       .severity = Severity::kError,
                       .kind = FindingClass::kInput,
                       .owner = Owner::kConfig,
                       .means = "m",
                       .matters = "w",
                       .fix = "f",
                       .example = "e"};

constexpr const char* kToday = "2026-06-15";
const std::string kDigestA(64, 'a');
const std::string kDigestB(64, 'b');

Finding open_net(std::uint32_t line = 1, const std::string& object = "u_phy/n1") {
  return make_finding(kOpen, "net is open").at({"a.yaml", line}).on(object);
}
Finding near(std::uint32_t line = 2) {
  return make_finding(kNear, "nets are near").at({"a.yaml", line}).on("u_phy/n2");
}
Finding broken() {
  return make_finding(kBroken, "file is broken").at({"b.yaml", 3}).on("b.yaml");
}

Waiver waiver(const std::string& object, const std::string& code = {}) {
  return {.pattern = object, .code = code, .reason = "agreed", .location = {"w.yaml", 4, 5}};
}

std::string outline(const PolicyOutcome& outcome) {
  std::string text;
  for (const Finding& f : outcome.findings) {
    text += std::string(f.code->id) + " " + std::string(to_string(f.severity));
    if (!f.waived_by.empty()) text += " waived:" + f.waived_by;
    if (f.in_baseline) text += " known";
    text += "\n";
  }
  return text + std::to_string(outcome.failing) + " failing " + std::to_string(outcome.blocking) +
         " blocking";
}

std::string run(const FindingPolicy& policy) {
  return outline(apply_policy({near(), broken(), open_net()}, policy, kToday));
}

}  // namespace

TEST(Policy, default_sorts_and_counts) {
  EXPECT_EQ(run({}), "TST-0001 error\nTST-0002 warning\nTST-0101 error\n1 failing 1 blocking");
}

TEST(Policy, select_and_ignore_by_prefix_the_longer_one_decides) {
  EXPECT_EQ(run({.select = {"TST-0002"}}),
            "TST-0002 warning\nTST-0101 error\n0 failing 1 blocking");
  EXPECT_EQ(run({.select = {"SDC"}}), "TST-0101 error\n0 failing 1 blocking")
      << "input errors stay";
  EXPECT_EQ(run({.ignore = {"TST"}}), "TST-0101 error\n0 failing 1 blocking");
  EXPECT_EQ(run({.ignore = {"tst-00"}}), "TST-0101 error\n0 failing 1 blocking");
  EXPECT_EQ(run({.ignore = {""}}), run({})) << "an empty prefix names nothing";
  EXPECT_EQ(run({.select = {"TST"}, .ignore = {"TST-0001"}}),
            "TST-0002 warning\nTST-0101 error\n0 failing 1 blocking");
  EXPECT_EQ(run({.select = {"TST-0001"}, .ignore = {"TST"}}),
            "TST-0001 error\nTST-0101 error\n1 failing 1 blocking");
  EXPECT_EQ(run({.select = {"TST-0001"}, .ignore = {"TST-0001"}}),
            "TST-0101 error\n0 failing 1 blocking");
}

TEST(Policy, severities_and_fail_on) {
  EXPECT_EQ(run({.severity = {{"TST-0001", Severity::kNote},
                              {"TST-0002", Severity::kError},
                              {"TST-0101", Severity::kNote}}}),
            "TST-0001 note\nTST-0002 error\nTST-0101 error\n1 failing 1 blocking");
  EXPECT_EQ(run({.fail_on = Severity::kWarning}).substr(46), "\n2 failing 1 blocking");
  EXPECT_EQ(run({.fail_on = std::nullopt}).substr(46), "\n0 failing 1 blocking");
}

TEST(Policy, a_remark_of_class_input_that_is_raised_blocks_like_any_other) {
  FindingPolicy policy{.severity = {{"TST-0101", Severity::kError}}};
  policy.waivers.items = {waiver("*")};
  EXPECT_EQ(outline(apply_policy({broken().as(Severity::kWarning)}, policy, kToday)),
            "TST-0101 error\n0 failing 1 blocking");
}

TEST(Policy, waived_findings_keep_their_reason_and_do_not_fail) {
  FindingPolicy policy;
  policy.waivers.items = {waiver("u_phy/*")};
  EXPECT_EQ(outline(apply_policy({near(), open_net()}, policy, kToday)),
            "TST-0001 error waived:agreed\nTST-0002 warning waived:agreed\n0 failing 0 blocking");
}

TEST(Policy, input_errors_are_never_waived_and_say_so) {
  FindingPolicy policy;
  policy.waivers.items = {waiver("*")};
  const PolicyOutcome outcome = apply_policy({broken()}, policy, kToday);
  EXPECT_EQ(outline(outcome), "TST-0101 error\n0 failing 1 blocking");
  ASSERT_EQ(outcome.findings.at(0).notes.size(), 1U);
  EXPECT_EQ(outcome.findings[0].notes[0].message,
            "this waiver has no effect: an input error cannot be waived");
  EXPECT_EQ(to_string(outcome.findings[0].notes[0].location), "w.yaml:4:5");
}

TEST(Policy, waiver_of_another_code_or_object_does_not_apply) {
  FindingPolicy policy;
  policy.waivers.items = {waiver("u_phy/*", "TST-0002"), waiver("u_other/*")};
  const PolicyOutcome outcome = apply_policy({open_net()}, policy, kToday);
  EXPECT_EQ(brief(outcome.findings),
            "TST-0001 a.yaml:1 net is open\n"
            "IO-0501 w.yaml:4:5 waiver for object 'u_other/*' matched nothing\n"
            "IO-0501 w.yaml:4:5 waiver for object 'u_phy/*' and code TST-0002 matched nothing\n");
  EXPECT_EQ(outcome.failing, 1U);
}

TEST(Policy, expired_waivers) {
  FindingPolicy policy;
  Waiver last_day = waiver("u_phy/n1");
  last_day.expires = kToday;
  policy.waivers.items = {last_day};
  EXPECT_EQ(apply_policy({open_net()}, policy, kToday).failing, 0U) << "holds on its last day";
  const PolicyOutcome outcome = apply_policy({open_net()}, policy, "2026-06-16");
  EXPECT_EQ(brief(outcome.findings),
            "TST-0001 a.yaml:1 net is open\n"
            "IO-0502 w.yaml:4:5 waiver for object 'u_phy/n1' expired on 2026-06-15\n");
  EXPECT_EQ(outcome.failing, 2U);
  EXPECT_EQ(brief(apply_policy({near()}, policy, "2026-06-16").findings),
            "TST-0002 a.yaml:2 nets are near\n"
            "IO-0501 w.yaml:4:5 waiver for object 'u_phy/n1' matched nothing and expired on "
            "2026-06-15\n");
}

TEST(Policy, lapsed_waivers) {
  FindingPolicy policy;
  Waiver bound = waiver("u_phy/n1");
  bound.content_sha256 = kDigestA;
  policy.waivers.items = {bound};
  EXPECT_EQ(apply_policy({open_net().property("content_sha256", kDigestA)}, policy, kToday).failing,
            0U);
  const PolicyOutcome changed =
      apply_policy({open_net().property("content_sha256", kDigestB)}, policy, kToday);
  EXPECT_EQ(brief(changed.findings),
            "TST-0001 a.yaml:1 net is open\n"
            "IO-0503 w.yaml:4:5 waiver for object 'u_phy/n1' was given for content "
            "aaaaaaaaaaaa..., the content is now bbbbbbbbbbbb...\n");
  EXPECT_EQ(changed.failing, 2U);
  EXPECT_EQ(brief(apply_policy({open_net()}, policy, kToday).findings).substr(30),
            "IO-0503 w.yaml:4:5 waiver for object 'u_phy/n1' was given for content "
            "aaaaaaaaaaaa..., the finding names no content\n");
  Waiver renewed = bound;
  renewed.content_sha256 = kDigestB;
  policy.waivers.items = {bound, renewed};
  EXPECT_EQ(
      outline(apply_policy({open_net().property("content_sha256", kDigestB)}, policy, kToday)),
      "TST-0001 error waived:agreed\n0 failing 0 blocking")
      << "one waiver per content";
}

TEST(Policy, unused_is_judged_fairly) {
  FindingPolicy policy;
  policy.waivers.items = {waiver("gone")};
  EXPECT_EQ(outline(apply_policy({}, policy, kToday)), "IO-0501 warning\n0 failing 0 blocking");
  EXPECT_EQ(outline(apply_policy({broken()}, policy, kToday)),
            "TST-0101 error\n0 failing 1 blocking")
      << "what it waives may lie behind the input error";
  policy.waivers.items = {waiver("u_phy/n1", "TST-0001")};
  policy.ignore = {"TST-0001"};
  EXPECT_EQ(outline(apply_policy({open_net()}, policy, kToday)), "0 failing 0 blocking")
      << "a waiver for an ignored finding is not unused";
  policy.ignore.clear();
  policy.rules_run = {"TST-0002"};
  EXPECT_EQ(outline(apply_policy({}, policy, kToday)), "0 failing 0 blocking")
      << "its rule did not run";
  policy.rules_run = {"TST-0001"};
  policy.select = {"TST"};
  EXPECT_EQ(outline(apply_policy({}, policy, kToday)), "IO-0501 warning\n0 failing 0 blocking")
      << "select does not hide it";
  policy.ignore = {"IO-0501"};
  EXPECT_EQ(outline(apply_policy({}, policy, kToday)), "0 failing 0 blocking");
}

TEST(Policy, baseline_marks_known_findings_but_not_input_errors) {
  FindingPolicy policy;
  policy.baseline = Baseline{{fingerprint(open_net()), fingerprint(broken())}};
  EXPECT_EQ(run(policy),
            "TST-0001 error known\nTST-0002 warning\nTST-0101 error\n0 failing 1 blocking");
  policy.fail_on = Severity::kWarning;
  EXPECT_EQ(apply_policy({near(), open_net(7)}, policy, kToday).failing, 1U);
}

TEST(Policy, cap_lists_what_counts_first_and_counts_exactly) {
  FindingPolicy policy{.max_findings = 2};
  policy.waivers.items = {waiver("waived")};
  std::vector<Finding> findings;
  for (std::uint32_t line = 1; line <= 3; ++line) findings.push_back(open_net(line, "waived"));
  for (std::uint32_t line = 10; line <= 12; ++line) findings.push_back(open_net(line));
  findings.push_back(near(20));
  const PolicyOutcome outcome = apply_policy(findings, policy, kToday);
  EXPECT_EQ(brief(outcome.findings),
            "TST-0001 a.yaml:10 net is open\nTST-0001 a.yaml:11 net is open\nTST-0002 a.yaml:20 "
            "nets are near\n");
  EXPECT_EQ(outcome.failing, 3U);
  const Summary hidden = outcome.hidden.at("TST-0001");
  EXPECT_EQ(hidden.errors, 1U);
  EXPECT_EQ(hidden.waived, 3U);
  EXPECT_EQ(outcome.hidden.size(), 1U);
}

RC_GTEST_PROP(Policy, cap_never_changes_the_counts, ()) {
  const auto cap = *rc::gen::inRange<std::uint64_t>(0, 6);
  const auto kinds = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto line = static_cast<std::uint32_t>(i);
    findings.push_back(kinds[i] == 0   ? open_net(line, "waived")
                       : kinds[i] == 1 ? near(line)
                       : kinds[i] == 2 ? broken()
                                       : open_net(line));
  }
  FindingPolicy policy;
  policy.waivers.items = {waiver("waived")};
  policy.ignore = {"IO"};
  const auto counts = [](const PolicyOutcome& outcome) {
    Summary all;
    for (const Finding& f : outcome.findings) all.add(f);
    for (const auto& [code, hidden] : outcome.hidden) all.add(hidden);
    return std::tuple(all.errors, all.warnings, all.waived, outcome.failing, outcome.blocking);
  };
  const auto whole = counts(apply_policy(findings, policy, kToday));
  policy.max_findings = cap;
  RC_ASSERT(counts(apply_policy(findings, policy, kToday)) == whole);
}

TEST(Policy, many_waivers_and_findings_stay_fast) {
  FindingPolicy policy;
  for (int i = 0; i < 20'000; ++i)
    policy.waivers.items.push_back(waiver("u/n" + std::to_string(i)));
  std::vector<Finding> findings;
  for (int i = 0; i < 20'000; ++i) findings.push_back(open_net(1, "u/n" + std::to_string(i)));
  EXPECT_EQ(apply_policy(std::move(findings), policy, kToday).failing, 0U);
}

TEST(Glob, examples) {
  EXPECT_TRUE(glob_match("", ""));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("**", "abc"));
  EXPECT_TRUE(glob_match("u_*/reg[?]", "u_a/b/reg[3]"));
  EXPECT_FALSE(glob_match("u_*/reg[?]", "u_a/b/reg[33]"));
  EXPECT_FALSE(glob_match("a?c", "ac"));
  EXPECT_TRUE(glob_match("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(glob_match("abc", "abcd"));
  EXPECT_FALSE(glob_match("*.yaml", "a.yaml.bak"));
}

TEST(Glob, no_exponential_backtracking) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(glob_match(pattern + "b", std::string(20'000, 'a')));
}

RC_GTEST_PROP(Glob, agrees_with_the_definition, ()) {
  const std::string pattern =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab*?")));
  const std::string text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab")));
  const std::function<bool(std::size_t, std::size_t)> defined = [&](std::size_t p, std::size_t t) {
    if (p == pattern.size()) return t == text.size();
    if (pattern[p] == '*') return defined(p + 1, t) || (t < text.size() && defined(p, t + 1));
    return t < text.size() && (pattern[p] == '?' || pattern[p] == text[t]) && defined(p + 1, t + 1);
  };
  RC_PRE(std::count(pattern.begin(), pattern.end(), '*') <= 6);
  RC_ASSERT(glob_match(pattern, text) == defined(0, 0));
}

}  // namespace sealring::core
