// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/geometry.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sealring::stack3d {

namespace {

struct Named {
  std::string_view name;
  Orientation orientation;
};

// Longer words before their own beginnings, so that the first match in the text is the right one.
constexpr std::array<Named, 7> kTokens{{{"R270", {0, 1, -1, 0, false}},
                                        {"R180", {-1, 0, 0, -1, false}},
                                        {"R90", {0, -1, 1, 0, false}},
                                        {"R0", {1, 0, 0, 1, false}},
                                        {"MX", {1, 0, 0, -1, false}},
                                        {"MY", {-1, 0, 0, 1, false}},
                                        {"MZ", {1, 0, 0, 1, true}}}};

constexpr std::array<Named, 8> kDefWords{{{"N", {1, 0, 0, 1, false}},
                                          {"W", {0, -1, 1, 0, false}},
                                          {"S", {-1, 0, 0, -1, false}},
                                          {"E", {0, 1, -1, 0, false}},
                                          {"FN", {-1, 0, 0, 1, false}},
                                          {"FS", {1, 0, 0, -1, false}},
                                          {"FW", {0, 1, 1, 0, false}},
                                          {"FE", {0, -1, -1, 0, false}}}};

constexpr std::array<Named, 8> kCanonical{{{"R0", {1, 0, 0, 1, false}},
                                           {"R90", {0, -1, 1, 0, false}},
                                           {"R180", {-1, 0, 0, -1, false}},
                                           {"R270", {0, 1, -1, 0, false}},
                                           {"MX", {1, 0, 0, -1, false}},
                                           {"MY", {-1, 0, 0, 1, false}},
                                           {"MX_R90", {0, 1, 1, 0, false}},
                                           {"MY_R90", {0, -1, -1, 0, false}}}};

}  // namespace

Orientation combine(const Orientation& first, const Orientation& then) {
  const auto entry = [](int value) { return static_cast<std::int8_t>(value); };
  return {entry(then.xx * first.xx + then.xy * first.yx),
          entry(then.xx * first.xy + then.xy * first.yy),
          entry(then.yx * first.xx + then.yy * first.yx),
          entry(then.yx * first.xy + then.yy * first.yy), then.mz != first.mz};
}

std::optional<Orientation> parse_orientation(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  });
  for (const Named& word : kDefWords) {
    if (upper == word.name) return word.orientation;
  }
  std::string_view rest = upper;
  if (rest.empty()) return std::nullopt;
  Orientation result;
  while (!rest.empty()) {
    const auto* token = std::find_if(kTokens.begin(), kTokens.end(), [&](const Named& candidate) {
      return rest.starts_with(candidate.name);
    });
    if (token == kTokens.end()) return std::nullopt;
    result = combine(result, token->orientation);
    rest.remove_prefix(token->name.size());
    if (rest.starts_with('_')) {
      rest.remove_prefix(1);
      if (rest.empty()) return std::nullopt;
    }
  }
  return result;
}

std::string to_string(const Orientation& orientation) {
  Orientation flat = orientation;
  flat.mz = false;
  for (const Named& word : kCanonical) {
    if (word.orientation == flat) {
      if (!orientation.mz) return std::string(word.name);
      return word.name == "R0" ? "MZ" : "MZ_" + std::string(word.name);
    }
  }
  return "?";
}

Box Transform::apply(const Box& box) const {
  const Point a = apply(box.low);
  const Point b = apply(box.high);
  return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

Box3 Transform::apply(const Box3& box) const {
  const Box flat = apply(box.plane());
  const Dbu z1 = apply_z(box.low.z);
  const Dbu z2 = apply_z(box.high.z);
  return {{flat.low.x, flat.low.y, std::min(z1, z2)}, {flat.high.x, flat.high.y, std::max(z1, z2)}};
}

Transform Transform::inverse() const {
  Transform result;
  // The matrix is orthogonal: its inverse is its transpose.
  result.orientation = {orientation.xx, orientation.yx, orientation.xy, orientation.yy,
                        orientation.mz};
  const Point back = result.orientation.apply(Point{shift.x, shift.y});
  result.shift = {-back.x, -back.y, orientation.mz ? shift.z : -shift.z};
  return result;
}

Transform combine(const Transform& first, const Transform& then) {
  Transform result;
  result.orientation = combine(first.orientation, then.orientation);
  const Point moved = then.apply(Point{first.shift.x, first.shift.y});
  result.shift = {moved.x, moved.y, then.apply_z(first.shift.z)};
  return result;
}

Transform place(const Box3& outline, const Orientation& orientation, const Point3& low) {
  const Transform turned{orientation, {}};
  const Box3 box = turned.apply(outline);
  return {orientation, {low.x - box.low.x, low.y - box.low.y, low.z - box.low.z}};
}

}  // namespace sealring::stack3d
