// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/report/json_model.h"
#include "core/report/printable.h"
#include "tests/core/golden.h"
#include "tests/core/sample_report.h"
#include "tests/support/properties.h"

namespace sealring::core {

namespace {

using nlohmann::json;
using sealring::testing::expect_golden;
using sealring::testing::kFar;
using sealring::testing::kLost;
using sealring::testing::kNoPath;
using sealring::testing::kQuiet;
using sealring::testing::render;
using sealring::testing::sample_catalogue;
using sealring::testing::sample_report;
using sealring::testing::Scratch;
using ::testing::HasSubstr;
using ::testing::Not;

const CodeCatalogue kCatalogue = sample_catalogue();

RenderContext context() {
  return {.root = std::filesystem::path(SEALRING_SOURCE_DIR) / "tests/data/core/project",
          .catalogue = &kCatalogue,
          .version = "0.1.0"};
}

/// A run that could not do all it was asked for.
Report incomplete_report() {
  Report report{.verb = "esd check", .status = RunStatus::kIncomplete};
  report.findings = {
      make_finding(kLost, "cannot find 'clamps.csv'").at({"io/pads.yaml", 1, 1}).on("clamps.csv")};
  report.checked = {{"pads", 0}};
  report.not_checked = {{"clamp distances", "no clamp table"}};
  report.rules_run = {"TST-0101"};
  return report;
}

Report clean_report() {
  Report report{.verb = "esd check", .status = RunStatus::kClean};
  report.checked = {{"pads", 4}};
  report.rules_run = {"TST-0101", "TST-0301"};
  return report;
}

/// Runs `command` with `text` on its standard input; its exit status.
int judged_by(const std::string& command, const std::string& text) {
  const Scratch scratch;
  scratch.write("in", text);
  return std::system((command + " < '" + (scratch / "in").string() + "'").c_str());
}

/// What steers terminals: any control character but the line end.
bool has_control(std::string_view text) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (!c.valid || (is_control(c.code) && c.code != '\n')) return true;
    text.remove_prefix(c.bytes);
  }
  return false;
}

Report hostile_report() {
  const std::string evil = "a\x1b[2J\r\n::error::x\x01\xff\u202e\u009b%0A<b>&\"']]>";
  Report report{.verb = "esd check", .status = RunStatus::kFindings};
  report.findings = {make_finding(kNoPath, evil)
                         .at({evil, 1, 1})
                         .on(evil, evil)
                         .note(evil, {evil, 2})
                         .advise(evil)
                         .property(evil, evil)};
  report.findings.push_back(make_finding(kFar, evil));
  report.findings.back().waived_by = evil;
  report.checked = {{evil, 1}};
  report.not_checked = {{evil, evil}};
  report.sections = {{evil, Table{{{evil}}, {{evil}}}},
                     {evil, Tree{evil, {{evil, {}}}}},
                     {evil, Series{evil, evil, {{evil, {{1, 2}}}}}}};
  return report;
}

}  // namespace

TEST(Report, goldens_of_every_format) {
  for (const Format& format : formats()) {
    expect_golden("core/report." + std::string(format.name),
                  render(format.render, sample_report(), context()));
    expect_golden("core/incomplete." + std::string(format.name),
                  render(format.render, incomplete_report(), context()));
    expect_golden("core/clean." + std::string(format.name),
                  render(format.render, clean_report(), context()));
  }
  RenderContext loud = context();
  loud.colour = true;
  loud.statistics = true;
  expect_golden("core/colour.text", render(render_text, sample_report(), loud));
  expect_golden("core/colour.concise", render(render_concise, sample_report(), loud));
}

TEST(Report, formats_are_found_by_name) {
  EXPECT_EQ(formats().size(), 10U);
  for (const Format& format : formats()) EXPECT_EQ(find_format(format.name)->render, format.render);
  EXPECT_EQ(find_format("xml"), nullptr);
  EXPECT_EQ(find_format(""), nullptr);
}

