// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "manifest/signing/dsse.h"
#include "manifest/trust.h"

namespace sealring::manifest {

/// The trusted keys that vouch for an envelope in `role` at ledger position `position` (nothing: not known). Empty
/// after reporting why not: MAN-0202 no trusted key signed, MAN-0206 role, MAN-0207 validity, MAN-0209 threshold.
std::vector<const TrustedKey*> accepted_signers(const Envelope& envelope, const Trust& trust,
                                                const std::string& role,
                                                std::optional<std::uint64_t> position,
                                                const std::string& name, core::Sink& sink);

}  // namespace sealring::manifest
