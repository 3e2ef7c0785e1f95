// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "manifest/run_record.h"
#include "manifest/signing/statement.h"

namespace sealring::manifest {

/// A run as SLSA Provenance v1: outputs are subjects, inputs and tools resolvedDependencies, what the producer chose
/// externalParameters, the execution id invocationId, logs byproducts.
Statement to_provenance(const RunRecord& record, const std::string& runner,
                        const std::string& version);

/// A sealed run and who says it ran it.
struct Provenance {
  RunRecord record;
  std::string runner;  ///< runDetails.builder.id
};

/// Reads a provenance statement made by `to_provenance`. MAN-0205 another predicate or build type, MAN-0204 what is
/// missing or of another type, MAN-0214 an external parameter that is not known, MAN-0106..0109 hostile names.
std::optional<Provenance> read_provenance(const Statement& statement, const std::string& name,
                                          core::Sink& sink);

}  // namespace sealring::manifest
