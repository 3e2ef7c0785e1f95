// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <functional>
#include <random>

#include "manifest/ledger.h"
#include "manifest/store/ledger_store.h"
#include "manifest/verify.h"
#include "tests/manifest/workbench.h"
#include "tests/support/soak.h"

// Tampering: one byte at a time.
namespace sealring::manifest {
namespace {

using namespace testing;
using sealring::testing::soak_count;

bool passes(const Workbench& bench, const std::string& folder) {
  return exit_status(verify(bench.reader(), {bench / folder}, bench.trust()).judgements) == 0;
}

struct Tampered {
  Workbench bench;
  std::vector<fs::path> submission, flat, kept, content;
  fs::path database;

  Tampered() {
    bench.describe("");
    for (int i = 0; i < 5; ++i) {
      bench.sealed("mkdir r; echo " + std::to_string(i) + " > r/a; echo more > r/b",
                   "s" + std::to_string(i));
    }
    core::CollectingSink sink;
    const auto note =
        ledger_checkpoint(bench.workspace(), bench / "runner.key", "", "runner", sink);
    write_file(bench / "kept/checkpoint", *note);
    EXPECT_TRUE(export_ledger(bench.workspace(), bench / "flat", sink));
    submission = files_in(bench / "s3");
    flat = files_in(bench / "flat");
    kept = files_in(bench / "kept");
    content = files_in(bench.workspace().content());
    database = bench.workspace().ledger();
  }

  static std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file() && entry.file_size() > 0) {
        fs::permissions(entry.path(), fs::perms(0644));
        files.push_back(entry.path());
      }
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  bool submission_refused() const { return !passes(bench, "s3"); }
  bool flat_refused() const {
    core::CollectingSink sink;
    ledger_verify_export(bench.reader(), bench / "flat", bench.trust(), sink);
    return !sink.findings.empty();
  }
  bool ledger_refused(bool with_kept) const {
    core::CollectingSink sink;
    ledger_verify(bench.workspace(), bench.trust(), bench.reader(),
                  with_kept ? std::vector<fs::path>{kept[0]} : std::vector<fs::path>{}, sink);
    return !sink.findings.empty();
  }
  /// Every decoded record, entry and checkpoint as one text; nothing when they cannot be read.
  std::optional<std::string> decoded() const {
    auto ledger = LedgerStore::open(database, core::Database::Mode::kReadOnly);
    if (!ledger) return {};
    std::string text;
    const auto add = [&](const std::string& field) {
      text += std::to_string(field.size()) + ":" + field;
    };
    const auto records = ledger->each_record([&](const LedgerRecord& r) {
      for (const std::string& field :
           {std::to_string(r.sequence), r.kind, r.key, r.state, std::to_string(r.at_ns), r.body})
        add(field);
    });
    const auto entries = ledger->each_entry([&](const LedgerEntry& e) {
      for (const std::string& field : {std::to_string(e.position), e.kind, e.key, e.envelope})
        add(field);
    });
    const auto notes = ledger->checkpoints();
    if (!records || !entries || !notes) return {};
    for (const std::string& note : *notes) add(note);
    return text;
  }
};

/// Changes one random byte of one of the files, calls `seen`, and puts it back.
void change_one(const std::vector<fs::path>& files, std::mt19937& random,
                const std::function<void(const std::string& what)>& seen) {
  const fs::path& file = files[random() % files.size()];
  const std::string good = read_file(file);
  std::string bad = good;
  const std::size_t at = random() % bad.size();
  bad[at] = static_cast<char>(bad[at] ^ static_cast<char>(1 + random() % 255));
  write_file(file, bad);
  seen(file.filename().string() + " byte " + std::to_string(at) + " of " +
       std::to_string(good.size()));
  write_file(file, good);
}

TEST(Tampering, every_changed_byte_outside_the_database_is_reported) {
  Tampered t;
  std::mt19937 random(21);
  ASSERT_FALSE(t.submission_refused());
  ASSERT_FALSE(t.flat_refused());
  ASSERT_FALSE(t.ledger_refused(true));
  const int count =
      soak_count("single-byte changes of submissions, exports, checkpoints and content", 400);
  for (int i = 0; i < count; ++i) {
    switch (i % 4) {
      case 0:
        change_one(t.submission, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.submission_refused()) << what; });
        break;
      case 1:
        change_one(t.flat, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.flat_refused()) << what; });
        break;
      case 2:
        change_one(t.kept, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.ledger_refused(true)) << what; });
        break;
      default:
        change_one(t.content, random,
                   [&](const std::string& what) { EXPECT_TRUE(t.ledger_refused(false)) << what; });
    }
  }
  EXPECT_FALSE(t.submission_refused());
}

TEST(Tampering, no_changed_byte_of_the_database_alters_a_record_unseen) {
  Tampered t;
  std::mt19937 random(22);
  const std::optional<std::string> good = t.decoded();
  ASSERT_TRUE(good);
  int altered = 0;
  int harmless = 0;
  const int count = soak_count("single-byte changes of the ledger's database", 150);
  for (int i = 0; i < count; ++i) {
    change_one({t.database}, random, [&](const std::string& what) {
      const std::optional<std::string> now = t.decoded();
      const bool reported = t.ledger_refused(false);
      if (now == good) {
        harmless += reported ? 0 : 1;
        return;
      }
      ++altered;
      EXPECT_TRUE(reported) << what;
    });
  }
  std::printf("altered a record: %d (all reported), touched nothing that is read: %d\n", altered,
              harmless);
}

}  // namespace
}  // namespace sealring::manifest
