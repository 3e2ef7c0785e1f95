// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "esd/format.h"
#include "esd/graph/partition.h"

namespace sealring::bench {

using Tick = std::chrono::steady_clock;

constexpr std::size_t kPads = 1000;
constexpr std::size_t kClamps = 200;

inline double since(Tick::time_point start) {
  return std::chrono::duration<double>(Tick::now() - start).count();
}

inline double peak_mib() {
  rusage self{};
  ::getrusage(RUSAGE_SELF, &self);
  return static_cast<double>(self.ru_maxrss) / 1024;
}

/// Runs `work` in a child process, so that its peak memory is its own.
template <class Work>
void in_child(Work work) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) std::printf("| (ended with status %d: not enough memory?) |\n", status);
}

/// Straps in alternating directions on three pairs of layers of pitch 1, 4 and 16, vias where they cross, every
/// resistance varied by a quarter up or down.
struct Grid {
  esd::Graph graph;
  std::vector<std::uint32_t> pads;
  std::vector<std::uint32_t> clamps;
};

class GridMaker {
 public:
  explicit GridMaker(std::uint32_t wanted, std::uint64_t seed, std::size_t pads = kPads,
                     std::size_t clamps = kClamps)
      : random_(seed), pads_(pads), clamps_(clamps) {
    // Nodes stand where straps of neighbouring layers cross; about 2.1 per point of the finest pair.
    side_ = static_cast<std::uint32_t>(std::sqrt(wanted / 2.13));
  }
  Grid make() {
    std::vector<std::vector<std::uint32_t>> layers(6);
    const std::uint32_t pitch[6] = {1, 1, 4, 4, 16, 16};
    for (int l = 0; l < 6; ++l)
      layers[l].assign(static_cast<std::size_t>(side_) * side_, esd::kNone);
    const auto at = [&](int layer, std::uint32_t x, std::uint32_t y) -> std::uint32_t& {
      return layers[layer][static_cast<std::size_t>(y) * side_ + x];
    };
    const auto node = [&](int layer, std::uint32_t x, std::uint32_t y) {
      std::uint32_t& id = at(layer, x, y);
      if (id == esd::kNone) id = grid_.graph.nodes++;
      return id;
    };
    for (int l = 0; l + 1 < 6; ++l) {
      const std::uint32_t px = l % 2 == 0 ? pitch[l + 1] : pitch[l];
      const std::uint32_t py = l % 2 == 0 ? pitch[l] : pitch[l + 1];
      for (std::uint32_t y = 0; y < side_; y += py) {
        for (std::uint32_t x = 0; x < side_; x += px)
          edge(node(l, x, y), node(l + 1, x, y), 1.0 / (1 + l));
      }
    }
    for (int l = 0; l < 6; ++l) {
      for (std::uint32_t line = 0; line < side_; line += pitch[l]) {
        std::uint32_t before = esd::kNone;
        for (std::uint32_t k = 0; k < side_; ++k) {
          const std::uint32_t id = l % 2 == 0 ? at(l, k, line) : at(l, line, k);
          if (id == esd::kNone) continue;
          if (before != esd::kNone) edge(before, id, 2.0 / (1 + l * l));
          before = id;
        }
      }
    }
    pick(layers[5], pads_, grid_.pads);
    pick(layers[0], clamps_, grid_.clamps);
    return std::move(grid_);
  }

 private:
  void edge(std::uint32_t a, std::uint32_t b, double ohm) {
    const double vary = 0.75 + 0.5 * static_cast<double>(random_() >> 11) / 9007199254740992.0;
    grid_.graph.edges.push_back({a, b, ohm * vary});
  }
  void pick(const std::vector<std::uint32_t>& layer, std::size_t count,
            std::vector<std::uint32_t>& into) {
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t id : layer) {
      if (id != esd::kNone) nodes.push_back(id);
    }
    count = std::min(count, nodes.size());
    for (std::size_t k = 0; k < count; ++k) into.push_back(nodes[k * nodes.size() / count]);
  }

  std::mt19937_64 random_;
  std::size_t pads_;
  std::size_t clamps_;
  std::uint32_t side_ = 0;
  Grid grid_;
};

inline std::string spice_of(const Grid& grid) {
  std::string text = "* grid\n";
  for (std::size_t e = 0; e < grid.graph.edges.size(); ++e) {
    const esd::GraphEdge& edge = grid.graph.edges[e];
    const auto node = [&](std::uint32_t n) {
      return n == grid.clamps[0] ? std::string("0") : "n" + std::to_string(n);
    };
    text += "R" + std::to_string(e) + " " + node(edge.a) + " " + node(edge.b) + " " +
            esd::exact_number(edge.ohm) + "\n";
  }
  return text;
}

}  // namespace sealring::bench
