// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/topology/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sealring::esd {

namespace {

bool is_via(ElementClass cls) {
  return cls != ElementClass::kMetal && cls != ElementClass::kUnknown &&
         cls != ElementClass::kPackage;
}

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

std::optional<PlacedBox> box_of(const Network& network, ElementId id) {
  const ElementShape shape = shape_of(network, id);
  if (!shape.known) return std::nullopt;
  const double half = static_cast<double>(network.elements[id].width_um) / 2;
  const double dx = shape.x1_um == shape.x2_um ? half : 0;
  const double dy = shape.y1_um == shape.y2_um ? half : 0;
  return PlacedBox{std::min(shape.x1_um, shape.x2_um) - dx, std::min(shape.y1_um, shape.y2_um) - dy,
                   std::max(shape.x1_um, shape.x2_um) + dx,
                   std::max(shape.y1_um, shape.y2_um) + dy};
}

double distance_of(const PlacedBox& a, const PlacedBox& b) {
  const double dx = std::max({0.0, a.x1_um - b.x2_um, b.x1_um - a.x2_um});
  const double dy = std::max({0.0, a.y1_um - b.y2_um, b.y1_um - a.y2_um});
  return std::hypot(dx, dy);
}

void ConductorIndex::Grid::build() {
  double x2 = -kFar;
  double y2 = -kFar;
  x = kFar;
  y = kFar;
  for (const auto& [id, box] : boxes) {
    x = std::min(x, box.x1_um);
    y = std::min(y, box.y1_um);
    x2 = std::max(x2, box.x2_um);
    y2 = std::max(y2, box.y2_um);
  }
  constexpr double kMostCells = 65536;
  const double wanted = std::min(kMostCells, static_cast<double>(boxes.size()));
  const double width = std::max(x2 - x, 1e-6);
  const double height = std::max(y2 - y, 1e-6);
  cell = std::max(std::sqrt(width * height / wanted), std::max(width, height) / wanted);
  nx = static_cast<std::int64_t>(width / cell) + 1;
  ny = static_cast<std::int64_t>(height / cell) + 1;
  cells.resize(static_cast<std::size_t>(nx * ny));
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const PlacedBox& box = boxes[i].second;
    const auto [i1, j1] = cell_of(box.x1_um, box.y1_um);
    const auto [i2, j2] = cell_of(box.x2_um, box.y2_um);
    for (std::int64_t j = j1; j <= j2; ++j) {
      for (std::int64_t k = i1; k <= i2; ++k)
        cells[static_cast<std::size_t>(j * nx + k)].push_back(i);
    }
  }
}

std::pair<std::int64_t, std::int64_t> ConductorIndex::Grid::cell_of(double x_um,
                                                                    double y_um) const {
  const auto at = [&](double value, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(value / cell)), 0,
                                    count - 1);
  };
  return {at(x_um - x, nx), at(y_um - y, ny)};
}

std::optional<ConductorIndex::Hit> ConductorIndex::Grid::nearest(const PlacedBox& box,
                                                                 double most) const {
  const auto [i1, j1] = cell_of(box.x1_um, box.y1_um);
  const auto [i2, j2] = cell_of(box.x2_um, box.y2_um);
  Hit best{kNone, kFar};
  const auto look = [&](std::int64_t i, std::int64_t j) {
    for (const std::uint32_t k : cells[static_cast<std::size_t>(j * nx + i)]) {
      const double distance = distance_of(boxes[k].second, box);
      const bool closer = distance < best.distance_um ||
                          (distance == best.distance_um && boxes[k].first < best.element);
      if (distance <= most && closer) best = {boxes[k].first, distance};
    }
  };
  for (std::int64_t ring = 0; ring <= std::max(nx, ny); ++ring) {
    // Whatever lies in this ring is at least (ring - 1) cells away.
    const double reach = static_cast<double>(ring - 1) * cell;
    if (ring > 0 && (reach > best.distance_um || reach > most)) break;
    for (std::int64_t j = std::max<std::int64_t>(0, j1 - ring); j <= std::min(ny - 1, j2 + ring);
         ++j) {
      const bool edge = j == j1 - ring || j == j2 + ring;
      for (std::int64_t i = std::max<std::int64_t>(0, i1 - ring);
           i <= std::min(nx - 1, i2 + ring);) {
        look(i, j);
        // Inside the ring only its two sides are new.
        const bool jump = ring > 0 && !edge && i < i2 + ring;
        i = jump ? i2 + ring : i + 1;
      }
    }
  }
  if (best.element == kNone) return std::nullopt;
  return best;
}

ConductorIndex::ConductorIndex(const Network& network, const std::vector<ElementId>& elements) {
  for (const ElementId id : elements) {
    const auto box = box_of(network, id);
    if (!box) continue;
    const std::string layer = layer_text(network, id);
    grids_[{network.files[network.elements[id].file].tier, layer}].boxes.emplace_back(id, *box);
    via_layer_[layer] = is_via(class_of(network, id));
  }
  for (auto& [key, grid] : grids_) grid.build();
}

std::optional<ConductorIndex::Hit> ConductorIndex::nearest(const std::string& tier,
                                                           const std::string& layer,
                                                           const PlacedBox& box) const {
  const auto at = grids_.find({tier, layer});
  return at == grids_.end() ? std::nullopt : at->second.nearest(box, kFar);
}

std::optional<ConductorIndex::Hit> ConductorIndex::crossed(const std::string& tier,
                                                           const std::string& layer,
                                                           const PlacedBox& box) const {
  for (const auto& [key, grid] : grids_) {
    if (key.first != tier || key.second == layer || via_layer_.at(key.second)) continue;
    if (const auto hit = grid.nearest(box, 0)) return hit;
  }
  return std::nullopt;
}

std::optional<ConductorIndex::Hit> ConductorIndex::nearest_of_all(const std::string& tier,
                                                                  const PlacedBox& box) const {
  std::optional<Hit> best;
  for (const auto& [key, grid] : grids_) {
    if (key.first != tier) continue;
    const auto hit = grid.nearest(box, best ? best->distance_um : kFar);
    if (hit && (!best || hit->distance_um < best->distance_um)) best = hit;
  }
  return best;
}

}  // namespace sealring::esd
