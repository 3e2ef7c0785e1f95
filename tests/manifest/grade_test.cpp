// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/grade.h"

#include "core/files/digest.h"
#include "manifest/ledger.h"
#include "manifest/totals.h"
#include "tests/manifest/workbench.h"

namespace sealring::manifest {
namespace {

using namespace testing;

/// A task with one source file and one stimulus, and submissions made by scripts.
struct Task {
  Workbench bench;
  std::string policy_text =
      "schema: sealring.policy/1\ntask: t\nstage: custom\nrunners: [runner]\n"
      "inputs:\n  - {role: rtl, files: [rtl.v]}\n  - {role: stimulus, files: [stim], any: true}\n";
  std::string evidence =
      "checker: {role: scoreboard}\ncoverage: {role: coverage, percent: 50, bins: [a, b, c, d]}\n";
  std::string extra_body;

  Task() {
    write_file(bench / "rtl.v", "module m; endmodule\n");
    write_file(bench / "stim", "1\n2\n");
  }

  std::string trace = R"({"schema":"sealring.trace/1","data":[1,2]})";
  std::string bins = R"({"a":1,"b":2,"c":0})";
  std::string board = R"("comparisons":2,"mismatches":0,"errors":0)";
  std::string digest_of_trace;  ///< empty: the right one

  /// Runs and seals a submission under `name`.
  std::string submit(const std::string& name) {
    const std::string sha = digest_of_trace.empty() ? core::sha256_hex(trace) : digest_of_trace;
    write_file(bench / "made/trace.json", trace);
    write_file(bench / "made/coverage.json", R"({"schema":"sealring.coverage/1","trace_sha256":")" +
                                                 sha + R"(","bins":)" + bins + "}");
    write_file(bench / "made/scoreboard.json",
               R"({"schema":"sealring.scoreboard/1","trace_sha256":")" + sha + "\"," + board + "}");
    std::string body =
        "inputs:\n  - {role: rtl, path: rtl.v}\n  - {role: stimulus, path: stim}\n"
        "  - {role: made, path: made/trace.json}\n  - {role: made, path: made/coverage.json}\n"
        "  - {role: made, path: made/scoreboard.json}\n"
        "reports:\n  - {role: trace, path: r/trace.json, format: trace}\n"
        "  - {role: coverage, path: r/coverage.json, format: coverage}\n"
        "  - {role: scoreboard, path: r/scoreboard.json, format: scoreboard}\n" +
        extra_body;
    bench.describe(body);
    return bench.sealed("mkdir r; cp made/*.json r/", name);
  }

  std::optional<Policy> policy(core::Sink& sink) const {
    write_file(bench / "policy.yaml", policy_text + evidence);
    return read_policy(bench.reader(), bench / "policy.yaml", sink);
  }

  GradeResult graded(const std::vector<std::string>& names, GradeOptions options = {},
                     bool with_workspace = false) const {
    core::CollectingSink sink;
    const auto read = policy(sink);
    EXPECT_TRUE(read) << spoken(sink);
    std::vector<fs::path> folders;
    for (const std::string& name : names) folders.push_back(bench / name);
    return grade(bench.reader(), folders, *read, bench.trust(), options,
                 with_workspace ? std::optional(bench.workspace()) : std::nullopt,
                 core::SystemClock(), sink);
  }

  std::vector<std::string> codes(const std::string& name) const {
    return reason_codes(graded({name}).graded.at(0).judgement);
  }
  core::Verdict verdict(const std::string& name) const {
    return graded({name}).graded.at(0).judgement.verdict;
  }
};

using Codes = std::vector<std::string>;

TEST(Grade, a_good_submission_passes) {
  Task task;
  task.submit("s");
  const GradeResult result = task.graded({"s"});
  EXPECT_EQ(result.graded[0].judgement.verdict, core::Verdict::kPass);
  EXPECT_EQ(result.graded[0].bins_hit, 2U);
  EXPECT_EQ(result.graded[0].bins_planned, 4U);
  EXPECT_EQ(result.graded[0].missing_bins, (Codes{"c", "d"}));
  EXPECT_EQ(result.best, "s");
}

