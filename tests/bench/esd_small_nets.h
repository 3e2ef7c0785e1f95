// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <utility>

#include "esd/p2p.h"
#include "esd/read_network.h"
#include "tests/bench/esd_grid.h"

namespace sealring::bench {

/// Many small signal nets as one SPICE text, with the two ends of the question asked about each.
struct SmallNets {
  std::string text;
  std::vector<std::pair<std::string, std::string>> ends;
};

inline SmallNets make_small_nets(std::uint32_t count) {
  std::mt19937_64 random(5);
  SmallNets made;
  made.text = "* small nets\n";
  std::uint64_t card = 0;
  for (std::uint32_t net = 0; net < count; ++net) {
    const std::string name = "s" + std::to_string(net) + "_";
    const auto nodes = 12 + static_cast<std::uint32_t>(random() % 40);
    const auto resistor = [&](std::uint32_t a, std::uint32_t b) {
      made.text += "R" + std::to_string(card++) + " " + name + std::to_string(a) + " " + name +
                   std::to_string(b) + " " +
                   esd::exact_number(0.01 + static_cast<double>(random() % 1000) / 500) + "\n";
    };
    for (std::uint32_t k = 1; k < nodes; ++k)
      resistor(k - 1 - static_cast<std::uint32_t>(random() % std::min(k, 3U)), k);
    for (std::uint32_t k = 0; k < nodes / 3; ++k)
      resistor(static_cast<std::uint32_t>(random() % nodes),
               static_cast<std::uint32_t>(random() % nodes));
    made.ends.emplace_back(name + "0", name + std::to_string(nodes - 1));
  }
  made.text += ".end\n";
  return made;
}

/// Reads `count` small nets and asks one question of each, once per number of threads; seconds of the first, reading
/// included, or a negative number when something was not solved.
inline double solve_small_nets(std::uint32_t count, const std::vector<std::uint64_t>& threads) {
  const SmallNets nets = make_small_nets(count);
  const sealring::core::InputFile file{"small.sp", "small.sp", "", nets.text};
  sealring::core::CollectingSink sink;
  const auto reading = Tick::now();
  const auto network = esd::parse_network(file, {}, sink);
  const double read = since(reading);
  if (!network) {
    std::printf("small nets were not read: %s\n", sink.findings.front().message.c_str());
    return -1;
  }
  std::vector<esd::Terminal> terminals;
  std::vector<esd::TerminalPair> pairs;
  for (const auto& [from, to] : nets.ends) {
    pairs.push_back({static_cast<std::uint32_t>(terminals.size()),
                     static_cast<std::uint32_t>(terminals.size()) + 1});
    terminals.push_back({from, {network->nodes.find(from).value()}});
    terminals.push_back({to, {network->nodes.find(to).value()}});
  }
  double first = 0;
  for (const std::uint64_t jobs : threads) {
    esd::SolverOptions options;
    options.jobs = jobs;
    const auto start = Tick::now();
    const esd::P2pResult result = esd::point_to_point(*network, terminals, pairs, options, sink);
    const double total = since(start);
    if (first == 0) first = read + total;
    std::printf("%u small nets (%u nodes), %u threads: %.3f s, %.1f us per net (reading %.2f s)\n",
                count, network->nodes.size(), static_cast<unsigned>(jobs), total,
                1e6 * total / count, read);
    if (result.counts.parts != count) {
      std::printf("only %llu nets solved\n", static_cast<unsigned long long>(result.counts.parts));
      return -1;
    }
  }
  return first;
}

}  // namespace sealring::bench
