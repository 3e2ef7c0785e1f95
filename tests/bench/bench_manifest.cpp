// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/store/clock.h"
#include "manifest/audit.h"
#include "manifest/keys.h"
#include "manifest/run.h"
#include "manifest/seal.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/statement.h"
#include "manifest/store/files.h"
#include "manifest/store/ledger_store.h"
#include "tests/support/scratch.h"

// Medians of five interleaved rounds: hashing, sealing, re-checking and the ledger beside the tools people use.
namespace {

namespace fs = std::filesystem;
using namespace sealring;
using Seconds = double;

constexpr int kRounds = 5;

Seconds timed(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Seconds median(std::vector<Seconds> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void shell(const std::string& command) {
  if (std::system(command.c_str()) != 0) {
    std::fprintf(stderr, "failed: %s\n", command.c_str());
    std::exit(1);
  }
}

void row(const char* what, Seconds ours, const char* peer, Seconds theirs, double target) {
  std::printf("%-46s %9.3f s   %-28s %9.3f s   ratio %.2f (target %.2f)\n", what, ours, peer,
              theirs, ours / theirs, target);
  std::fflush(stdout);
}

/// Runs both in turn, five times, and prints the medians.
void compare(const char* what, const std::function<void(int)>& ours, const char* peer,
             const std::function<void(int)>& theirs, double target) {
  std::vector<Seconds> mine;
  std::vector<Seconds> other;
  for (int round = 0; round < kRounds; ++round) {
    mine.push_back(timed([&] { ours(round); }));
    other.push_back(timed([&] { theirs(round); }));
  }
  row(what, median(mine), peer, median(other), target);
}

/// 20,000 files of 256 B to 64 KiB, log-uniform, in 200 folders.
void make_tree(const fs::path& root) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(8, 16);
  std::string bytes(1 << 16, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (int i = 0; i < 20000; ++i) {
    const fs::path folder = root / ("d" + std::to_string(i / 100));
    if (i % 100 == 0) fs::create_directories(folder);
    const auto size = static_cast<std::streamsize>(std::exp2(exponent(random)));
    bytes[random() % bytes.size()] = static_cast<char>(random());
    std::ofstream(folder / ("f" + std::to_string(i)), std::ios::binary).write(bytes.data(), size);
  }
}

void must(const core::CollectingSink& sink, bool good) {
  if (good) return;
  for (const core::Finding& finding : sink.findings)
    std::fprintf(stderr, "%s\n", finding.message.c_str());
  std::exit(1);
}

void bench_hashing(const fs::path& dir) {
  const fs::path big = dir / "big";
  shell("head -c 2147483648 /dev/urandom > '" + big.string() + "'");
  const auto hash = [](const fs::path& file) {
    std::string problem;
    if (!manifest::hash_path(file, problem)) std::exit(1);
  };
  hash(big);  // into the page cache
  compare(
      "hash one file of 2 GiB", [&](int) { hash(big); }, "sha256sum",
      [&](int) { shell("sha256sum '" + big.string() + "' > /dev/null"); }, 0.40);
  fs::remove(big);
  const fs::path tree = dir / "tree";
  compare(
      "hash 20,000 files",
      [&](int) {
        const manifest::Descriptor folder = manifest::open_folder(tree);
        std::string problem;
        const auto visit = [&](const std::string& path, const std::string&) {
          const manifest::Descriptor file = manifest::open_beneath(folder.get(), path, problem);
          if (!manifest::read_content(file.get(), -1, false, problem)) std::exit(1);
        };
        if (!manifest::each_file(folder.get(), ~0ULL, visit, problem)) std::exit(1);
      },
      "find | xargs sha256sum",
      [&](int) {
        shell("find '" + tree.string() +
              "' -type f -print0 | xargs -0 -n 2000 sha256sum > /dev/null");
      },
      0.50);
}

/// A workspace whose run made a copy of the tree.
std::string run_with_tree(const fs::path& root, const fs::path& tree) {
  core::CollectingSink sink;
  fs::create_directories(root);
  must(sink, manifest::generate_key(root / "runner.key", "", sink).has_value());
  std::ofstream(root / "run.yaml")
      << "schema: sealring.run/1\ntask: t\nstages:\n  custom: {costs: {n: 1}}\n";
  const auto spec = manifest::read_run_spec(core::InputReader(root), root / "run.yaml", sink);
  must(sink, spec.has_value());
  manifest::RunOptions options;
  options.command = {"cp", "-r", tree.string(), "out"};
  const auto record = manifest::run({root}, *spec, options, core::SystemClock(), sink);
  must(sink, record && record->state == manifest::RunState::kCompleted);
  return record->id;
}

void bench_sealing(const fs::path& dir) {
  const fs::path tree = dir / "tree";
  std::vector<std::string> runs;
  for (int round = 0; round < kRounds; ++round) {
    runs.push_back(run_with_tree(dir / ("seal" + std::to_string(round)), tree));
  }
  shell("sync");
  compare(
      "seal a run of 20,000 files",
      [&](int round) {
        core::CollectingSink sink;
        manifest::SealOptions options;
        const fs::path root = dir / ("seal" + std::to_string(round));
        options.run = runs[static_cast<std::size_t>(round)];
        options.key = root / "runner.key";
        options.runner = "runner";
        must(sink, manifest::seal({root}, options, sink).has_value());
      },
      "cp -r && sync",
      [&](int round) {
        shell("cp -r '" + tree.string() + "' '" +
              (dir / ("copy" + std::to_string(round))).string() + "' && sync");
      },
      1.50);
  for (int round = 0; round < kRounds; ++round) {
    fs::remove_all(dir / ("seal" + std::to_string(round)));
    fs::remove_all(dir / ("copy" + std::to_string(round)));
  }
}

void bench_recheck(const fs::path& dir) {
  const fs::path root = dir / "project";
  fs::create_directories(root);
  fs::copy(dir / "tree", root / "tree", fs::copy_options::recursive);
  core::CollectingSink sink;
  must(sink, manifest::generate_key(root / "runner.key", "", sink).has_value());
  std::ofstream spec_file(root / "run.yaml");
  spec_file << "schema: sealring.run/1\ntask: t\nstages:\n  custom:\n    inputs:\n";
  for (int i = 0; i < 20000; ++i) {
    spec_file << "      - {role: file, path: tree/d" << i / 100 << "/f" << i << ", copy: false}\n";
  }
  spec_file.close();
  const auto spec = manifest::read_run_spec(core::InputReader(root), root / "run.yaml", sink);
  must(sink, spec.has_value());
  manifest::RunOptions options;
  options.command = {"sh", "-c", "echo x > o"};
  const auto record = manifest::run({root}, *spec, options, core::SystemClock(), sink);
  must(sink, record.has_value());
  manifest::SealOptions sealing;
  sealing.run = record->id;
  sealing.key = root / "runner.key";
  sealing.runner = "runner";
  must(sink, manifest::seal({root}, sealing, sink).has_value());
  shell("cd '" + root.string() +
        "' && git init -q . && printf '.sealring/\\n' > .gitignore && git add tree .gitignore && "
        "git -c user.name=a -c user.email=a@example.org commit -q -m a && sleep 3 && git status > "
        "/dev/null");
  const auto check = [&](int) {
    const auto result = manifest::stale({root}, true, sink);
    must(sink, result && result->stages.empty());
  };
  check(0);
  compare(
      "re-check 20,000 unchanged files", check, "git status",
      [&](int) { shell("cd '" + root.string() + "' && git status > /dev/null"); }, 2.0);
  fs::remove_all(root);
}

void bench_ledger(const fs::path& dir) {
  constexpr std::uint64_t kEntries = 100000;
  const fs::path file = dir / "ledger.db";
  auto ledger = manifest::LedgerStore::open(file, core::Database::Mode::kReadWrite);
  auto key = manifest::SigningKey::generate();
  std::vector<manifest::LedgerEntry> entries;
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < kEntries; ++i) {
    manifest::Statement statement;
    const std::string id = "x-" + std::to_string(i);
    statement.subjects.push_back({"o", std::string(64, 'a')});
    statement.predicate_type = manifest::kProvenancePredicate;
    statement.predicate = manifest::Json::object(
        {{"runDetails",
          manifest::Json::object({{"metadata", manifest::Json::object({{"invocationId", id}})},
                                  {"padding", std::string(700, 'p')}})}});
    entries.push_back({0, "seal", id,
                       manifest::sign_envelope(manifest::kInTotoPayloadType,
                                               manifest::statement_text(statement), *key)});
    bytes += entries.back().envelope.size();
  }
  const Seconds append = timed([&] {
    for (std::uint64_t i = 0; i < kEntries; i += 1000) {
      const std::vector<manifest::LedgerEntry> batch(
          entries.begin() + static_cast<std::ptrdiff_t>(i),
          entries.begin() + static_cast<std::ptrdiff_t>(i + 1000));
      if (!ledger->append_entries(batch)) std::exit(1);
    }
  });
  const Seconds single = timed([&] {
    for (int i = 0; i < 200; ++i) {
      manifest::LedgerEntry one = entries[0];
      one.key = "y-" + std::to_string(i);
      if (!ledger->append_entries({one})) std::exit(1);
    }
  });
  const Seconds prove = timed([&] {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      if (!ledger->prove_inclusion(i * 97, kEntries)) std::exit(1);
    }
  });
  core::CollectingSink sink;
  const Seconds verify = timed([&] { (void)ledger->verify(sink); });
  shell("sqlite3 '" + file.string() + "' 'PRAGMA wal_checkpoint(TRUNCATE)' > /dev/null");
  std::printf(
      "ledger, 100,000 entries of %llu bytes: append %.1f us each in batches of 1,000, %.2f ms "
      "each alone (flushed); "
      "prove %.0f us; verify everything %.2f s; file %.2f bytes per byte of envelope\n",
      static_cast<unsigned long long>(bytes / kEntries), append * 1e6 / kEntries,
      single * 1e3 / 200, prove * 1e6 / 1000, verify,
      static_cast<double>(fs::file_size(file)) / static_cast<double>(bytes));
}

}  // namespace

int main(int argc, char** argv) {
  // Without arguments everything; with some, only the parts they name.
  const std::vector<std::string> parts(argv + 1, argv + argc);
  const auto wanted = [&](const std::string& part) {
    return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
  };
  const sealring::testing::Scratch scratch;
  const fs::path& dir = scratch.path();
  fs::permissions(dir, fs::perms(0755));
  make_tree(dir / "tree");
  if (wanted("hashing")) bench_hashing(dir);
  if (wanted("sealing")) bench_sealing(dir);
  if (wanted("recheck")) bench_recheck(dir);
  if (wanted("ledger")) bench_ledger(dir);
  return 0;
}