TEST(Grade, each_refusal_has_its_own_code) {
  {
    Task task;
    task.board = R"("comparisons":0,"mismatches":0,"errors":0)";
    task.submit("s");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0507"});
    EXPECT_EQ(task.verdict("s"), core::Verdict::kInconclusive);
  }
  {
    Task task;
    task.board = R"("comparisons":2)";
    task.submit("s");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0512"});
    EXPECT_EQ(task.verdict("s"), core::Verdict::kInconclusive);
  }
  {
    Task task;
    task.board = R"("comparisons":2,"mismatches":1,"errors":0)";
    task.submit("s");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0511"});
  }
  {
    Task task;
    task.submit("s");
    task.evidence.replace(task.evidence.find("role: scoreboard"), 16, "role: monitor");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0506"});
  }
  {
    Task task;
    task.digest_of_trace = kSha;
    task.submit("s");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0508"});
  }
  {
    Task task;
    task.bins = R"({"a":1})";
    task.submit("s");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0510"});
  }
  {
    Task task;
    task.submit("s");
    write_file(task.bench / "rtl.v", "newer");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0504"});
    write_file(task.bench / "rtl.v", "module m; endmodule\n");
    write_file(task.bench / "stim", "newer");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0505"});
  }
  {
    Task task;
    task.submit("s");
    task.policy_text.replace(task.policy_text.find("task: t"), 7, "task: u");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0513"});
  }
  {
    Task task;
    task.submit("s");
    task.policy_text.replace(task.policy_text.find("[runner]"), 8, "[other]");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0208"});
  }
  {
    Task task;
    task.extra_body = "sandbox: none\n";
    task.submit("s");
    EXPECT_EQ(task.codes("s"), Codes{"MAN-0518"});
    task.policy_text += "sandbox: any\n";
    EXPECT_EQ(task.codes("s"), Codes{});
  }
}

TEST(Grade, the_weak_rule_is_marked_and_never_signed) {
  Task task;
  task.submit("s");
  write_file(task.bench / "rtl.v", "newer");
  core::CollectingSink sink;
  const auto read = task.policy(sink);
  GradeOptions options;
  options.weak = true;
  options.key = task.bench / "grader.key";
  const GradeResult result =
      grade(task.bench.reader(), {task.bench / "s"}, *read, task.bench.trust(), options,
            task.bench.workspace(), core::SystemClock(), sink);
  EXPECT_EQ(result.graded[0].judgement.verdict, core::Verdict::kPass);
  EXPECT_FALSE(result.graded[0].signed_verdict);
  EXPECT_CODE(sink, "MAN-0517");
}

TEST(Grade, hidden_values_are_compared_and_never_shown_to_the_producer) {
  Task task;
  task.evidence += "expected: hidden.json\n";
  write_file(task.bench / "hidden.json",
             R"({"schema":"sealring.expected/1","cases":[{"stimulus_sha256":")" +
                 core::sha256_hex("1\n2\n") + R"(","data":[1,424242]}]})");
  task.submit("s");
  const auto said = [&](bool auditor) {
    GradeOptions options;
    options.auditor = auditor;
    const GradeResult result = task.graded({"s"}, options);
    EXPECT_EQ(reason_codes(result.graded[0].judgement), Codes{"MAN-0509"});
    std::string text;
    for (const core::Finding& reason : result.graded[0].judgement.reasons) {
      text += reason.message;
      for (const core::Note& note : reason.notes) text += note.message;
    }
    return text;
  };
  EXPECT_EQ(said(false).find("424242"), std::string::npos);
  EXPECT_NE(said(true).find("424242"), std::string::npos);
}

