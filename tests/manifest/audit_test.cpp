// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <chrono>
#include <thread>

#include "manifest/audit.h"

#include <set>

#include "manifest/store/stat_cache.h"
#include "tests/manifest/workbench.h"

namespace sealring::manifest {
namespace {

using namespace testing;
using Codes = std::vector<std::string>;

Codes audit_codes(const Workbench& bench, const std::vector<std::string>& folders) {
  std::vector<fs::path> paths;
  for (const std::string& folder : folders) paths.push_back(bench / folder);
  Codes all;
  for (const Judgement& judgement :
       audit(bench.reader(), paths, bench.trust(), bench.workspace()).judgements) {
    for (const std::string& code : reason_codes(judgement)) all.push_back(code);
  }
  return all;
}

TEST(Audit, unlisted_missing_and_older_files) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("mkdir r; echo old > r/drc.rpt", "first");
  bench.sealed("mkdir r; echo new > r/lvs.rpt", "all/second");
  EXPECT_EQ(audit_codes(bench, {"all"}), Codes{});
  write_file(bench / "all/second/r/notes", "mine");
  EXPECT_EQ(audit_codes(bench, {"all"}), Codes{"MAN-0514"});
  fs::rename(bench / "all/second/r/notes", bench / "all/second/notes");  // not among the reports
  EXPECT_EQ(audit_codes(bench, {"all/second"}), Codes{});
  write_file(bench / "all/second/r/drc.rpt", "old\n");
  EXPECT_EQ(audit_codes(bench, {"all"}), Codes{"MAN-0602"});
  fs::remove(bench / "all/second/r/drc.rpt");
  fs::remove(bench / "all/second/r/lvs.rpt");
  EXPECT_EQ(audit_codes(bench, {"all"}), Codes{"MAN-0601"});
}

TEST(Audit, the_same_run_twice_and_nothing_at_all) {
  const Workbench bench;
  bench.describe("");
  bench.sealed("echo x > o", "all/a");
  fs::copy(bench / "all/a", bench / "all/b", fs::copy_options::recursive);
  EXPECT_EQ(audit_codes(bench, {"all"}), Codes{"MAN-0516"});
  fs::create_directories(bench / "empty");
  EXPECT_EQ(audit_codes(bench, {"empty"}), Codes{"MAN-0606"});
}

struct Chain {
  Workbench bench;
  Chain() {
    for (const char* name : {"rtl.v", "tcl", "sdc", "lib", "elab"}) write_file(bench / name, name);
  }
  void simulate() const {
    bench.describe(
        "inputs:\n  - {role: rtl, path: rtl.v}\nwithout: {stimulus: n, checker: n, coverage-plan: "
        "n, "
        "seed: n, tool: n}",
        "simulation");
    bench.sealed("echo ok > log", "all/sim");
  }
  void synthesise() const {
    bench.describe(
        "inputs:\n  - {role: rtl, path: rtl.v}\n  - {role: script, path: tcl}\n  - {role: sdc, "
        "path: sdc}\n"
        "  - {role: library, path: lib}\n  - {role: elaboration, path: elab}\nwithout: {tool: n}\n"
        "reports:\n  - {role: netlist, path: net.v}",
        "synthesis");
    bench.sealed("sed s/^/net/ rtl.v > net.v", "all/syn");
    fs::copy_file(bench / "all/syn/net.v", bench / "net.v", fs::copy_options::overwrite_existing);
  }
  void compare() const {
    bench.describe(
        "inputs:\n  - {role: rtl, path: rtl.v}\n  - {role: netlist, path: net.v}\n  - {role: "
        "script, path: tcl}\n"
        "without: {tool: n}",
        "equivalence");
    bench.sealed("echo equal > log", "all/eqv");
  }
  std::set<std::string> stale_stages(bool cache) const {
    core::CollectingSink sink;
    const auto result = stale(bench.workspace(), cache, sink);
    EXPECT_TRUE(result) << spoken(sink);
    std::set<std::string> names;
    for (const StaleStage& stage : result->stages)
      names.insert(stage.stage + (stage.follows ? "+" : ""));
    return names;
  }
};

TEST(Audit, stages_are_tied_by_content) {
  const Chain chain;
  chain.simulate();
  chain.synthesise();
  chain.compare();
  EXPECT_EQ(audit_codes(chain.bench, {"all"}), Codes{});
  write_file(chain.bench / "rtl.v", "changed after simulation");
  chain.synthesise();
  // Simulated on the old RTL; the netlist of the equivalence check is not the one made now.
  EXPECT_EQ(audit_codes(chain.bench, {"all"}), (Codes{"MAN-0603", "MAN-0603"}));
}

TEST(Stale, says_what_must_be_redone_and_only_that) {
  const Chain chain;
  chain.simulate();
  chain.synthesise();
  chain.compare();
  using Names = std::set<std::string>;
  for (const bool cache : {false, true, true}) {
    EXPECT_EQ(chain.stale_stages(cache), Names{});
    write_file(chain.bench / "lib", "another library");
    EXPECT_EQ(chain.stale_stages(cache), (Names{"synthesis", "equivalence+"}));
    write_file(chain.bench / "lib", "lib");
    write_file(chain.bench / "tcl", "another script");
    EXPECT_EQ(chain.stale_stages(cache), (Names{"synthesis", "equivalence"}));
    write_file(chain.bench / "tcl", "tcl");
  }
  fs::remove(chain.bench / "rtl.v");
  EXPECT_EQ(chain.stale_stages(true), (Names{"simulation", "synthesis", "equivalence"}));
}

// A forced first stage with other outputs makes the stages behind it stale.
TEST(Stale, case_manifest_30) {
  const Chain chain;
  chain.simulate();
  chain.synthesise();
  chain.compare();
  write_file(chain.bench / "net.v", "another netlist");
  EXPECT_EQ(chain.stale_stages(false), (std::set<std::string>{"equivalence"}));
}
// One changed dependency is enough, whichever it is.
TEST(Stale, case_manifest_33) {
  const Chain chain;
  chain.synthesise();
  for (const char* name : {"rtl.v", "tcl", "sdc", "lib", "elab"}) {
    write_file(chain.bench / name, std::string(name) + "!");
    EXPECT_EQ(chain.stale_stages(false), (std::set<std::string>{"synthesis"})) << name;
    write_file(chain.bench / name, name);
  }
}
// Files that a stage does not list do not make it stale.
TEST(Stale, case_manifest_34) {
  const Chain chain;
  chain.simulate();
  write_file(chain.bench / "README", "unrelated");
  write_file(chain.bench / "sdc", "of another stage");
  EXPECT_EQ(chain.stale_stages(false), (std::set<std::string>{}));
}

TEST(Stale, an_empty_ledger_says_nothing) {
  const Workbench bench;
  core::CollectingSink sink;
  EXPECT_FALSE(stale(bench.workspace(), false, sink));
  bench.describe("");
  (void)bench.shell("echo x > o", sink);
  core::CollectingSink empty;
  EXPECT_FALSE(stale(bench.workspace(), false, empty));
  EXPECT_CODE(empty, "MAN-0606");
}

TEST(StatCache, young_files_are_read_again_and_damage_empties_it) {
  const TempDir dir;
  write_file(dir / "f", "one");
  StatCache cache(dir / "cache", dir.path());
  const auto first = cache.digest("f");
  EXPECT_EQ(cache.digest("f"), first);
  EXPECT_EQ(cache.hits(), 0U);  // touched a moment ago: not remembered
  write_file(dir / "cache", "sealring.stat-cache/2\nnonsense\n");
  EXPECT_EQ(StatCache(dir / "cache", dir.path()).digest("f"), first);
}

TEST(StatCache, old_files_are_remembered_until_anything_about_them_changes) {
  const TempDir dir;
  write_file(dir / "f", "one");
  std::this_thread::sleep_for(std::chrono::milliseconds(3100));  // older than the racy span
  StatCache cache(dir / "cache", dir.path());
  const auto first = cache.digest("f");
  ASSERT_TRUE(cache.save());
  StatCache again(dir / "cache", dir.path());
  EXPECT_EQ(again.digest("f"), first);
  EXPECT_EQ(again.hits(), 1U);
  write_file(dir / "f", "two");
  EXPECT_NE(again.digest("f"), first);
  EXPECT_EQ(again.hits(), 1U);
  std::string damaged = read_file(dir / "cache");
  damaged[damaged.size() / 2] ^= 1;
  write_file(dir / "cache", damaged);
  StatCache empty(dir / "cache", dir.path());
  EXPECT_NE(empty.digest("f"), first);
  EXPECT_EQ(empty.hits(), 0U);
}

TEST(Stale, the_index_of_seals_is_used_only_for_the_ledger_it_was_made_from) {
  const Workbench bench;
  write_file(bench / "in", "1");
  bench.describe("inputs:\n  - {role: text, path: in}");
  bench.sealed("cp in o", "a");
  core::CollectingSink sink;
  const auto stages = [&] {
    const auto result = stale(bench.workspace(), true, sink);
    EXPECT_TRUE(result) << spoken(sink);
    return result ? result->stages.size() : 99U;
  };
  EXPECT_EQ(stages(), 0U);
  const fs::path index = bench.path() / ".sealring/seal.index";
  ASSERT_TRUE(fs::exists(index));
  EXPECT_EQ(stages(), 0U);  // from the index
  write_file(bench / "in", "2");
  EXPECT_EQ(stages(), 1U);
  bench.sealed("cp in o", "b");  // the ledger grew
  EXPECT_EQ(stages(), 0U);
  // A damaged index is none, one that says something else is as wrong as the file beside it: never used to verify.
  std::string text = read_file(index);
  text[text.size() / 2] ^= 1;
  write_file(index, text);
  EXPECT_EQ(stages(), 0U);
}

TEST(Diff, names_what_differs) {
  const Workbench bench;
  write_file(bench / "in", "1");
  bench.describe("inputs:\n  - {role: text, path: in}\nparameters: {seed: \"1\"}");
  bench.sealed("cat in > o", "a");
  bench.sealed("cat in > o", "b");
  EXPECT_TRUE(diff(bench.reader(), bench / "a", bench / "b", bench.trust()).findings.empty());
  write_file(bench / "in", "2");
  bench.describe("inputs:\n  - {role: text, path: in}\nparameters: {seed: \"2\"}");
  bench.sealed("cat in > o", "c");
  const DiffResult result = diff(bench.reader(), bench / "a", bench / "c", bench.trust());
  ASSERT_TRUE(result.compared);
  EXPECT_EQ(code_ids(result.findings), (Codes{"MAN-0605", "MAN-0605", "MAN-0605"}));
  EXPECT_FALSE(diff(bench.reader(), bench / "a", bench / "nothing", bench.trust()).compared);
}

}  // namespace
}  // namespace sealring::manifest
