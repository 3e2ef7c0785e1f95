// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/verify.h"
#include "tests/manifest/workbench.h"

// Runs with many outputs are copied into the store by two threads.
namespace sealring::manifest {
namespace {

using namespace testing;

TEST(SealThreads, many_outputs_are_stored_whole_whoever_copies_them) {
  const Workbench bench;
  bench.describe("");
  // Every third file has the content of another one, so both threads may store the same.
  bench.sealed("i=0; while [ $i -lt 300 ]; do echo $((i % 200)) > f$i; i=$((i + 1)); done");
  const VerifyResult result = verify(bench.reader(), {bench / "submission"}, bench.trust());
  EXPECT_EQ(exit_status(result.judgements), 0);
  EXPECT_EQ(result.files, 300U);
}

TEST(SealThreads, the_first_output_that_cannot_be_stored_is_the_one_reported) {
  const Workbench bench;
  bench.describe("");
  core::CollectingSink sink;
  const auto record =
      bench.shell("i=100; while [ $i -lt 400 ]; do echo $i > f$i; i=$((i + 1)); done", sink);
  ASSERT_TRUE(record) << spoken(sink);
  const fs::path work = bench.workspace().state() / "runs" / record->id / "work";
  for (const char* name : {"f130", "f250", "f399"}) {
    fs::permissions(work / name, fs::perms(0644));
    write_file(work / name, "other");
  }
  for (int round = 0; round < 3; ++round) {
    core::CollectingSink refused;
    EXPECT_FALSE(bench.seal(record->id, refused));
    ASSERT_CODE_AT(refused, "MAN-0315", "f130");
    EXPECT_EQ(refused.findings.size(), 1U);
  }
}

}  // namespace
}  // namespace sealring::manifest
