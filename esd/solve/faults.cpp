// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/solve/faults.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "esd/format.h"
#include "esd/result_codes.h"
#include "esd/solver_options.h"

namespace sealring::esd {

namespace {

std::string gibibytes(std::uint64_t bytes) {
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  return format_number(static_cast<double>(bytes) / kGiB) + " GiB";
}

/// Largest conductance at a local node.
double steepest(const Network& network, const Partition& partition, std::uint32_t part,
                std::uint32_t local) {
  double most = 0;
  for (const ElementId id : partition.elements_of(part)) {
    const Element& element = network.elements[id];
    if (partition.local_of(element.a) == local || partition.local_of(element.b) == local) {
      most = std::max(most, 1 / element.ohm);
    }
  }
  return most;
}

}  // namespace

std::uint64_t default_memory_limit() {
  std::ifstream info("/proc/meminfo");
  std::string word;
  std::uint64_t kib = 0;
  while (info >> word) {
    if (word == "MemAvailable:" && info >> kib) break;
  }
  constexpr std::uint64_t kLeast = 256ULL << 20;
  return std::max(kLeast, kib * 1024 / 5 * 4);
}

std::string_view node_name(const Network& network, const Partition& partition, std::uint32_t part,
                           std::uint32_t local) {
  for (NodeId node = 0; node < network.nodes.size(); ++node) {
    if (partition.component_of(node) == part && partition.local_of(node) == local) {
      return network.nodes.name(node);
    }
  }
  return {};
}

void report_fault(const CholeskyFault& fault, const Network& network, const Partition& partition,
                  std::uint32_t part, std::uint64_t memory_limit, core::Sink& sink) {
  const std::string name(node_name(network, partition, part, 0));
  const std::string what = "the part of '" + name + "'";
  const std::string nodes = counted(partition.size[part], "node", "nodes");
  std::string message;
  const core::Code* code = &codes::kMemoryLimit;
  switch (fault.kind) {
    case CholeskyFault::Kind::kTooLarge:
      message = what + " needs about " + gibibytes(fault.bytes_needed) + " for " + nodes +
                " (nnz(L) " + std::to_string(fault.factor_entries) + "), limit " +
                gibibytes(memory_limit);
      break;
    case CholeskyFault::Kind::kNoMemory:
      message =
          what + " got no memory for " + nodes + " (about " + gibibytes(fault.bytes_needed) + ")";
      break;
    case CholeskyFault::Kind::kNotPositive:
      code = &codes::kSingularNetwork;
      message = what + " is singular at node '" +
                std::string(node_name(network, partition, part, fault.column)) +
                "' (conductances up to " +
                format_number(steepest(network, partition, part, fault.column)) + " S meet there)";
      break;
    case CholeskyFault::Kind::kInterrupted: return;  // the program says so, once
    case CholeskyFault::Kind::kInternal:
      code = &codes::kSingularNetwork;
      message = what + " could not be factored: " + fault.detail;
      break;
  }
  const std::string file = network.files.empty() ? "" : network.files.front().name;
  sink.report(core::make_finding(*code, message).at({file}).on(name, file));
}

}  // namespace sealring::esd
