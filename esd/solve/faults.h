// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/sink.h"
#include "esd/graph/partition.h"
#include "esd/network.h"
#include "esd/solve/cholesky.h"

namespace sealring::esd {

/// Reports why a part of the network could not be solved, naming it by its first node. `fault.column` is a local node.
void report_fault(const CholeskyFault& fault, const Network& network, const Partition& partition,
                  std::uint32_t part, std::uint64_t memory_limit, core::Sink& sink);

/// A node of a part by its name.
std::string_view node_name(const Network& network, const Partition& partition, std::uint32_t part,
                           std::uint32_t local);

}  // namespace sealring::esd
