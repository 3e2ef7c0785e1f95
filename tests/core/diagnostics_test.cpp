// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <set>

#include "core/codes.h"
#include "core/diagnostics/finding.h"
#include "core/diagnostics/sink.h"
#include "core/diagnostics/suggest.h"
#include "core/diagnostics/summary.h"
#include "core/diagnostics/verdict.h"
#include "tests/support/properties.h"

namespace sealring::core {

namespace {

constexpr Code kOpen{.id = "TST-0001",
                     .slug = "open-net",
                     .severity = Severity::kError,
                     .kind = FindingClass::kDesign,
                     .owner = Owner::kDesign,
                     .means = "m",
                     .matters = "w",
                     .fix = "f",
                     .example = "e"};
constexpr Code kShort{.id = "TST-0002",
                      .slug = "short",
                      .severity = Severity::kWarning,
                      .kind = FindingClass::kDesign,
                      .owner = Owner::kTiming,
                      .means = "m",
                      .matters = "w",
                      .fix = "f",
                      .example = "e"};

bool id_is_well_formed(std::string_view id) {
  if (id.size() < 7 || id[id.size() - 5] != '-') return false;
  for (std::size_t i = 0; i < id.size(); ++i) {
    const char c = id[i];
    const std::size_t dash = id.size() - 5;
    if (i < dash && (c < 'A' || c > 'Z')) return false;
    if (i > dash && (c < '0' || c > '9')) return false;
  }
  return true;
}

}  // namespace

TEST(Codes, table_of_core_is_complete_and_ordered) {
  std::set<std::string_view> ids;
  std::set<std::string_view> slugs;
  std::string_view before;
  for (const Code* code : codes::kTable) {
    EXPECT_TRUE(id_is_well_formed(code->id) && code->id.starts_with("IO-")) << code->id;
    EXPECT_TRUE(ids.insert(code->id).second) << code->id;
    EXPECT_TRUE(slugs.insert(code->slug).second) << code->slug;
    EXPECT_LT(before, code->id) << "order";
    before = code->id;
    for (const std::string_view text :
         {code->slug, code->means, code->matters, code->fix, code->example}) {
      EXPECT_FALSE(text.empty()) << code->id;
    }
    EXPECT_EQ(code->slug.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string_view::npos)
        << code->slug;
    EXPECT_TRUE(!code->example.ends_with('.') || code->example.ends_with("...")) << code->id;
    EXPECT_EQ(code->means.back(), '.') << code->id;
  }
}

TEST(Codes, catalogue_finds_by_id_and_slug) {
  CodeCatalogue catalogue;
  catalogue.add(codes::kTable);
  EXPECT_EQ(catalogue.find("IO-0001"), &codes::kFileMissing);
  EXPECT_EQ(catalogue.find("io-0001"), &codes::kFileMissing);
  EXPECT_EQ(catalogue.find("file-missing"), &codes::kFileMissing);
  EXPECT_EQ(catalogue.find("IO-9999"), nullptr);
  EXPECT_EQ(catalogue.find(""), nullptr);
  std::size_t count = 0;
  catalogue.each([&](const Code&) { ++count; });
  EXPECT_EQ(count, codes::kTable.size());
}

TEST(Words, are_those_of_the_contract) {
  EXPECT_EQ(to_string(Severity::kWarning), "warning");
  EXPECT_EQ(parse_severity("note"), Severity::kNote);
  EXPECT_FALSE(parse_severity("Error"));
  EXPECT_EQ(to_string(FindingClass::kInput), "input");
  EXPECT_EQ(to_string(Owner::kDft), "dft");
  EXPECT_EQ(to_string(Verdict::kInconclusive), "INCONCLUSIVE");
  EXPECT_EQ(to_string(RunStatus::kIncomplete), "incomplete");
  EXPECT_EQ(to_string(RunStatus::kFailed), "failed");
}

TEST(Suggest, nearest_within_a_third) {
  const std::vector<std::string> words{"instances", "period", "clock"};
  EXPECT_EQ(closest("instnaces", words), "instances") << "one swap";
  EXPECT_EQ(closest("PERIOD", words), "period");
  EXPECT_EQ(closest("perod", words), "period");
  EXPECT_EQ(closest("voltage", words), "");
  EXPECT_EQ(closest("clocks", {"clockz", "clocka"}), "clocka") << "alphabetical on a tie";
  EXPECT_EQ(closest("x", {}), "");
  EXPECT_EQ(did_you_mean("clok", words), ", did you mean 'clock'?");
  EXPECT_EQ(did_you_mean("voltage", words), "");
}

RC_GTEST_PROP(Suggest, one_edit_in_a_long_word_is_found, ()) {
  const std::string word = *rc::gen::container<std::string>(12, rc::gen::inRange('a', 'z'));
  const auto at = *rc::gen::inRange<std::size_t>(0, 12);
  std::string typo = word;
  typo.erase(at, 1);
  RC_ASSERT(closest(typo, {word, "0123456789"}) == word);
}

TEST(Fingerprint, does_not_depend_on_line_file_or_wording) {
  const Finding a =
      make_finding(kOpen, "net 'd' is open").at({"a.yaml", 3, 4}).on("top/d", "net=d");
  const Finding b = make_finding(kOpen, "the net is open")
                        .at({"b/c.yaml", 77})
                        .on("top/d", "net=d")
                        .as(Severity::kNote);
  EXPECT_EQ(fingerprint(a), fingerprint(b));
  EXPECT_EQ(fingerprint(a).size(), 64U);
}

TEST(Fingerprint, depends_on_code_object_key_and_on_nothing_else_to_hold_on_to_the_message) {
  std::set<std::string> prints;
  prints.insert(fingerprint(make_finding(kOpen, "m").on("o", "k")));
  prints.insert(fingerprint(make_finding(kShort, "m").on("o", "k")));
  prints.insert(fingerprint(make_finding(kOpen, "m").on("o", "")));
  prints.insert(fingerprint(make_finding(kOpen, "m").on("", "o")));
  prints.insert(fingerprint(make_finding(kOpen, "m").on("ok", "")));
  prints.insert(fingerprint(make_finding(kOpen, "m")));
  prints.insert(fingerprint(make_finding(kOpen, "n")));
  EXPECT_EQ(prints.size(), 7U);
}

TEST(Finding, defaults_and_setters) {
  const Finding f = make_finding(kShort, "m")
                        .owned_by(Owner::kSpec)
                        .advise("do")
                        .note("n", {"x", 1})
                        .placed({"die", "front", 1, 2, 3})
                        .property("p", "q");
  EXPECT_EQ(f.severity, Severity::kWarning);
  EXPECT_EQ(f.owner, Owner::kSpec);
  EXPECT_EQ(f.fix, "do");
  EXPECT_EQ(f.notes.at(0).message, "n");
  EXPECT_EQ(f.where->die, "die");
  EXPECT_EQ(f.properties.at(0).second, "q");
}

TEST(Finding, output_order) {
  const auto at = [](const char* file, std::uint32_t line, const Code& code) {
    return make_finding(code, "m").at({file, line});
  };
  EXPECT_TRUE(output_order(at("a", 9, kShort), at("b", 1, kOpen)));
  EXPECT_TRUE(output_order(at("a", 2, kShort), at("a", 10, kOpen)));
  EXPECT_TRUE(output_order(at("a", 2, kOpen), at("a", 2, kShort)));
  EXPECT_FALSE(output_order(at("a", 2, kOpen), at("a", 2, kOpen)));
}

TEST(Location, text_leaves_out_what_is_not_known) {
  EXPECT_EQ(to_string(Location{"a", 1, 2, 5}), "a:1:2");
  EXPECT_EQ(to_string(Location{"a", 1}), "a:1");
  EXPECT_EQ(to_string(Location{"a", 0, 7}), "a");
  EXPECT_EQ(to_string(Location{}), "");
}

TEST(Summary, every_finding_counts_once) {
  Summary counts;
  Finding f = make_finding(kOpen, "m");
  counts.add(f);
  f.in_baseline = true;
  counts.add(f);
  f.waived_by = "reason";
  counts.add(f);
  counts.add(make_finding(kShort, "m"));
  counts.add(make_finding(kShort, "m").as(Severity::kNote));
  EXPECT_EQ(counts.errors, 1U);
  EXPECT_EQ(counts.warnings, 1U);
  EXPECT_EQ(counts.notes, 1U);
  EXPECT_EQ(counts.waived, 1U);
  EXPECT_EQ(counts.in_baseline, 1U);
  EXPECT_EQ(counts.total(), 5U);
}

TEST(Sink, counting_passes_on) {
  CollectingSink end;
  CountingSink counting(end);
  counting.report(make_finding(kOpen, "m"));
  counting.report(make_finding(kShort, "m"));
  EXPECT_EQ(counting.errors, 1U);
  EXPECT_EQ(end.findings.size(), 2U);
}

}  // namespace sealring::core
