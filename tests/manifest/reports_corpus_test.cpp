// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/readers/reports.h"
#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

using namespace testing;

std::string outcome(const std::string& format, const std::string& file, ReportFacts& facts) {
  core::CollectingSink sink;
  const auto read = find_report_reader(format)(read_file(corpus() / file), file, sink);
  if (read) facts = *read;
  return sink.findings.empty() ? "" : std::string(sink.findings[0].code->id);
}

TEST(RealReports, cocotb) {
  ReportFacts facts;
  EXPECT_EQ(outcome("junit", "cocotb/results-cocotb1-pass.xml", facts), "");
  EXPECT_EQ(facts.tests.size(), 1U);
  EXPECT_EQ(facts.errors, 0U);
  EXPECT_EQ(outcome("junit", "cocotb/results-cocotb2-mixed.xml", facts), "");
  EXPECT_EQ(facts.tests.size(), 5U);
  EXPECT_EQ(facts.errors, 2U);
  EXPECT_EQ(outcome("junit", "cocotb/results-cocotb1-fail-synthetic.xml", facts), "");
  EXPECT_EQ(facts.errors, 1U);
  EXPECT_EQ(outcome("junit", "cocotb/results-cocotb1-truncated-synthetic.xml", facts), "MAN-0701");
  EXPECT_EQ(outcome("junit", "cocotb/results-cocotb1-zero-tests-synthetic.xml", facts), "MAN-0702");
}

TEST(RealReports, coverage_files) {
  ReportFacts facts;
  for (const auto& entry : fs::directory_iterator(corpus() / "verilator")) {
    const std::string text = read_file(entry.path());
    core::CollectingSink sink;
    const auto read = read_verilator(text, entry.path().filename(), sink);
    const bool data = text.starts_with("# SystemC::Coverage-3\n");
    EXPECT_EQ(read.has_value(), data) << entry.path() << spoken(sink);
    if (!data) {
      EXPECT_CODE(sink, "MAN-0703");
    }
  }
  for (const auto& entry : fs::directory_iterator(corpus() / "lcov")) {
    core::CollectingSink sink;
    const auto read = read_lcov(read_file(entry.path()), entry.path().filename(), sink);
    ASSERT_TRUE(read) << spoken(sink);
    EXPECT_GT(read->bins.size(), 10U);
  }
}

TEST(RealReports, every_prefix_is_damaged_empty_or_whole_and_never_crashes) {
  for (const auto& [format, file] : std::vector<std::pair<std::string, std::string>>{
           {"junit", "cocotb/results-cocotb2-mixed.xml"},
           {"lcov", "lcov/t_cover_line_cc.info.out"},
           {"verilator", "verilator/t_cover_main.out"}}) {
    const std::string text = read_file(corpus() / file);
    for (std::size_t size = 0; size < text.size(); size += 1 + size / 40) {
      core::CollectingSink sink;
      const auto read = find_report_reader(format)(text.substr(0, size), file, sink);
      EXPECT_EQ(read.has_value(), sink.findings.empty());
      if (format == "junit") {
        EXPECT_FALSE(read) << size;
      }
    }
  }
}

}  // namespace
}  // namespace sealring::manifest