TEST(Report, summary_is_exact_with_hidden_findings) {
  const Summary counts = summarise(sample_report());
  EXPECT_EQ(counts.errors, 5U);
  EXPECT_EQ(counts.warnings, 1U);
  EXPECT_EQ(counts.notes, 1U);
  EXPECT_EQ(counts.waived, 2U);
  EXPECT_EQ(counts.in_baseline, 1U);
  EXPECT_EQ(summary_line(sample_report()),
            "5 errors, 1 warning, 1 note, 2 waived, 1 in the baseline; checked 4 pads, 12 paths; "
            "run 'sealring explain TST-0101'");
}

TEST(Report, nothing_checked_never_reads_as_clean) {
  EXPECT_EQ(summary_line(incomplete_report()),
            "incomplete: 1 error, 0 warnings; checked nothing (0 pads); not checked: clamp "
            "distances (no clamp table); "
            "run 'sealring explain TST-0201'");
  Report nothing{.verb = "esd check", .status = RunStatus::kClean};
  EXPECT_EQ(summary_line(nothing), "0 errors, 0 warnings; checked nothing");
  EXPECT_EQ(render(render_text, nothing, context()), "checked: nothing\n");
  EXPECT_THAT(render(render_junit, nothing, context()),
              HasSubstr("<error message=\"nothing was checked\""));
  EXPECT_THAT(render(render_github, nothing, context()), HasSubstr("checked nothing"));
  EXPECT_EQ(summary_line(Report{}), "failed: 0 errors, 0 warnings; checked nothing");
  Report many = incomplete_report();
  many.not_checked.assign(5, {"a", "b"});
  EXPECT_THAT(summary_line(many), HasSubstr("not checked: a (b), a (b), a (b) and 2 more;"));
}

TEST(Report, waived_findings_are_named_while_they_are_few) {
  Report report = clean_report();
  report.findings.assign(6, sample_report().findings.at(3));
  EXPECT_EQ(render(render_text, report, context()), "checked: 4 pads\n");
  report.findings.pop_back();
  EXPECT_THAT(render(render_text, report, context()),
              HasSubstr("waived: io/pads.yaml:5:11: error: pad 'PAD_T' has no discharge path to "
                        "'VSS' [TST-0101]: "
                        "test pad, cut off before bonding\n"));
}

TEST(Report, the_advice_of_a_code_is_given_once) {
  Report report = clean_report();
  report.findings.assign(3, make_finding(kFar, "m").on("o"));
  const std::string text = render(render_text, report, context());
  EXPECT_EQ(text.find("   = fix: Move the clamp."), text.rfind("   = fix: Move the clamp."));
  EXPECT_THAT(text, HasSubstr("   = fix: Move the clamp.\n"));
}

TEST(Report, json_has_the_fields_of_the_contract_in_their_order) {
  const auto document =
      nlohmann::ordered_json::parse(render(render_json, sample_report(), context()));
  const auto keys = [](const nlohmann::ordered_json& object) {
    std::string text;
    for (const auto& [key, value] : object.items()) text += key + " ";
    return text;
  };
  EXPECT_EQ(keys(document), "schema status tool summary findings sections ");
  EXPECT_EQ(document["schema"], "sealring.findings/1");
  EXPECT_EQ(keys(document["tool"]), "name version verb ");
  EXPECT_EQ(keys(document["summary"]),
            "errors warnings notes waived in_baseline hidden checked not_checked ");
  EXPECT_EQ(keys(document["findings"][0]),
            "code slug class severity owner message location object key where shares properties "
            "notes fingerprint waived_by ");
  EXPECT_EQ(
      keys(document["findings"][1]),
      "code slug class severity owner message location object key notes fingerprint waived_by ");
  EXPECT_EQ(keys(document["findings"][0]["location"]), "file line column end_column ");
  EXPECT_EQ(keys(document["findings"][0]["where"]), "die side x_um y_um z_um ");
  EXPECT_TRUE(document["findings"][1]["waived_by"].is_null());
  EXPECT_EQ(document["findings"][3]["waived_by"], "test pad, cut off before bonding");
  EXPECT_EQ(document["findings"][4]["in_baseline"], true);
  EXPECT_TRUE(document["findings"][4]["location"]["column"].is_null());
  EXPECT_EQ(document["summary"]["hidden"]["TST-0101"], 4);
  EXPECT_EQ(document["findings"][0]["fingerprint"], fingerprint(sample_report().findings[0]));
  Report nowhere = clean_report();
  nowhere.findings = {make_finding(kFar, "m")};
  EXPECT_TRUE(findings_to_json(nowhere)[0]["location"].is_null());
  EXPECT_EQ(keys(summary_to_json(incomplete_report())["not_checked"][0]), "what why ");
}

