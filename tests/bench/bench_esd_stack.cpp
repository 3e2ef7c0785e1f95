// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// A synthetic two-tier stack, face to face: nine supply domains and ground, die-to-die signals with diodes on both tiers,
// inputs through TSVs, rail clamps on both tiers, checked along all six path types. DEF and LEF are read, extracted, joined
// over the bonds and solved, each size in a process of its own. Arguments: none, or STRAPS (500: 10^6 nodes per supply).
#include <cstdlib>

#include "esd/check.h"
#include "esd/project.h"
#include "tests/bench/esd_grid.h"
#include "tests/bench/esd_stack_maker.h"

namespace {

namespace esd = sealring::esd;
namespace core = sealring::core;
namespace fs = std::filesystem;
using namespace sealring::bench;

StackSize size_of(std::uint32_t straps) {
  StackSize size;
  size.straps = straps;
  size.signals = straps * 48;
  size.inputs = straps / 4;
  size.bumps = straps * 2;
  size.clamps = std::max(2U, straps / 25);
  return size;
}

double processor_seconds() {
  rusage self{};
  ::getrusage(RUSAGE_SELF, &self);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(self.ru_utime) + seconds(self.ru_stime);
}

void run(const fs::path& folder, std::uint64_t def_bytes) {
  core::CollectingSink sink;
  const auto start = Tick::now();
  const auto project = esd::read_project(core::InputReader(folder), folder / "esd.yaml", sink);
  const double read = since(start);
  if (!project) {
    std::printf("not read: %s\n",
                sink.findings.empty() ? "" : sink.findings.front().message.c_str());
    return;
  }
  const double read_peak = peak_mib();
  esd::CheckOptions options;
  options.solver.jobs = 1;
  const auto solving = Tick::now();
  const esd::CheckOutcome outcome = esd::check(*project, options, sink);
  const double solved = since(solving);
  std::uint64_t paths = 0;
  for (const esd::RuleSummary& rule : outcome.rules) paths += rule.paths;
  for (const core::Finding& finding : sink.findings) {
    if (finding.severity != core::Severity::kNote)
      std::printf("finding: %s\n", finding.message.c_str());
    if (&finding - sink.findings.data() > 5) break;
  }
  std::printf(
      "| %u | %zu | %zu | %zu | %llu | %llu | %.0f | %.1f | %.1f | %.1f | %.4f | %.0f | %.0f |\n",
      project->network.nodes.size(), project->network.elements.size(), project->pads.size(),
      project->instances.size(), static_cast<unsigned long long>(outcome.parts_solved),
      static_cast<unsigned long long>(paths), static_cast<double>(def_bytes) / 1e6, read, solved,
      read + solved, processor_seconds() / 3600, read_peak, peak_mib());
  for (const esd::RuleSummary& rule : outcome.rules)
    std::printf("  %s: %llu paths, worst %.6g\n", rule.id.c_str(),
                static_cast<unsigned long long>(rule.paths), rule.worst);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::uint32_t> sizes = {50, 158, 500};
  if (argc > 1) sizes = {static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10))};
  const fs::path folder =
      fs::temp_directory_path() / ("sealring-bench-stack-" + std::to_string(::getpid()));
  std::printf(
      "two tiers, 9 domains and ground, all six path types; one thread\n| nodes | conductors | "
      "pads | devices | parts solved | paths "
      "| DEF MB | reading s | solving s | all s | core-hours | MiB after reading | peak MiB "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const std::uint32_t straps : sizes) {
    const std::uint64_t bytes = write_esd_stack(folder, size_of(straps));
    in_child([&] { run(folder, bytes); });
    if (argc > 2) break;  // the files stay for a look
    fs::remove_all(folder);
  }
  return 0;
}
