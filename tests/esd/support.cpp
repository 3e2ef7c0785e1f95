// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/esd/support.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <random>

#include "esd/format.h"

namespace sealring::esd::testing {

std::vector<std::string> ids(const core::CollectingSink& sink) {
  std::vector<std::string> result;
  for (const core::Finding& finding : sink.findings) result.emplace_back(finding.code->id);
  return result;
}

core::Finding first(const core::CollectingSink& sink, std::string_view id) {
  for (const core::Finding& finding : sink.findings) {
    if (finding.code->id == id) return finding;
  }
  return {};
}

std::optional<Network> network_of(const std::string& text, core::CollectingSink& sink,
                                  const NetworkOptions& options, const std::string& name) {
  core::InputFile file;
  file.path = name;
  file.name = name;
  file.sha256 = core::sha256_hex(text);
  file.text = text;
  return parse_network(file, options, sink);
}

Network good_network(const std::string& text, const NetworkOptions& options) {
  core::CollectingSink sink;
  auto network = network_of(text, sink, options);
  if (!network) {
    ADD_FAILURE() << (sink.findings.empty() ? "no network" : sink.findings.front().message);
    return Network{};
  }
  return std::move(*network);
}

double merged(const Network& network, const std::vector<std::string>& from,
              const std::vector<std::string>& to) {
  std::vector<Terminal> terminals(2);
  for (const std::string& name : from)
    terminals[0].nodes.push_back(network.nodes.find(name).value());
  for (const std::string& name : to) terminals[1].nodes.push_back(network.nodes.find(name).value());
  core::CollectingSink sink;
  return point_to_point(network, terminals, {{0, 1}}, {}, sink).ohm.front();
}

double resistance(const Network& network, const std::string& from, const std::string& to) {
  return merged(network, {from}, {to});
}

Folder::Folder() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  path = std::filesystem::temp_directory_path() /
         ("sealring-esd-" + std::to_string(::getpid()) + "-" + std::string(test->name()));
  std::filesystem::create_directories(path);
}

Folder::~Folder() {
  std::error_code error;
  std::filesystem::remove_all(path, error);
}

std::filesystem::path Folder::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = path / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

std::vector<RandomEdge> random_edges(std::uint64_t seed, std::uint32_t nodes, std::uint32_t extra) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const auto ohm = [&] {
    const double decade = static_cast<double>(random() % 5000) / 1000 - 2;
    return std::round(std::pow(10, decade) * 1e6) / 1e6;
  };
  std::vector<RandomEdge> edges;
  for (std::uint32_t node = 1; node < nodes; ++node) edges.push_back({below(node), node, ohm()});
  for (std::uint32_t k = 0; k < extra; ++k) {
    const std::uint32_t a = below(nodes);
    const std::uint32_t b = below(nodes);
    if (a != b) edges.push_back({a, b, ohm()});
  }
  return edges;
}

std::string spice_text(const std::vector<RandomEdge>& edges) {
  std::string text = "* random network\n";
  for (std::size_t i = 0; i < edges.size(); ++i) {
    text += "R" + std::to_string(i) + " n" + std::to_string(edges[i].a) + " n" +
            std::to_string(edges[i].b) + " " + exact_number(edges[i].ohm) + "\n";
  }
  return text + ".end\n";
}

double dense_resistance(const std::vector<RandomEdge>& edges, std::uint32_t nodes,
                        std::uint32_t from, std::uint32_t to) {
  // Ground `to`, inject 1 A at `from`; long double with partial pivoting.
  std::vector<std::vector<long double>> m(nodes, std::vector<long double>(nodes + 1, 0));
  for (const RandomEdge& edge : edges) {
    const long double g = 1 / static_cast<long double>(edge.ohm);
    m[edge.a][edge.a] += g;
    m[edge.b][edge.b] += g;
    m[edge.a][edge.b] -= g;
    m[edge.b][edge.a] -= g;
  }
  m[to].assign(nodes + 1, 0);
  m[to][to] = 1;
  m[from][nodes] = 1;
  for (std::uint32_t k = 0; k < nodes; ++k) {
    std::uint32_t pivot = k;
    for (std::uint32_t i = k + 1; i < nodes; ++i) {
      if (std::fabs(m[i][k]) > std::fabs(m[pivot][k])) pivot = i;
    }
    std::swap(m[k], m[pivot]);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      if (i == k || m[i][k] == 0) continue;
      const long double f = m[i][k] / m[k][k];
      for (std::uint32_t j = k; j <= nodes; ++j) m[i][j] -= f * m[k][j];
    }
  }
  return static_cast<double>(m[from][nodes] / m[from][from]);
}

}  // namespace sealring::esd::testing