TEST(Report, sarif_satisfies_the_required_structure) {
  const std::string schema = SEALRING_SOURCE_DIR "/tests/data/core/sarif_required.schema.json";
  const std::string command = std::string(SEALRING_PYTHON) +
                              " " SEALRING_SOURCE_DIR "/tests/core/validate_json.py " + schema;
  for (const Report& report :
       {sample_report(), incomplete_report(), clean_report(), hostile_report(), Report{}}) {
    EXPECT_EQ(judged_by(command, render(render_sarif, report, context())), 0);
  }
  EXPECT_NE(judged_by(command + " 2>/dev/null", R"({"version": "2.1.0", "runs": [{}]})"), 0)
      << "the judge refuses too";
}

TEST(Report, sarif_states_suppressions_baseline_and_notifications) {
  const json run = json::parse(render(render_sarif, sample_report(), context()))["runs"][0];
  const json& results = run["results"];
  EXPECT_EQ(results[3]["suppressions"][0]["justification"], "test pad, cut off before bonding");
  EXPECT_TRUE(results[0]["suppressions"].is_array() && results[0]["suppressions"].empty());
  EXPECT_EQ(results[4]["baselineState"], "unchanged");
  EXPECT_EQ(results[0]["baselineState"], "new");
  EXPECT_EQ(results[1]["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "io/clamps.yaml");
  EXPECT_EQ(results[1]["partialFingerprints"]["sealringFinding/v1"],
            fingerprint(sample_report().findings[1]));
  EXPECT_EQ(results[5]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "io%20pads/%C3%A4%2C1%3A2%25.yaml");
  for (const json& result : results) {
    EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"],
              result["ruleId"]);
  }
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
  const json failed = json::parse(
      render(render_sarif, incomplete_report(), context()))["runs"][0]["invocations"][0];
  EXPECT_EQ(failed["executionSuccessful"], false);
  EXPECT_EQ(failed["toolExecutionNotifications"][0]["descriptor"]["id"], "TST-0201");
  EXPECT_EQ(failed["toolExecutionNotifications"][1]["message"]["text"],
            "not checked: clamp distances: no clamp table");
  const json clean = json::parse(render(render_sarif, clean_report(), context()))["runs"][0];
  EXPECT_TRUE(clean["results"].is_array() && clean["results"].empty());
  EXPECT_EQ(clean["tool"]["driver"]["rules"].size(), 2U) << "the rules that ran";
}

TEST(Report, sarif_columns_count_utf16_units) {
  const Scratch scratch;
  scratch.write("a.yaml", "\xe9\x98\xb2\xf0\x9f\x94\xa5x: 1\n");
  Report report = clean_report();
  report.findings = {make_finding(kFar, "m").at({"a.yaml", 1, 8, 9}),
                     make_finding(kFar, "m").at({"a.yaml", 1, 99}),
                     make_finding(kFar, "m").at({"gone.yaml", 1, 8, 9})};
  RenderContext here = context();
  here.root = scratch.path();
  const json results = json::parse(render(render_sarif, report, here))["runs"][0]["results"];
  const auto region = [&](std::size_t i) {
    return results[i]["locations"][0]["physicalLocation"]["region"];
  };
  EXPECT_EQ(region(0)["startColumn"], 4);
  EXPECT_EQ(region(0)["endColumn"], 5);
  EXPECT_EQ(region(1)["startColumn"], 95);
  EXPECT_EQ(region(2)["startColumn"], 8);
}

TEST(Report, junit_is_well_formed_and_counts) {
  for (const Report& report :
       {sample_report(), incomplete_report(), clean_report(), hostile_report(), Report{}}) {
    EXPECT_EQ(judged_by("xmllint --noout -", render(render_junit, report, context())), 0);
  }
  const std::string text = render(render_junit, sample_report(), context());
  EXPECT_THAT(text, HasSubstr("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"0\""));
  EXPECT_THAT(text, HasSubstr("<testcase name=\"TST-0201 file-lost\" classname=\"esd check\" />"))
      << "a visible pass";
  Report waived = clean_report();
  waived.findings = {sample_report().findings[3]};
  EXPECT_THAT(render(render_junit, waived, context()),
              HasSubstr("<skipped message=\"1 waived or known\""));
  Report strict = sample_report();
  strict.fail_on = Severity::kWarning;
  EXPECT_THAT(render(render_junit, strict, context()), HasSubstr("failures=\"2\""));
  EXPECT_THAT(render(render_junit, incomplete_report(), context()),
              HasSubstr("tests=\"4\" failures=\"0\" errors=\"3\""));
}

TEST(Report, github_escapes_and_puts_the_worst_first) {
  Report report = sample_report();
  report.findings.insert(report.findings.begin(), make_finding(kQuiet, "100% sure"));
  report.findings.push_back(make_finding(kLost, "lost").at({"z.yaml"}));
  const std::string text = render(render_github, report, context());
  EXPECT_THAT(
      text,
      ::testing::StartsWith(
          "::error title=sealring (TST-0201),file=z.yaml::lost%0Afix: Name the right file.\n"));
  EXPECT_THAT(text, HasSubstr("::notice title=sealring (TST-0301)::100%25 sure%0A"));
  EXPECT_THAT(text, HasSubstr(",file=io pads/ä%2C1%3A2%25.yaml::"));
  EXPECT_THAT(text, HasSubstr(",line=3,col=11,endLine=3,endColumn=16::"));
  EXPECT_LT(text.find("::error"), text.find("::warning"));
  EXPECT_LT(text.find("::warning"), text.find("::notice"));
  EXPECT_THAT(text, Not(HasSubstr("PAD_T"))) << "waived";
}

TEST(Report, input_cannot_steer_terminals_or_add_commands) {
  const Report report = hostile_report();
  for (const char* name : {"text", "concise", "github", "junit", "json", "sarif"}) {
    const std::string text = render(find_format(name)->render, report, context());
    const bool escapes_itself =
        std::string_view(name) == "json" || std::string_view(name) == "sarif";
    if (escapes_itself) {
      EXPECT_FALSE(json::parse(text, nullptr, false).is_discarded()) << name;
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << name;
    } else {
      EXPECT_FALSE(has_control(text)) << name << "\n" << text;
    }
  }
  const std::string github = render(render_github, report, context());
  EXPECT_EQ(std::count(github.begin(), github.end(), '\n'), 3) << github;
}

RC_GTEST_PROP(Report, any_message_gives_well_formed_output, ()) {
  Report report = clean_report();
  const auto bytes = rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  report.findings = {make_finding(kNoPath, *bytes).at({*bytes, 1, 2}).on(*bytes, *bytes)};
  RC_ASSERT(!json::parse(render(render_json, report, context()), nullptr, false).is_discarded());
  RC_ASSERT(!json::parse(render(render_sarif, report, context()), nullptr, false).is_discarded());
  RC_ASSERT(!has_control(render(render_text, report, context())));
  RC_ASSERT(!has_control(render(render_github, report, context())));
}

TEST(Printable, makes_controls_visible) {
  EXPECT_EQ(printable("a\tb\n\r\x1b\x7f\xff"), "a\\tb\\n\\r\\x1b\\x7f\\xff");
  EXPECT_EQ(printable("\u0085\u202e\ufeff"), "\\x85\\u202e\\ufeff");
  EXPECT_EQ(printable("防護 ä"), "防護 ä");
  EXPECT_EQ(printable("\xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xe9\x98"),
            "\\xc0\\x80 \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80 \\xe9\\x98")
      << "overlong, surrogate, beyond Unicode, cut off";
  EXPECT_EQ(display_width("防護 ä"), 6U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
}

}  // namespace sealring::core
