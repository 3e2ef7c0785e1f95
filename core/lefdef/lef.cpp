// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/lefdef/lef.h"

#include <algorithm>

namespace sealring::core::lefdef {

namespace {

template <class T>
const T* find_named(const std::vector<T>& list, std::string_view name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const T& item) { return item.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

Rect Shape::box() const {
  if (points.empty()) return {};
  Rect result{points.front(), points.front()};
  for (const Point& point : points) {
    result.low = {std::min(result.low.x, point.x), std::min(result.low.y, point.y)};
    result.high = {std::max(result.high.x, point.x), std::max(result.high.y, point.y)};
  }
  return result;
}

const MacroPin* Macro::find_pin(std::string_view pin) const {
  return find_named(pins, pin);
}

bool Macro::is_bump() const {
  return macro_class == "COVER BUMP" || macro_class == "PAD AREAIO";
}

std::uint32_t Via::cuts(const std::string& cut_layer_name) const {
  if (!rule.empty()) {
    if (pattern.empty()) return rows * columns;
    return static_cast<std::uint32_t>(std::count(pattern.begin(), pattern.end(), true));
  }
  return static_cast<std::uint32_t>(
      std::count_if(shapes.begin(), shapes.end(),
                    [&](const Shape& shape) { return shape.layer == cut_layer_name; }));
}

const Layer* Lef::find_layer(std::string_view name) const {
  return find_named(layers, name);
}

const Via* Lef::find_via(std::string_view name) const {
  return find_named(vias, name);
}

const ViaRule* Lef::find_via_rule(std::string_view name) const {
  return find_named(via_rules, name);
}

std::optional<Coord> NonDefaultRule::width_on(std::string_view layer) const {
  for (const Width& width : widths) {
    if (width.layer == layer) return width.width;
  }
  return std::nullopt;
}

const NonDefaultRule* Lef::find_wire_rule(std::string_view name) const {
  return find_named(wire_rules, name);
}

const Macro* Lef::find_macro(std::string_view name) const {
  const auto found = macros.find(name);
  return found == macros.end() ? nullptr : &found->second;
}

}  // namespace sealring::core::lefdef
