// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/seal.h"

#include <sys/stat.h>

#include "core/files/digest.h"
#include "manifest/formats/base64.h"
#include "manifest/ledger.h"
#include "manifest/signing/dsse.h"
#include "manifest/store/receipt.h"
#include "manifest/verify.h"
#include "tests/manifest/workbench.h"

namespace sealring::manifest {
namespace {

using namespace testing;

std::vector<std::string> verify_codes(const Workbench& bench,
                                      const std::string& what = "submission") {
  const VerifyResult result = verify(bench.reader(), {bench / what}, bench.trust());
  std::vector<std::string> all;
  for (const Judgement& judgement : result.judgements) {
    for (const std::string& code : reason_codes(judgement)) all.push_back(code);
  }
  return all;
}

core::Verdict verdict(const Workbench& bench, const std::string& what = "submission") {
  return verify(bench.reader(), {bench / what}, bench.trust()).judgements.at(0).verdict;
}

TEST(Seal, a_completed_run_is_sealed_stored_entered_and_verifies) {
  const Workbench bench;
  bench.describe("");
  const std::string id = bench.sealed("mkdir r; echo data > r/report; chmod +x r/report");
  EXPECT_EQ(verdict(bench), core::Verdict::kPass);
  EXPECT_EQ(read_file(bench / "submission/r/report"), "data\n");
  const std::string sha = core::sha256_hex("data\n");
  EXPECT_EQ(read_file(bench / (".sealring/cas/" + sha.substr(0, 2) + "/" + sha.substr(2))),
            "data\n");
  struct stat status{};
  ::stat((bench / "submission/r/report").c_str(), &status);
  EXPECT_NE(status.st_mode & S_IXUSR, 0U);
  core::CollectingSink sink;
  const auto log = ledger_log(bench.workspace(), false, sink);
  ASSERT_TRUE(log);
  ASSERT_EQ(log->size(), 1U);
  EXPECT_EQ((*log)[0].key, id);
}

TEST(Seal, the_openssl_command_verifies_the_manifest) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("echo data > o");
  core::CollectingSink sink;
  const auto envelope =
      parse_envelope(read_file(bench / "submission/manifest.dsse.json"), "m", sink);
  ASSERT_TRUE(envelope);
  write_file(bench / "pae", pre_authentication_encoding(envelope->payload_type, envelope->payload));
  write_file(bench / "sig", envelope->signatures[0].signature);
  const std::string command =
      "cd " + bench.path().string() +
      " && openssl pkeyutl -verify -pubin -inkey runner.key.pub -rawin -in pae "
      "-sigfile sig > /dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(Seal, sealing_again_gives_the_same_manifest) {
  const Workbench bench;
  bench.describe("");
  const std::string id = bench.sealed("echo data > o");
  const std::string first = read_file(bench / "submission/manifest.dsse.json");
  core::CollectingSink sink;
  const auto again = bench.seal(id, sink, "second");
  ASSERT_TRUE(again) << spoken(sink);
  EXPECT_TRUE(again->already);
  EXPECT_EQ(read_file(bench / "second/manifest.dsse.json"), first);
  EXPECT_EQ(ledger_log(bench.workspace(), false, sink)->size(), 1U);
}

TEST(Seal, an_output_that_changed_after_the_run_is_refused) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto record = bench.shell("echo data > o", sink);
  const fs::path work = bench.workspace().state() / "runs" / record->id / "work";
  write_file(work / "o", "other");
  EXPECT_FALSE(bench.seal(record->id, sink));
  EXPECT_CODE(sink, "MAN-0315");
  fs::remove(work / "o");
  fs::create_symlink("/etc/passwd", work / "o");
  core::CollectingSink link;
  EXPECT_FALSE(bench.seal(record->id, link));
  EXPECT_CODE(link, "MAN-0314");
  EXPECT_TRUE(ledger_log(bench.workspace(), false, sink)->empty());
}

