// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/codes.h"

namespace sealring::esd {

std::span<const core::Code* const> code_table() {
  return {};
}

}  // namespace sealring::esd
