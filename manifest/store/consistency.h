// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"

namespace sealring::manifest {

/// A proof that a later checkpoint continues an earlier one, as a file: the body of an add-checkpoint request of C2SP
/// tlog-witness ("old SIZE", hashes in base64, an empty line, the later checkpoint).
struct Continuation {
  std::uint64_t old_size = 0;
  std::vector<std::string> path;
  std::string checkpoint;  ///< signed note
};

std::string to_text(const Continuation& continuation);
/// MAN-0405 when the form is another.
std::optional<Continuation> parse_continuation(std::string_view text, const std::string& name,
                                               core::Sink& sink);

}  // namespace sealring::manifest