TEST(Seal, unknown_runs_bad_keys_and_empty_runs_are_refused) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  EXPECT_FALSE(bench.seal("x-absent", sink));
  EXPECT_CODE(sink, "MAN-0312");
  const auto record = bench.shell("true", sink);
  EXPECT_FALSE(bench.seal(record->id, sink));
  EXPECT_CODE(sink, "MAN-0313");
  EXPECT_FALSE(bench.seal(record->id, sink, "s", "absent.key"));
  EXPECT_CODE(sink, "MAN-0210");
}

TEST(Verify, every_change_of_a_submission_is_seen) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("mkdir r; echo data > r/report; echo more > r/more");
  const auto again = [&] {
    fs::remove_all(bench / "copy");
    fs::copy(bench / "submission", bench / "copy", fs::copy_options::recursive);
  };
  again();
  write_file(bench / "copy/r/report", "Data\n");
  EXPECT_EQ(verify_codes(bench, "copy"), std::vector<std::string>{"MAN-0503"});
  again();
  fs::remove(bench / "copy/r/report");
  EXPECT_EQ(verify_codes(bench, "copy"), std::vector<std::string>{"MAN-0601"});
  fs::create_symlink("more", bench / "copy/r/report");
  EXPECT_EQ(verify_codes(bench, "copy"), std::vector<std::string>{"MAN-0314"});
  again();
  fs::remove(bench / "copy/manifest.dsse.json");
  EXPECT_EQ(verify_codes(bench, "copy"), std::vector<std::string>{"MAN-0501"});
  write_file(bench / "copy/run.json", R"({"run":{"state":"timeout"}})");
  EXPECT_EQ(verify_codes(bench, "copy"), std::vector<std::string>{"MAN-0502"});
  again();
  write_file(bench / "copy/r/old", "x");  // unlisted: a warning here, an error in an audit
  EXPECT_EQ(verdict(bench, "copy"), core::Verdict::kPass);
}

/// A manifest signed by the runner's key over any payload.
void forge(const Workbench& bench, const std::string& payload, const std::string& type,
           const std::string& key = "runner.key") {
  core::CollectingSink sink;
  const auto signer = load_key(bench / key, "", sink);
  write_file(bench / "forged/manifest.dsse.json", sign_envelope(type, payload, *signer));
}

TEST(Verify, signed_statements_of_another_kind_are_refused) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("echo data > o");
  core::CollectingSink sink;
  const auto envelope =
      parse_envelope(read_file(bench / "submission/manifest.dsse.json"), "m", sink);
  const std::string good = envelope->payload;
  const auto codes = [&](std::string payload,
                         const std::string& type = std::string(kInTotoPayloadType),
                         const std::string& key = "runner.key") {
    forge(bench, payload, type, key);
    return verify_codes(bench, "forged/manifest.dsse.json");
  };
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_TRUE(codes(good).empty());
  EXPECT_EQ(codes(good, "text/plain"), std::vector<std::string>{"MAN-0203"});
  EXPECT_EQ(codes(good, std::string(kInTotoPayloadType), "grader.key"),
            std::vector<std::string>{"MAN-0206"});
  EXPECT_EQ(codes(replaced("slsa.dev/provenance/v1", "spdx.dev/Document")),
            std::vector<std::string>{"MAN-0205"});
  EXPECT_EQ(codes(replaced("urn:sealring:run:1", "urn:other:run:1")),
            std::vector<std::string>{"MAN-0205"});
  EXPECT_EQ(codes(replaced("\"builder\":{\"id\":\"runner\"", "\"builder\":{\"id\":\"other\"")),
            std::vector<std::string>{"MAN-0208"});
  EXPECT_EQ(
      codes(replaced("\"externalParameters\":{", "\"externalParameters\":{\"plusargs\":\"+x\",")),
      std::vector<std::string>{"MAN-0214"});
  EXPECT_EQ(codes(replaced("\"state\":\"completed\"", "\"state\":\"timeout\"")),
            std::vector<std::string>{"MAN-0502"});
  EXPECT_EQ(codes(replaced("Statement/v1", "Statement/v9")), std::vector<std::string>{"MAN-0204"});
  EXPECT_EQ(codes(replaced("\"wall_ms\":", "\"wall\":")), std::vector<std::string>{"MAN-0204"});
  EXPECT_EQ(codes("not json"), std::vector<std::string>{"MAN-0101"});
  // The list of outputs inside the predicate must be the list of subjects.
  EXPECT_EQ(codes(replaced("\"path\":\"o\"", "\"path\":\"p\"")),
            std::vector<std::string>{"MAN-0204"});
}

