// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/codes.h"

namespace sealring::manifest {

std::span<const core::Code* const> code_table() {
  return {};
}

}  // namespace sealring::manifest
