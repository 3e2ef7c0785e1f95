// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/waivers.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/diagnostics/baseline.h"
#include "core/report/report.h"
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

const std::string kDigest(64, 'a');

struct Read {
  Waivers waivers;
  std::string findings;
};

Read read(const std::string& text) {
  const Scratch scratch;
  CollectingSink sink;
  Read result;
  result.waivers = read_waivers(InputReader(scratch.path()), scratch.write("w.yaml", text), sink);
  result.findings = brief(sink.findings);
  return result;
}

/// The findings of one entry.
std::string entry(const std::string& keys) {
  const Read result = read("schema: sealring.waivers/1\nwaivers:\n  - {" + keys + "}\n");
  EXPECT_EQ(result.waivers.items.empty(), !result.findings.empty()) << keys;
  return result.findings;
}

std::optional<Baseline> baseline(const std::string& text, std::string& findings) {
  const Scratch scratch;
  CollectingSink sink;
  auto result = read_baseline(InputReader(scratch.path()), scratch.write("base.json", text), sink);
  findings = brief(sink.findings);
  return result;
}

}  // namespace

TEST(Waivers, reads_every_key) {
  const Read result = read(
      "schema: sealring.waivers/1\nwaivers:\n  - object: u_phy/*\n    code: ESD-0101\n    reason: "
      "agreed\n"
      "    owner: io\n    expires: 2028-02-29\n    content_sha256: " +
      kDigest + "\n  - file: '*.spef'\n    reason: old\n  - fingerprint: " + kDigest +
      "\n    reason: seen\n");
  EXPECT_EQ(result.findings, "");
  ASSERT_EQ(result.waivers.items.size(), 3U);
  const Waiver& first = result.waivers.items[0];
  EXPECT_EQ(first.scope, Waiver::Scope::kObject);
  EXPECT_EQ(first.pattern, "u_phy/*");
  EXPECT_EQ(first.code, "ESD-0101");
  EXPECT_EQ(first.reason, "agreed");
  EXPECT_EQ(first.owner, "io");
  EXPECT_EQ(first.expires, "2028-02-29");
  EXPECT_EQ(first.content_sha256, kDigest);
  EXPECT_EQ(to_string(first.location), "w.yaml:3:5");
  EXPECT_EQ(result.waivers.items[1].scope, Waiver::Scope::kFile);
  EXPECT_EQ(result.waivers.items[2].scope, Waiver::Scope::kFingerprint);
}

TEST(Waivers, faulty_entries_are_reported_and_left_out) {
  EXPECT_EQ(entry("object: a, reason: r"), "");
  EXPECT_EQ(entry("reason: r"),
            "IO-0504 w.yaml:3:5 waiver 1 has no scope; give exactly one of object, file or "
            "fingerprint\n");
  EXPECT_EQ(
      entry("object: a, file: b, reason: r"),
      "IO-0504 w.yaml:3:5 waiver 1 has both 'object' and 'file'; exactly one scope is allowed\n");
  EXPECT_EQ(entry("object: '', reason: r"), "IO-0504 w.yaml:3:14 waiver 1 has an empty 'object'\n");
  EXPECT_EQ(entry("object: a"), "IO-0505 w.yaml:3:5 waiver 1 for 'a' has no reason\n");
  EXPECT_EQ(entry("object: a, reason: ' '"), "IO-0505 w.yaml:3:5 waiver 1 for 'a' has no reason\n");
  EXPECT_EQ(entry("object: a, reason: [x]"),
            "IO-0105 w.yaml:3:25 'reason' of waiver 1 is a list; a single value was expected\n");
  EXPECT_EQ(entry("object: a, reason: r, code: esd-1"),
            "IO-0504 w.yaml:3:34 'code' of waiver 1 is 'esd-1'; expected a code like ESD-0101\n");
  EXPECT_EQ(entry("object: a, reason: r, content_sha256: abc"),
            "IO-0504 w.yaml:3:44 'content_sha256' of waiver 1 is 'abc'; expected 64 lower-case "
            "hexadecimal digits\n");
  EXPECT_EQ(entry("fingerprint: abc, reason: r"),
            "IO-0504 w.yaml:3:5 waiver 1 has the fingerprint 'abc'; 64 lower-case hexadecimal "
            "digits were expected\n");
  EXPECT_EQ(entry("object: a, reason: r, expries: 2026-01-01"),
            "IO-0103 w.yaml:3:28 unknown key 'expries' in waiver 1, did you mean 'expires'?\n");
}

TEST(Waivers, dates_are_days_of_the_calendar) {
  for (const char* good : {"2026-01-31", "2028-02-29", "2000-02-29", "2026-12-01"}) {
    EXPECT_EQ(entry(std::string("object: a, reason: r, expires: ") + good), "") << good;
  }
  for (const char* bad : {"2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31",
                          "2026-1-1", "20260101", "2026-01-0x", "soon", "2026-01-00"}) {
    EXPECT_NE(entry(std::string("object: a, reason: r, expires: ") + bad)
                  .find("expected a date YYYY-MM-DD"),
              std::string::npos)
        << bad;
  }
}

