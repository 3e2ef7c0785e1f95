// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stack3d/stack.h"

namespace sealring::stack3d {

/// One transform of the upper face that brings its bumps onto their partners.
struct Fit {
  enum class Kind : std::uint8_t { kShift, kMirror, kRotation, kScale };
  Kind kind = Kind::kShift;
  Orientation turn;      ///< in the plane
  double scale = 1;      ///< 1 unless kScale
  double angle_deg = 0;  ///< beside `turn`; 0 unless the rotation is not a multiple of 90 degrees
  Point shift;           ///< after turn and scale about the centre of the upper face's bumps
  Point centre;
  std::uint64_t misses =
      0;  ///< upper bumps that were unpaired, misaligned or on another net before
  std::uint64_t explained = 0;  ///< of those: right after the transform
  std::vector<std::pair<PinId, PinId>>
      pairs;  ///< lower and upper bump of every pair after the transform
};

/// "moved by (240, 0) um", "mirrored in x and moved by (0, 12) um", "scaled by 0.98".
std::string describe(const Fit& fit, const Stack& stack);

/// Looks for one transform of the upper face of an interface that explains at least 90 % of its misses. `key_of_node` says
/// which nodes belong together (equal numbers; 0: not known): partners must agree on it where both are known. Nothing
/// when fewer than 3 bumps or less than a tenth of them miss, or when no single transform explains them.
std::optional<Fit> find_fit(const Stack& stack, const Interface& face,
                            const std::vector<std::uint32_t>& key_of_node);

}  // namespace sealring::stack3d