TEST(Grade, verdicts_are_signed_statements_in_the_ledger_and_queries_are_counted) {
  Task task;
  task.submit("good");
  GradeOptions options;
  options.key = task.bench / "grader.key";
  options.grader = "grader";
  options.verdict_dir = task.bench / "verdicts";
  GradeResult result = task.graded({"good"}, options, true);
  EXPECT_TRUE(result.graded[0].signed_verdict);
  EXPECT_EQ(result.queries, 1U);
  EXPECT_TRUE(fs::exists(task.bench / "verdicts/good.verdict.dsse.json"));
  core::CollectingSink sink;
  const LedgerCheck check =
      ledger_verify(task.bench.workspace(), task.bench.trust(), task.bench.reader(), {}, sink);
  EXPECT_EQ(check.signatures, 2U);
  EXPECT_SILENT(sink);
  // The best one stays marked when a later one fails, and when it is not even graded again.
  task.bins = R"({"a":1})";
  task.submit("later");
  result = task.graded({"later"}, options, true);
  EXPECT_EQ(result.graded[0].judgement.verdict, core::Verdict::kFail);
  EXPECT_EQ(result.best, "good");
  EXPECT_EQ(result.best_bins, 2U);
  // Graded again under its own name it is the same submission; under another name it is a replay.
  result = task.graded({"good"}, options, true);
  EXPECT_EQ(result.queries, 2U);
  EXPECT_EQ(result.graded[0].judgement.verdict, core::Verdict::kPass);
  fs::copy(task.bench / "good", task.bench / "copied", fs::copy_options::recursive);
  result = task.graded({"copied"}, options, true);
  EXPECT_EQ(reason_codes(result.graded[0].judgement), Codes{"MAN-0516"});
}

TEST(Grade, one_run_counts_once) {
  Task task;
  task.submit("a");
  fs::copy(task.bench / "a", task.bench / "b", fs::copy_options::recursive);
  const GradeResult result = task.graded({"a", "b"});
  EXPECT_EQ(result.graded[0].judgement.verdict, core::Verdict::kPass);
  EXPECT_EQ(reason_codes(result.graded[1].judgement), Codes{"MAN-0516"});
  // The same reports under a second run are flagged.
  task.submit("c");
  const GradeResult again = task.graded({"a", "c"});
  EXPECT_EQ(again.graded[1].judgement.reasons.at(0).code->id, "MAN-0516");
  EXPECT_EQ(again.graded[1].judgement.reasons.at(0).severity, core::Severity::kWarning);
}

TEST(Grade, what_is_not_there_is_an_error) {
  Task task;
  task.submit("a");
  EXPECT_EQ(task.verdict("nowhere"), core::Verdict::kError);
  fs::create_directories(task.bench / "empty");
  EXPECT_EQ(task.codes("empty"), Codes{"MAN-0501"});
}

TEST(Grade, policies_that_demand_nothing_are_refused) {
  Task task;
  const auto fails = [&] {
    core::CollectingSink sink;
    EXPECT_FALSE(task.policy(sink));
    return sink.findings.empty() ? "" : std::string(sink.findings[0].code->id);
  };
  task.evidence = "";
  EXPECT_EQ(fails(), "MAN-0519");
  task.evidence = "checker: {}\ncoverage: {role: c}\n";
  EXPECT_EQ(fails(), "MAN-0519");
  task.evidence = "checker: {}\n";
  task.policy_text = "schema: sealring.policy/1\ntask: t\nstage: custom\nrunners: [runner]\n";
  EXPECT_EQ(fails(), "MAN-0519");
  task.policy_text += "inputs:\n  - {role: rtl}\n";
  EXPECT_EQ(fails(), "MAN-0519");
}

TEST(Totals, coverage_is_the_union_of_what_may_count) {
  Task task;
  task.bins = R"({"a":1,"b":2})";
  task.submit("ab");
  task.trace = R"({"schema":"sealring.trace/1","data":[1,2,3]})";
  task.bins = R"({"c":4})";  // short alone, good in the union
  task.submit("c");
  task.trace = R"({"schema":"sealring.trace/1","data":[1,2,3,4]})";
  task.bins = R"({"c":9,"d":9})";
  task.board = R"("comparisons":2,"mismatches":1,"errors":0)";
  task.submit("wrong");
  core::CollectingSink sink;
  const auto policy = task.policy(sink);
  const auto totals = [&](const Codes& names) {
    std::vector<fs::path> folders;
    for (const std::string& name : names) folders.push_back(task.bench / name);
    return total_coverage(task.bench.reader(), folders, *policy, task.bench.trust());
  };
  EXPECT_EQ(totals({"ab", "c", "wrong"}).bins_hit, 3U);
  EXPECT_EQ(totals({"wrong", "c", "ab"}).hits, totals({"ab", "c", "wrong"}).hits);
  EXPECT_EQ(totals({"ab", "c", "wrong"}).hits.at("c"), 4U);
  EXPECT_EQ(totals({"wrong"}).bins_hit, 0U);
  EXPECT_EQ(totals({"wrong"}).bins_planned, 4U);
}

