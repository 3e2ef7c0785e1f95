// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/readers/reports.h"

#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

using namespace testing;

struct Read {
  std::optional<ReportFacts> facts;
  std::string code;
};

Read read(const std::string& format, const std::string& text) {
  core::CollectingSink sink;
  Read result{find_report_reader(format)(text, "r", sink), ""};
  EXPECT_EQ(result.facts.has_value(), sink.findings.empty()) << spoken(sink);
  if (!sink.findings.empty()) result.code = sink.findings[0].code->id;
  return result;
}

TEST(Reports, unknown_formats_have_no_reader) {
  EXPECT_EQ(find_report_reader("vcd"), nullptr);
  EXPECT_EQ(report_formats().size(), 8U);
}

TEST(Reports, nothing_is_never_a_report) {
  for (const std::string& format : report_formats()) {
    EXPECT_EQ(read(format, "").code, "MAN-0702") << format;
  }
}

TEST(Reports, junit_counts_elements) {
  const Read r =
      read("junit", R"(<testsuites><testsuite name="all"><testcase classname="t" name="a"/>
<testcase classname="t" name="b"><failure message="dout 7 != 8"/></testcase>
<testcase name="c"><error/></testcase><testcase name="d"><skipped/></testcase></testsuite></testsuites>)");
  ASSERT_TRUE(r.facts);
  ASSERT_EQ(r.facts->tests.size(), 4U);
  EXPECT_EQ(r.facts->tests[0].name, "t.a");
  EXPECT_EQ(r.facts->tests[1].outcome, TestOutcome::kFailed);
  EXPECT_EQ(r.facts->tests[1].detail, "dout 7 != 8");
  EXPECT_EQ(r.facts->tests[2].outcome, TestOutcome::kErrored);
  EXPECT_EQ(r.facts->tests[3].outcome, TestOutcome::kSkipped);
  EXPECT_EQ(r.facts->errors, 2U);
  EXPECT_EQ(r.facts->comparisons, 3U);
}

TEST(Reports, junit_faults) {
  EXPECT_EQ(read("junit", "<testsuites><testsuite>").code, "MAN-0701");
  EXPECT_EQ(read("junit", "<testsuites/>").code, "MAN-0702");
  EXPECT_EQ(read("junit", "<coverage/>").code, "MAN-0703");
  EXPECT_EQ(read("junit", R"(<testsuite tests="3"><testcase name="a"/></testsuite>)").code,
            "MAN-0701");
  EXPECT_EQ(
      read("junit", R"(<testsuite tests="1" failures="1"><testcase name="a"/></testsuite>)").code,
      "MAN-0701");
}

// Pass is a test case without failure, error or skip; it is found by its name.
TEST(Reports, case_manifest_3) {
  const Read r = read("junit", R"(<testsuites><testsuite><testcase classname="m" name="t" time="0.1"
 sim_time_ns="18.0"></testcase></testsuite></testsuites>)");
  EXPECT_EQ(r.facts->tests[0].name, "m.t");
  EXPECT_EQ(r.facts->tests[0].outcome, TestOutcome::kPassed);
}
// An expected failure is a class of its own.
TEST(Reports, case_manifest_4) {
  const Read r =
      read("junit", R"(<testsuite><testcase name="t"><skipped type="pytest.xfail" message="known"/>
</testcase></testsuite>)");
  EXPECT_EQ(r.facts->tests[0].outcome, TestOutcome::kExpectedFailure);
}
// Zero tests is not all tests passed.
TEST(Reports, case_manifest_7) {
  EXPECT_EQ(read("junit", R"(<testsuites><testsuite name="all" tests="0"/></testsuites>)").code,
            "MAN-0702");
}

TEST(Reports, lcov) {
  const Read r =
      read("lcov",
           "TN:x\nSF:a.v\nDA:3,5\nDA:4,0\nBRDA:4,0,0,-\nFNDA:2,f\nend_of_record\nSF:a.v\nDA:3,1\n"
           "end_of_record\n");
  ASSERT_TRUE(r.facts);
  EXPECT_EQ(r.facts->bins.at("a.v:3"), 6U);
  EXPECT_EQ(r.facts->bins.at("a.v:4"), 0U);
  EXPECT_EQ(r.facts->bins.at("a.v:branch 4,0,0"), 0U);
  EXPECT_EQ(r.facts->bins.at("a.v:function f"), 2U);
  EXPECT_EQ(read("lcov", "SF:a.v\nDA:3,5\n").code, "MAN-0701");
  EXPECT_EQ(read("lcov", "SF:a.v\nDA:3\nend_of_record\n").code, "MAN-0701");
  EXPECT_EQ(read("lcov", "DA:3,5\n").code, "MAN-0701");
  EXPECT_EQ(read("lcov", "SF:a.v\nend_of_record\n").code, "MAN-0702");
  EXPECT_EQ(read("lcov", "hello\n").code, "MAN-0703");
}

