// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "core/diagnostics/location.h"

namespace sealring::core {

/// The tool itself could not work (no disk, no memory, internal): no report can be made at all.
/// Anything wrong in what the user gave is a Finding instead.
struct Failure {
  std::string code;     ///< a code id, for example "IO-0008"
  std::string message;  ///< lower-case start, names the object, says what to do
  Location location = {};
};

template <class T>
using Expected = tl::expected<T, Failure>;

using Unexpected = tl::unexpected<Failure>;

}  // namespace sealring::core
