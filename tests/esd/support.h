// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/digest.h"
#include "core/files/input.h"
#include "esd/network.h"
#include "esd/p2p.h"
#include "esd/read_network.h"

namespace sealring::esd::testing {

/// Ids of the findings, in order.
std::vector<std::string> ids(const core::CollectingSink& sink);

/// The first finding with this id; an empty one when there is none.
core::Finding first(const core::CollectingSink& sink, std::string_view id);

/// A network out of a text; findings go to `sink`.
std::optional<Network> network_of(const std::string& text, core::CollectingSink& sink,
                                  const NetworkOptions& options = {},
                                  const std::string& name = "t.sp");

/// A network that must be readable without any error.
Network good_network(const std::string& text, const NetworkOptions& options = {});

/// Effective resistance between two nodes by point_to_point.
double resistance(const Network& network, const std::string& from, const std::string& to);
double merged(const Network& network, const std::vector<std::string>& from,
              const std::vector<std::string>& to);

/// A fresh folder below the build's temporary folder, removed at the end of the test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  std::filesystem::path path;
};

/// A connected random network of `nodes` nodes named "n0" ... with resistors over some decades, parallels and dead
/// ends included.
struct RandomEdge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  double ohm = 0;
};
std::vector<RandomEdge> random_edges(std::uint64_t seed, std::uint32_t nodes, std::uint32_t extra);
std::string spice_text(const std::vector<RandomEdge>& edges);

/// Effective resistance by Gaussian elimination on the full Laplacian: shares nothing with the solver.
double dense_resistance(const std::vector<RandomEdge>& edges, std::uint32_t nodes,
                        std::uint32_t from, std::uint32_t to);

}  // namespace sealring::esd::testing
