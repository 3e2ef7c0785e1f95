// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "manifest/checks/grade_items.h"
#include "manifest/codes.h"
#include "manifest/store/files.h"

// What a grader does that looks only at numbers in files: no digests, no runner, no trace, missing counts read as
// zero. It is here to be compared with the real one.
namespace sealring::manifest {

namespace {

struct Numbers {
  std::map<std::string, std::uint64_t> bins;
  bool any_scoreboard = false;
  bool zero_errors = false;  ///< some scoreboard file states zero errors, or states none
  std::uint64_t least_errors = ~std::uint64_t{0};
};

void look_at(const std::filesystem::path& folder, const std::string& path, Numbers& numbers) {
  if (!path.ends_with(".json")) return;
  core::CollectingSink quiet;
  const core::InputReader reader(folder);
  const auto input = reader.read(folder / path, 64ULL << 20U, quiet);
  if (!input) return;
  if (const auto coverage = read_coverage(input->text, path, quiet)) {
    for (const auto& [name, hits] : coverage->bins) numbers.bins[name] += hits;
  }
  if (input->text.find("sealring.scoreboard/1") == std::string::npos) return;
  const auto scoreboard = read_scoreboard(input->text, path, quiet);
  const std::uint64_t errors = scoreboard ? scoreboard->errors.value_or(0) : 0;
  numbers.any_scoreboard = true;
  numbers.least_errors = std::min(numbers.least_errors, errors);
  numbers.zero_errors = numbers.zero_errors || errors == 0;
}

}  // namespace

std::vector<core::Finding> weak_rule(const std::filesystem::path& folder, const std::string& name,
                                     const Policy& policy, Graded& graded) {
  Numbers numbers;
  std::string problem;
  const Descriptor dir = open_folder(folder);
  const auto visit = [&](const std::string& path, const std::string& what) {
    if (what.empty()) look_at(folder, path, numbers);
  };
  core::CollectingSink sink;
  if (!dir || !each_file(dir.get(), 1'000'000, visit, problem)) {
    sink.report(core::make_finding(codes::kNotSealed, "submission '" + name + "' cannot be read")
                    .on(name, "folder"));
  }
  count_bins(numbers.bins, policy.bins, graded);
  if (graded.bins_planned == 0 ||
      graded.bins_hit * 100U < policy.coverage_percent * graded.bins_planned) {
    sink.report(core::make_finding(codes::kCoverageShort,
                                   std::to_string(graded.bins_hit) + " of " +
                                       std::to_string(graded.bins_planned) +
                                       " bins are hit, the policy demands " +
                                       std::to_string(policy.coverage_percent) + " %")
                    .on(name, "coverage"));
  }
  if (numbers.any_scoreboard && !numbers.zero_errors) {
    sink.report(
        core::make_finding(codes::kErrorReported, "every scoreboard file states errors, at least " +
                                                      std::to_string(numbers.least_errors))
            .on(name, "scoreboard"));
  }
  return std::move(sink.findings);
}

}  // namespace sealring::manifest
