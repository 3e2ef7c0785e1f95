// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Tables and YAML of growing size, read from memory; the peer for YAML is yaml-cpp alone, without our places and
// key checks.
#include <benchmark/benchmark.h>
#include <yaml-cpp/yaml.h>

#include <string>

#include "core/files/csv.h"
#include "core/files/yaml.h"

namespace {

namespace core = sealring::core;

std::string table_text(std::int64_t rows) {
  std::string text = "instance,clock,period_ps,uncertainty_ps\n";
  for (std::int64_t i = 0; i < rows; ++i) {
    text += "u_serdes_" + std::to_string(i % 64) + ",clk_" + std::to_string(i) + ",10000,50.5\n";
  }
  return text;
}

std::string yaml_text(std::int64_t entries) {
  std::string text = "schema: sealring.ip/1\nclocks:\n";
  for (std::int64_t i = 0; i < entries; ++i) {
    text += "  - {name: clk_" + std::to_string(i) + ", kind: primary, pin: u/clk, min_ps: 500}\n";
  }
  return text;
}

void read_table(benchmark::State& state) {
  const std::string text = table_text(state.range(0));
  for (auto _ : state) {
    core::CollectingSink sink;
    const auto table = core::parse_csv({"t.csv", "t.csv", "", text}, sink);
    if (!table || table->rows() != static_cast<std::size_t>(state.range(0))) {
      state.SkipWithError("the table was not read");
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void read_yaml(benchmark::State& state) {
  const std::string text = yaml_text(state.range(0));
  for (auto _ : state) {
    core::CollectingSink sink;
    const auto root = core::parse_yaml({"t.yaml", "t.yaml", "", text}, sink);
    if (root == nullptr) state.SkipWithError("the document was not read");
    benchmark::DoNotOptimize(root);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void read_yaml_cpp_alone(benchmark::State& state) {
  const std::string text = yaml_text(state.range(0));
  for (auto _ : state) {
    const YAML::Node root = YAML::Load(text);
    benchmark::DoNotOptimize(root);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

BENCHMARK(read_table)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(read_yaml)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK(read_yaml_cpp_alone)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