// The type of a statement is judged before anything else; an error on the way is a refusal, not a pass.
TEST(Verify, case_manifest_13) {
  const Workbench bench;
  forge(
      bench,
      R"({"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"o","digest":{"sha256":")" +
          kSha + R"("}}],"predicateType":"https://example.org/other","predicate":"?"})",
      std::string(kInTotoPayloadType));
  EXPECT_EQ(verdict(bench, "forged/manifest.dsse.json"), core::Verdict::kFail);
  EXPECT_EQ(verify_codes(bench, "forged/manifest.dsse.json"), std::vector<std::string>{"MAN-0205"});
}

// Nothing of the kind asked for: neither a pass nor status 0.
TEST(Verify, case_manifest_15) {
  const Workbench bench;
  fs::create_directories(bench / "empty");
  write_file(bench / "none.jsonl", "\n");
  EXPECT_EQ(verdict(bench, "empty"), core::Verdict::kFail);
  EXPECT_EQ(exit_status(verify(bench.reader(), {bench / "none.jsonl"}, bench.trust()).judgements),
            2);
  EXPECT_EQ(exit_status({}), 2);
}

// The signer must be the runner the statement names; a policy that names no runner is refused (see case_manifest_49
// in grade_test.cpp).
TEST(Verify, names_of_runners_are_bound_to_keys) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto record = bench.shell("echo x > o", sink);
  SealOptions options;
  options.run = record->id;
  options.key = bench / "runner.key";
  options.runner = "somebody-else";
  options.out_dir = bench / "s";
  ASSERT_TRUE(seal(bench.workspace(), options, sink));
  // The receipt's checkpoint is signed in that name as well, and no trusted log key bears it.
  EXPECT_EQ(verify_codes(bench, "s"), std::vector<std::string>{"MAN-0403"});
  fs::remove(bench / "s/receipt.tlog-proof");
  EXPECT_EQ(verify_codes(bench, "s"), std::vector<std::string>{"MAN-0208"});
}

TEST(Verify, keys_are_judged_by_the_position_the_receipt_proves) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("echo 0 > o", "s0");
  bench.sealed("echo 1 > o", "s1");
  // Checkpoints are signed by the runner's key under its id; keep it as the log's key and bound the runner.
  std::string text = read_file(bench / "trust.yaml");
  text.replace(text.find("roles: [runner, log]"), 20, "roles: [runner, log], valid_to: 0");
  write_file(bench / "trust.yaml", text);
  EXPECT_EQ(verify_codes(bench, "s0"), std::vector<std::string>{});
  EXPECT_EQ(verify_codes(bench, "s1"), std::vector<std::string>{"MAN-0207"});
  fs::remove(bench / "s0/receipt.tlog-proof");
  EXPECT_EQ(verify_codes(bench, "s0"), std::vector<std::string>{"MAN-0207"});
}

TEST(Receipt, a_changed_receipt_proves_nothing) {
  const Workbench bench;
  bench.describe("");
  for (int i = 0; i < 3; ++i)
    bench.sealed("echo " + std::to_string(i) + " > o", "s" + std::to_string(i));
  core::CollectingSink sink;
  const std::string good = read_file(bench / "s2/receipt.tlog-proof");
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"index 2", "index 1"}, {"index 2", "index 02"}, {"tlog-proof@v1", "tlog-proof@v2"}}) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    write_file(bench / "s2/receipt.tlog-proof", text);
    EXPECT_EQ(verify_codes(bench, "s2"), std::vector<std::string>{"MAN-0405"}) << to;
  }
  write_file(bench / "s2/receipt.tlog-proof", read_file(bench / "s1/receipt.tlog-proof"));
  EXPECT_EQ(verify_codes(bench, "s2"), std::vector<std::string>{"MAN-0405"});
  write_file(bench / "s2/receipt.tlog-proof", good.substr(0, good.find("\n\n") + 1));
  EXPECT_EQ(verify_codes(bench, "s2"), std::vector<std::string>{"MAN-0405"});
}