TEST(Totals, cost_counts_every_run_and_divides_by_the_accepted) {
  Task task;
  task.extra_body = "set_environment: {X: y}\nlicence: {feature: sim}\n";
  task.submit("a");
  task.board = R"("comparisons":2,"mismatches":1,"errors":0)";
  task.submit("refused");
  core::CollectingSink sink;
  (void)task.bench.shell("exit 1", sink);
  const auto policy = task.policy(sink);
  core::CollectingSink found;
  const auto totals = total_cost(task.bench.reader(), {task.bench / "a", task.bench / "refused"},
                                 *policy, task.bench.trust(), task.bench.workspace(), found);
  ASSERT_TRUE(totals) << spoken(found);
  EXPECT_EQ(totals->runs, 3U);
  EXPECT_EQ(totals->accepted, 1U);
  EXPECT_GE(totals->wall_ms, totals->licence_held_ms);
  task.policy_text.replace(task.policy_text.find("task: t"), 7, "task: u");
  const auto other = task.policy(found);
  EXPECT_FALSE(total_cost(task.bench.reader(), {}, *other, task.bench.trust(),
                          task.bench.workspace(), found));
  EXPECT_CODE(found, "MAN-0606");
  EXPECT_EQ(share_text(160, 2), "80.00");
  EXPECT_EQ(share_text(1, 3), "0.33");
  EXPECT_EQ(share_text(2, 3), "0.67");
  EXPECT_EQ(share_text(1999, 1000), "2.00");
  EXPECT_EQ(share_text(5, 0), "-");
}

// The runner's identity is mandatory in a policy.
TEST(Grade, case_manifest_49) {
  Task task;
  task.policy_text.replace(task.policy_text.find("runners: [runner]\n"), 18, "");
  core::CollectingSink sink;
  EXPECT_FALSE(task.policy(sink));
  EXPECT_CODE(sink, "MAN-0519");
}

/// A submission whose only report is a JUnit file.
void submit_junit(Task& task, const std::string& xml, const std::string& name = "s") {
  write_file(task.bench / "results.xml", xml);
  task.bench.describe(
      "inputs:\n  - {role: rtl, path: rtl.v}\n  - {role: stimulus, path: stim}\n"
      "  - {role: made, path: results.xml}\n"
      "reports:\n  - {role: tests, path: r/results.xml, format: junit}");
  task.bench.sealed("mkdir r; cp results.xml r/", name);
  task.evidence = "tests: [m.a, m.b]\nclean: [tests]\n";
}

