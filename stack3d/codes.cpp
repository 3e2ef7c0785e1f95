// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/codes.h"

namespace sealring::stack3d {

std::span<const core::Code* const> code_table() {
  return {};
}

}  // namespace sealring::stack3d
