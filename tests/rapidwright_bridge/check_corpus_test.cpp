// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Verdicts on real files: reports of Vivado 2014.4 to 2025.2, checkpoints, netlists, module files and files that are none
// of these; reviewed by hand, and on shortened copies of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/rapidwright_bridge/support.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;
using testing::as_input;
using testing::corpus_dir;
using testing::slurp_plain;

/// Every file of the corpus, of known and of unknown kind.
std::vector<fs::path> corpus_files() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(corpus_dir())) {
    if (entry.is_regular_file()) out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}

std::string shown(const fs::path& path) {
  return fs::relative(path, corpus_dir()).generic_string();
}

std::string verdict_line(const FileResult& result, const FileResult& ooc) {
  std::string line = result.file + " " + std::string(to_string(result.kind)) + " " +
                     std::string(core::to_string(verdict_of(result.findings)));
  for (const std::string& id : reasons_of(result.findings)) line += " " + id;
  if (verdict_of(ooc.findings) != verdict_of(result.findings))
    line += " | out of context: " + std::string(core::to_string(verdict_of(ooc.findings)));
  return line;
}

TEST(CheckCorpus, verdicts_are_the_reviewed_ones) {
  std::string text;
  for (const fs::path& path : corpus_files()) {
    const core::InputFile file = as_input(slurp_plain(path), shown(path));
    text += verdict_line(check_file(file, {}), check_file(file, {.out_of_context = true})) + "\n";
  }
  const fs::path golden =
      testing::source_dir() / "tests/golden/rapidwright_bridge/check_corpus.txt";
  if (testing::update_golden()) std::ofstream(golden) << text;
  EXPECT_EQ(text, testing::slurp(golden));
}

/// How many copies of each sort: large files take long, the kinds they stand for have small ones too.
std::size_t copies_of(std::size_t bytes) {
  return bytes > 4000000 ? 1 : bytes > 400000 ? 4 : 20;
}

/// Netlists and metadata end with a bracket or a word; the line end behind it may be missing. Reports must have theirs.
bool lacks_only_blanks(const std::string& whole, std::size_t cut) {
  const FileKind kind = recognise(whole);
  return (kind == FileKind::kNetlist || kind == FileKind::kMetadata) &&
         whole.find_first_not_of(" \t\r\n", cut) == std::string::npos;
}

/// No beginning of a file that lacks anything is a pass; and no shorter one crashes.
TEST(CheckCorpus, no_shortened_copy_passes) {
  std::mt19937 random(20260701);
  std::size_t copies = 0;
  for (const fs::path& path : corpus_files()) {
    const std::string whole = slurp_plain(path);
    std::vector<std::size_t> cuts;
    const std::size_t random_cuts = copies_of(whole.size()) * testing::soak();
    for (std::size_t back = 1; back <= std::min<std::size_t>({whole.size(), 12, random_cuts});
         ++back)
      cuts.push_back(whole.size() - back);
    for (std::size_t i = 0; i < random_cuts; ++i) cuts.push_back(random() % whole.size());
    // Cuts right behind a line are the ones that look whole.
    for (std::size_t i = 0; i < random_cuts; ++i) {
      const std::size_t at = whole.find('\n', random() % whole.size());
      if (at != std::string::npos && at + 1 < whole.size()) cuts.push_back(at + 1);
    }
    for (const std::size_t cut : cuts) {
      if (lacks_only_blanks(whole, cut)) continue;
      const FileResult result =
          check_file(as_input(whole.substr(0, cut), shown(path)), {.out_of_context = true});
      ++copies;
      EXPECT_NE(verdict_of(result.findings), core::Verdict::kPass)
          << shown(path) << " cut to " << cut << " of " << whole.size() << " bytes";
    }
  }
  EXPECT_GT(copies, 4000U);
}

}  // namespace
}  // namespace sealring::rapidwright_bridge
