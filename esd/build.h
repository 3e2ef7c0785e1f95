// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>

namespace sealring::esd {

/// The solver's library, version and BLAS kernel: results may differ in their last digits between kernels, so records
/// and cache keys hold it.
std::string solver_build();

}  // namespace sealring::esd