// The verdict comes from the report, never from the exit status: this run ended with 0.
TEST(Grade, case_manifest_1) {
  Task task;
  submit_junit(
      task,
      R"(<testsuite><testcase classname="m" name="a"/><testcase classname="m" name="b"><failure/>
</testcase></testsuite>)");
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0511"});
}
// A test that logs a failure without raising: its test case passes, and the report of the checker says otherwise.
TEST(Grade, case_manifest_12) {
  Task task;
  task.board = R"("comparisons":9,"mismatches":0,"errors":3)";
  task.submit("s");
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0511"});
}
// Tests that were skipped or left out have not passed.
TEST(Grade, case_manifest_10) {
  Task task;
  submit_junit(
      task,
      R"(<testsuite><testcase classname="m" name="a"/><testcase classname="m" name="b"><skipped/>
</testcase></testsuite>)");
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0515"});
  submit_junit(task, R"(<testsuite><testcase classname="m" name="a"/></testsuite>)", "t");
  EXPECT_EQ(task.codes("t"), Codes{"MAN-0515"});
}
// A middle stage that failed is a run of its own that can never be sealed; the last stage cannot hide it.
TEST(Grade, case_manifest_9) {
  Task task;
  task.bench.describe("");
  core::CollectingSink sink;
  const auto middle = task.bench.shell("echo half > o; false", sink);
  EXPECT_FALSE(task.bench.seal(middle->id, sink, "middle"));
  fs::create_directories(task.bench / "middle");
  EXPECT_EQ(task.codes("middle"), Codes{"MAN-0501"});
}
// Four verdicts, strict unless asked otherwise.
TEST(Grade, case_manifest_19) {
  EXPECT_EQ(core::to_string(core::Verdict::kInconclusive), "INCONCLUSIVE");
  EXPECT_FALSE(GradeOptions{}.weak);
}
// Nothing to grade against is not a pass.
TEST(Grade, case_manifest_16) {
  EXPECT_EQ(exit_status({}), 2);
  Task task;
  write_file(task.bench / "policy.yaml", "schema: sealring.policy/1\n");
  core::CollectingSink sink;
  EXPECT_FALSE(read_policy(task.bench.reader(), task.bench / "policy.yaml", sink));
}
// One ordered list of reasons: what was expected, what was found, in which file.
TEST(Grade, case_manifest_48) {
  Task task;
  task.bins = R"({"a":1})";
  task.board = R"("comparisons":2,"mismatches":0,"errors":1)";
  task.submit("s");
  write_file(task.bench / "rtl.v", "newer");
  EXPECT_EQ(task.codes("s"), (Codes{"MAN-0504", "MAN-0511", "MAN-0510"}));
}
// A run is bound to its inputs: it cannot be handed in for a task whose files are others.
TEST(Grade, case_manifest_31) {
  Task task;
  task.submit("s");
  write_file(task.bench / "rtl.v", "the other branch");
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0504"});
}
// A changed source is never taken for the one that was simulated.
TEST(Grade, case_manifest_22) {
  Task task;
  write_file(task.bench / "rtl.v", "old");
  task.submit("s");
  write_file(task.bench / "rtl.v", "new");
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0504"});
}
// Failing runs bring nothing into the coverage, and no share of bins exceeds the plan.
TEST(Grade, case_manifest_55) {
  Task task;
  task.bins = R"({"a":1,"a2":5,"b":9,"zz":1})";
  task.submit("s");
  const GradeResult result = task.graded({"s"});
  EXPECT_EQ(result.graded[0].bins_hit, 2U);
  EXPECT_LE(result.graded[0].bins_hit, result.graded[0].bins_planned);
}
// No accepted report at all: coverage is nothing, with a reason.
TEST(Grade, case_manifest_58) {
  Task task;
  submit_junit(
      task,
      R"(<testsuite><testcase classname="m" name="a"/><testcase classname="m" name="b"/></testsuite>)");
  task.evidence += "coverage: {role: coverage, percent: 50}\n";
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0512"});
  EXPECT_EQ(task.verdict("s"), core::Verdict::kInconclusive);
}
// The twelve holes of a comparable tool: no required statement, no step, only the last duplicate looked at, names by
// prefix and so on. Each is a refusal here.
TEST(Grade, case_manifest_51) {
  Task task;
  task.submit("s");
  const std::string manifest = read_file(task.bench / "s/manifest.dsse.json");
  fs::remove(task.bench / "s/manifest.dsse.json");
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0501"});  // nothing attested
  write_file(task.bench / "s/manifest.dsse.json", manifest);
  Task lists_none = Task();
  lists_none.policy_text = "schema: sealring.policy/1\ntask: t\nstage: custom\nrunners: [runner]\n";
  core::CollectingSink sink;
  EXPECT_FALSE(lists_none.policy(sink));  // nothing demanded
  task.policy_text.replace(task.policy_text.find("[runner]"), 8, "[run]");
  EXPECT_EQ(task.codes("s"), Codes{"MAN-0208"});  // a name is not its prefix
}

}  // namespace
}  // namespace sealring::manifest