TEST(Waivers, faulty_files) {
  EXPECT_EQ(read("waivers: []\n").findings, "IO-0104 w.yaml:1:1 the waiver file has no 'schema'\n");
  EXPECT_EQ(read("schema: sealring.waivers/1\n").findings,
            "IO-0104 w.yaml:1:1 the waiver file has no 'waivers'\n");
  EXPECT_EQ(
      read("schema: sealring.waivers/1\nwaivers: x\n").findings,
      "IO-0105 w.yaml:2:10 'waivers' of the waiver file is a single value; a list was expected\n");
  EXPECT_EQ(read("schema: sealring.waivers/1\nwaivers: {a: 1}\n").findings,
            "IO-0105 w.yaml:2:10 'waivers' of the waiver file is a mapping; a list was expected\n");
  EXPECT_EQ(read("schema: sealring.waivers/1\nwaivers: [a]\n").findings,
            "IO-0105 w.yaml:2:11 waiver 1 is a single value; a mapping was expected\n");
  EXPECT_EQ(read("schema: sealring.waivers/1\nwaivers: []\n").findings, "")
      << "an empty list waives nothing";
}

TEST(Waivers, cover_by_scope) {
  const Finding f = make_finding(kOpen, "m").at({"a/b.spef", 3}).on("u_phy/n1");
  const auto covering = [&](Waiver::Scope scope, const std::string& pattern,
                            const std::string& code = {}) {
    return covers({.scope = scope, .pattern = pattern, .code = code}, f);
  };
  EXPECT_TRUE(covering(Waiver::Scope::kObject, "u_phy/*"));
  EXPECT_FALSE(covering(Waiver::Scope::kObject, "u_phy"));
  EXPECT_TRUE(covering(Waiver::Scope::kFile, "*.spef", "TST-0001"));
  EXPECT_FALSE(covering(Waiver::Scope::kFile, "*.spef", "TST-0002"));
  EXPECT_TRUE(covering(Waiver::Scope::kFingerprint, fingerprint(f)));
  EXPECT_FALSE(covering(Waiver::Scope::kFingerprint, "*"));
  const Finding nowhere = make_finding(kOpen, "m");
  EXPECT_FALSE(covers({.pattern = "*"}, nowhere))
      << "a finding without object has no object that matches";
  EXPECT_FALSE(covers({.scope = Waiver::Scope::kFile, .pattern = "*"}, nowhere));
}

RC_GTEST_PROP(Waivers, written_entry_reads_back, ()) {
  const auto text = rc::gen::suchThat(
      rc::gen::container<std::string>(
          rc::gen::elementOf(std::string("ab\"'\\:#{}[]*&!|>%@`\n\t\r -,\x7f\x01"))),
      [](const std::string& s) { return s.find_first_not_of(" \t\n\r") != std::string::npos; });
  Waiver waiver{.scope = *rc::gen::element(Waiver::Scope::kObject, Waiver::Scope::kFile),
                .pattern = *text,
                .reason = *text};
  waiver.owner = *text;
  waiver.code = "ESD-0101";
  waiver.expires = "2026-01-31";
  waiver.content_sha256 = kDigest;
  const Read result = read("schema: sealring.waivers/1\nwaivers:\n" + to_yaml(waiver));
  RC_ASSERT(result.findings == "");
  RC_ASSERT(result.waivers.items.size() == 1U);
  const Waiver& again = result.waivers.items[0];
  RC_ASSERT(again.pattern == waiver.pattern);
  RC_ASSERT(again.reason == waiver.reason);
  RC_ASSERT(again.owner == waiver.owner);
  RC_ASSERT(again.scope == waiver.scope);
  RC_ASSERT(again.code == waiver.code);
}

TEST(Baseline, reads_the_json_report) {
  Report report{.verb = "stack check", .status = RunStatus::kFindings};
  report.findings = {make_finding(kOpen, "m").on("a"), make_finding(kOpen, "m").on("b")};
  std::ostringstream text;
  render_json(report, {}, text);
  std::string findings;
  const auto read = baseline(text.str(), findings);
  ASSERT_TRUE(read) << findings;
  EXPECT_EQ(read->fingerprints, (std::set<std::string>{fingerprint(report.findings[0]),
                                                       fingerprint(report.findings[1])}));
}

TEST(Baseline, anything_else_is_refused) {
  const std::string tail = "; a JSON report of an earlier run was expected\n";
  const auto problem = [&](const std::string& text) {
    std::string findings;
    EXPECT_FALSE(baseline(text, findings)) << text;
    return findings;
  };
  EXPECT_EQ(problem("{"), "IO-0506 base.json 'base.json' is not well-formed JSON" + tail);
  EXPECT_EQ(problem("[]"), "IO-0506 base.json 'base.json' is not a JSON object" + tail);
  EXPECT_EQ(problem("{}"), "IO-0506 base.json 'base.json' has no 'schema'" + tail);
  EXPECT_EQ(problem(R"({"schema": "sarif/2"})"),
            "IO-0506 base.json 'base.json' has the schema 'sarif/2'" + tail);
  EXPECT_EQ(problem(R"({"schema": "sealring.findings/1"})"),
            "IO-0506 base.json 'base.json' has no list 'findings'" + tail);
  EXPECT_EQ(
      problem(R"({"schema": "sealring.findings/1", "findings": [1]})"),
      "IO-0506 base.json 'base.json' has an entry of 'findings' that is not an object" + tail);
  EXPECT_EQ(problem(R"({"schema": "sealring.findings/1", "findings": [{"fingerprint": 3}]})"),
            "IO-0506 base.json 'base.json' has a finding without a fingerprint" + tail);
  EXPECT_EQ(
      problem(
          R"({"schema": "sealring.findings/1", "findings": [], "summary": {"hidden": {"A": 1}}})"),
      "IO-0506 base.json 'base.json' does not list every finding; make it without --max-findings" +
          tail);
  EXPECT_EQ(problem(std::string(100'000, '[')),
            "IO-0506 base.json 'base.json' nests deeper than any report" + tail);
  EXPECT_EQ(problem(""), "IO-0003 base.json 'base.json' is empty\n");
}

}  // namespace sealring::core