TEST(Reports, verilator) {
  const std::string head = "# SystemC::Coverage-3\n";
  const std::string a =
      "C '\x01"
      "f\x02top.v\x01l\x02"
      "9' ";
  const Read r = read("verilator", head + a + "3\n" + a + "4\n");
  ASSERT_TRUE(r.facts);
  EXPECT_EQ(r.facts->bins.at("f=top.v l=9"), 7U);
  EXPECT_EQ(read("verilator", head + a + "3").code, "MAN-0701");
  EXPECT_EQ(read("verilator", head + "C 'x\n").code, "MAN-0701");
  EXPECT_EQ(read("verilator", head).code, "MAN-0702");
  EXPECT_EQ(read("verilator", a + "3\n").code, "MAN-0703");
}

// The same point twice is summed, whatever the tool's own merge does.
TEST(Reports, case_manifest_52) {
  const Read r = read("verilator", "# SystemC::Coverage-3\nC 'p' 10\nC 'q' 0\nC 'p' 1\n");
  EXPECT_EQ(r.facts->bins.at("p"), 11U);
  EXPECT_EQ(r.facts->bins.size(), 2U);
}
// No bin vanishes: every distinct key of the file is a bin.
TEST(Reports, case_manifest_54) {
  std::string text = "# SystemC::Coverage-3\n";
  for (int i = 0; i < 500; ++i)
    text += "C '\x01h\x02top.u" + std::to_string(i) + "' " + std::to_string(i % 3) + "\n";
  EXPECT_EQ(read("verilator", text).facts->bins.size(), 500U);
}

TEST(Reports, own_documents) {
  const Read trace =
      read("trace", R"({"schema":"sealring.trace/1","execution":"x","data":[1,"ab"]})");
  ASSERT_TRUE(trace.facts);
  EXPECT_EQ(trace.facts->data, (std::vector<std::string>{"1", "ab"}));
  EXPECT_EQ(read("trace", R"({"schema":"sealring.trace/1","data":[]})").code, "MAN-0702");
  EXPECT_EQ(read("trace", R"({"schema":"sealring.trace/1"})").code, "MAN-0701");
  const Read board =
      read("scoreboard", R"({"schema":"sealring.scoreboard/1","comparisons":3,"errors":0})");
  EXPECT_EQ(board.facts->comparisons, 3U);
  EXPECT_FALSE(board.facts->mismatches);
  EXPECT_EQ(read("scoreboard", R"({"schema":"sealring.scoreboard/1","errors":-1})").code,
            "MAN-0701");
  EXPECT_EQ(read("scoreboard", R"({"schema":"sealring.scoreboard/1"})").code, "MAN-0702");
  EXPECT_EQ(read("scoreboard", R"({"schema":"sealring.scoreboard/1","errors":0,"errors":5})").code,
            "MAN-0701");
  EXPECT_EQ(read("coverage", R"({"schema":"sealring.coverage/1","bins":{"a":1.5}})").code,
            "MAN-0701");
  EXPECT_EQ(read("coverage", R"({"schema":"sealring.coverage/1","bins":{}})").code, "MAN-0702");
  EXPECT_EQ(read("coverage", R"({"schema":"sealring.trace/1","bins":{}})").code, "MAN-0703");
  EXPECT_EQ(
      read("coverage", R"({"schema":"sealring.coverage/1","trace_sha256":"x","bins":{"a":1}})")
          .code,
      "MAN-0701");
}

TEST(Reports, findings_need_evidence_that_something_was_looked_at) {
  const auto document = [](const std::string& status, const std::string& checked,
                           const std::string& left) {
    return R"({"schema":"sealring.findings/1","status":")" + status +
           R"(","tool":{"verb":"stack check"},"summary":{"errors":0,"checked":)" + checked +
           R"(,"not_checked":)" + left + "},\"findings\":[]}";
  };
  EXPECT_EQ(read("findings", document("clean", R"({"bonds":10})", "[]")).facts->comparisons, 10U);
  EXPECT_EQ(read("findings", document("clean", R"({"bonds":0})", "[]")).code, "MAN-0702");
  EXPECT_EQ(read("findings", document("incomplete", R"({"bonds":10})", "[]")).code, "MAN-0702");
  EXPECT_EQ(read("findings", document("clean", R"({"bonds":10})", R"(["x"])")).code, "MAN-0702");
  EXPECT_EQ(read("findings", R"({"schema":"sealring.findings/1"})").code, "MAN-0701");
}

}  // namespace
}  // namespace sealring::manifest
