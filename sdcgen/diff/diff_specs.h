// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/diff.h"
#include "sdcgen/readers/ip_spec.h"

namespace sealring::sdcgen {

/// Compares two revisions of one document, with the defaults of their parameters. `used_by`: configurations of which each
/// instance of the document is compared with the values of its own parameters; what its mode sees changed is in
/// DiffResult::recheck, and configurations without such an instance are in DiffResult::unused.
void diff_specs(const core::InputReader& reader, const IpDocument& before, const IpDocument& after,
                const std::vector<std::filesystem::path>& used_by, core::Sink& sink,
                DiffResult& result);

}  // namespace sealring::sdcgen