TEST(Bundle, export_and_verify_many_manifests) {
  const Workbench bench;
  bench.describe("");
  const std::string a = bench.sealed("echo a > o", "");
  bench.sealed("echo b > o", "");
  core::CollectingSink sink;
  const auto all = export_bundle(bench.workspace(), {}, sink);
  ASSERT_TRUE(all) << spoken(sink);
  write_file(bench / "all.intoto.jsonl", *all);
  const VerifyResult result = verify(bench.reader(), {bench / "all.intoto.jsonl"}, bench.trust());
  EXPECT_EQ(result.judgements.size(), 2U);
  EXPECT_EQ(exit_status(result.judgements), 0);
  EXPECT_EQ(std::count(all->begin(), all->end(), '\n'), 2);
  EXPECT_TRUE(export_bundle(bench.workspace(), {a}, sink));
  EXPECT_FALSE(export_bundle(bench.workspace(), {"x-absent"}, sink));
  EXPECT_CODE(sink, "MAN-0312");
}

// What is hashed is the copy that is stored, from one descriptor: size and digest belong together.
TEST(Seal, case_manifest_36) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("head -c 300000 /dev/urandom > o");
  core::CollectingSink sink;
  EXPECT_EQ(ledger_verify(bench.workspace(), bench.trust(), bench.reader(), {}, sink).contents, 2U);
  EXPECT_SILENT(sink);
}
TEST(Seal, case_manifest_43) {
  const Workbench bench;
  write_file(bench / "target", std::string(5000, 'x'));
  bench.describe("");
  core::CollectingSink sink;
  EXPECT_EQ(bench.shell("ln -s ../../../../target o", sink)->state, RunState::kFailed);
  EXPECT_CODE(sink, "MAN-0314");
}
// Digests are of raw bytes: line ends count.
TEST(Seal, case_manifest_37) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto unix_ends = bench.shell("printf 'a\\n' > o", sink);
  const auto dos_ends = bench.shell("printf 'a\\r\\n' > o", sink);
  EXPECT_NE(unix_ends->outputs[0].sha256, dos_ends->outputs[0].sha256);
  EXPECT_EQ(dos_ends->outputs[0].sha256, core::sha256_hex("a\r\n"));
}
// Links to folders and dangling links are refused with the name of the link.
TEST(Seal, case_manifest_40) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  EXPECT_EQ(bench.shell("mkdir d; echo x > d/f; ln -s d e", sink)->state, RunState::kFailed);
  ASSERT_CODE_AT(sink, "MAN-0314", "e");
}
TEST(Seal, case_manifest_42) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  EXPECT_EQ(bench.shell("ln -s nowhere dangling", sink)->state, RunState::kFailed);
  ASSERT_CODE_AT(sink, "MAN-0314", "dangling");
}
// The digests of inputs and outputs are in the record that closes the run, not added later.
TEST(Seal, case_manifest_25) {
  const Workbench bench;
  write_file(bench / "in", "x");
  bench.describe("inputs:\n  - {role: text, path: in}");
  core::CollectingSink sink;
  const auto record = bench.shell("cp in o", sink);
  const auto kept = find_run(bench.workspace(), record->id, sink);
  EXPECT_EQ(kept->outputs[0].sha256, core::sha256_hex("x"));
  EXPECT_EQ(kept->inputs[0].sha256, core::sha256_hex("x"));
}
// The outputs of one run stand in one statement: a report cannot be moved under another manifest.
TEST(Verify, case_manifest_46) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("mkdir r; echo a > r/one; echo b > r/two", "s1");
  bench.sealed("mkdir r; echo c > r/one; echo d > r/two", "s2");
  write_file(bench / "s1/r/two", read_file(bench / "s2/r/two"));
  EXPECT_EQ(verify_codes(bench, "s1"), std::vector<std::string>{"MAN-0503"});
}

}  // namespace
}  // namespace sealring::manifest
