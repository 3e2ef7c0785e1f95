// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/codes.h"

namespace sealring::sdcgen {

std::span<const core::Code* const> code_table() {
  return {};
}

}  // namespace sealring::sdcgen
