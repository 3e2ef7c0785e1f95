// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/p2p.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "esd/graph/partition.h"
#include "esd/solve/faults.h"
#include "esd/solve/parallel.h"
#include "esd/solve/port_solver.h"
#include "esd/solve/schedule.h"
#include "esd/solve/terminals.h"

namespace sealring::esd {

namespace {

using Seconds = std::chrono::duration<double>;
using Tick = std::chrono::steady_clock;

/// The share of one part in one pair: indices of ports on either side.
struct PartPair {
  std::uint32_t pair = 0;
  std::uint32_t from_side = 0;  ///< into PartTask::sides
  std::uint32_t to_side = 0;
};

/// What one part has to answer.
struct PartTask {
  std::uint32_t part = 0;
  std::vector<std::uint32_t> ports;  ///< local nodes
  std::vector<std::vector<std::uint32_t>>
      sides;  ///< sets of ports, one per terminal touching the part
  std::vector<PartPair> pairs;
  std::vector<double> ohm;  ///< per pair: through this part alone
  SolverCounts counts;
  std::vector<core::Finding> findings;
};

class SinkInto final : public core::Sink {
 public:
  explicit SinkInto(std::vector<core::Finding>& list) : list_(list) {}
  void report(core::Finding finding) override { list_.push_back(std::move(finding)); }

 private:
  std::vector<core::Finding>& list_;
};

/// Where each terminal lies: the local nodes it touches in each part.
using Placement = std::map<std::uint32_t, std::vector<std::uint32_t>>;

Placement place(const Terminal& terminal, const Partition& partition) {
  Placement result;
  for (const NodeId node : terminal.nodes) {
    result[partition.component_of(node)].push_back(partition.local_of(node));
  }
  for (auto& [part, nodes] : result) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }
  return result;
}

/// Builds the tasks of all parts that both ends of a pair touch.
class Planner {
 public:
  Planner(const std::vector<Placement>& places, const Partition& partition)
      : places_(places), task_of_(partition.components(), kNone) {}

  void add(std::uint32_t index, const TerminalPair& pair) {
    for (const auto& [part, from] : places_[pair.from]) {
      const auto to = places_[pair.to].find(part);
      if (to == places_[pair.to].end()) continue;
      PartTask& task = task_for(part);
      task.pairs.push_back({index, side(task, part, pair.from), side(task, part, pair.to)});
    }
  }

  std::vector<PartTask> finish() {
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      PartTask& task = tasks_[t];
      std::vector<std::uint32_t>& ports = task.ports;
      for (const auto& nodes : task.sides) ports.insert(ports.end(), nodes.begin(), nodes.end());
      std::sort(ports.begin(), ports.end());
      ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
      for (auto& nodes : task.sides) {
        for (std::uint32_t& node : nodes) {
          node = static_cast<std::uint32_t>(std::lower_bound(ports.begin(), ports.end(), node) -
                                            ports.begin());
        }
      }
    }
    return std::move(tasks_);
  }

 private:
  PartTask& task_for(std::uint32_t part) {
    if (task_of_[part] == kNone) {
      task_of_[part] = static_cast<std::uint32_t>(tasks_.size());
      tasks_.emplace_back().part = part;
      side_of_.emplace_back();
    }
    return tasks_[task_of_[part]];
  }
  std::uint32_t side(PartTask& task, std::uint32_t part, std::uint32_t terminal) {
    auto& known = side_of_[task_of_[part]];
    const auto [at, fresh] = known.emplace(terminal, static_cast<std::uint32_t>(task.sides.size()));
    if (fresh) task.sides.push_back(places_[terminal].at(part));
    return at->second;
  }

  const std::vector<Placement>& places_;
  std::vector<std::uint32_t> task_of_;
  std::vector<PartTask> tasks_;
  std::vector<std::map<std::uint32_t, std::uint32_t>> side_of_;
};

bool share_port(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  for (const std::uint32_t port : a) {
    if (std::binary_search(b.begin(), b.end(), port)) return true;
  }
  return false;
}

PointSet points_of(const PortSolver& solver, const std::vector<std::uint32_t>& ports) {
  PointSet points(ports.size());
  for (std::size_t i = 0; i < ports.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      points.resistance.at(i, j) = points.resistance.at(j, i) =
          solver.resistance(ports[i], ports[j]);
    }
  }
  return points;
}

double merged_pair(const PortSolver& solver, const std::vector<std::uint32_t>& from,
                   const std::vector<std::uint32_t>& to) {
  std::vector<std::uint32_t> ports = from;
  ports.insert(ports.end(), to.begin(), to.end());
  std::vector<unsigned char> side(ports.size(), 1);
  std::fill(side.begin(), side.begin() + static_cast<std::ptrdiff_t>(from.size()), 0);
  return merged_resistance(points_of(solver, ports), side).ohm;
}

/// Shorted groups that are met again and again, by their side.
using Groups = std::map<std::uint32_t, ShortedGroup>;

double pair_ohm(const PortSolver& solver, const PartTask& task, const Groups& groups,
                const PartPair& pair) {
  const std::vector<std::uint32_t>& from = task.sides[pair.from_side];
  const std::vector<std::uint32_t>& to = task.sides[pair.to_side];
  if (share_port(from, to)) return 0;
  if (from.size() == 1 && to.size() == 1) return solver.resistance(from[0], to[0]);
  if (from.size() > 1 && to.size() > 1) return merged_pair(solver, from, to);
  const bool single_from = from.size() == 1;
  const std::vector<std::uint32_t>& group = single_from ? to : from;
  const std::uint32_t single = single_from ? from[0] : to[0];
  std::vector<double> distance;
  distance.reserve(group.size());
  for (const std::uint32_t member : group) distance.push_back(solver.resistance(single, member));
  return groups.at(single_from ? pair.to_side : pair.from_side).from(distance).ohm;
}

Groups make_groups(const PortSolver& solver, const PartTask& task) {
  Groups groups;
  for (const PartPair& pair : task.pairs) {
    const bool from_many = task.sides[pair.from_side].size() > 1;
    const bool to_many = task.sides[pair.to_side].size() > 1;
    if (from_many == to_many) continue;
    const std::uint32_t side = from_many ? pair.from_side : pair.to_side;
    if (!groups.contains(side)) {
      groups.emplace(side, ShortedGroup(points_of(solver, task.sides[side])));
    }
  }
  return groups;
}

/// False when the memory limit was too low.
bool solve_part(const Network& network, const Partition& partition, PartTask& task,
                const SolveOptions& options) {
  task.findings.clear();
  const auto start = Tick::now();
  auto solver = PortSolver::make(make_graph(network, partition, task.part), task.ports, options);
  task.ohm.assign(task.pairs.size(), std::numeric_limits<double>::quiet_NaN());
  if (!solver) {
    SinkInto sink(task.findings);
    report_fault(solver.error(), network, partition, task.part, options.cholesky.memory_limit,
                 sink);
    return solver.error().kind != CholeskyFault::Kind::kTooLarge;
  }
  const double made = Seconds(Tick::now() - start).count();
  const auto pairing = Tick::now();
  const Groups groups = make_groups(*solver, task);
  constexpr std::size_t kBatch = 256;
  parallel_for(options.threads, (task.pairs.size() + kBatch - 1) / kBatch,
               [&](unsigned, std::size_t b) {
                 const std::size_t end = std::min(task.pairs.size(), (b + 1) * kBatch);
                 for (std::size_t i = b * kBatch; i < end; ++i) {
                   task.ohm[i] = pair_ohm(*solver, task, groups, task.pairs[i]);
                 }
               });
  SolverCounts& counts = task.counts;
  counts.pair_seconds = Seconds(Tick::now() - pairing).count();
  counts.parts = 1;
  counts.nodes = solver->graph().nodes;
  counts.reduced_nodes = solver->reduction().nodes;
  counts.ports = task.ports.size();
  if (const CholeskyFactor* factor = solver->factor()) {
    counts.factor_entries = factor->entries();
    counts.estimated_bytes = factor->estimated_peak();
    counts.order_seconds = factor->order_seconds();
    counts.factor_seconds = factor->factor_seconds();
  }
  counts.port_seconds = made - counts.order_seconds - counts.factor_seconds;
  return true;
}

void add_counts(SolverCounts& total, const SolverCounts& part) {
  total.parts += part.parts;
  total.nodes += part.nodes;
  total.reduced_nodes += part.reduced_nodes;
  total.ports += part.ports;
  total.factor_entries += part.factor_entries;
  total.estimated_bytes = std::max(total.estimated_bytes, part.estimated_bytes);
  total.order_seconds += part.order_seconds;
  total.factor_seconds += part.factor_seconds;
  total.port_seconds += part.port_seconds;
  total.pair_seconds += part.pair_seconds;
}

void solve_parts(const Network& network, const Partition& partition, std::vector<PartTask>& tasks,
                 const SolverOptions& options) {
  const std::uint64_t limit =
      options.memory_limit != 0 ? options.memory_limit : default_memory_limit();
  std::vector<std::size_t> sizes;
  for (const PartTask& task : tasks) sizes.push_back(partition.elements_of(task.part).size());
  PhaseProgress progress(options.progress, "solving parts", sizes);
  run_parts(sizes, thread_count(options.jobs), [&](std::size_t i, PartTurn turn) {
    SolveOptions solve;
    solve.reduce = options.reduce;
    solve.threads = turn.threads;
    solve.cholesky.memory_limit = limit / turn.concurrent;
    const bool settled = solve_part(network, partition, tasks[i], solve);
    if (settled) progress.finished(sizes[i]);
    return settled;
  });
}

}  // namespace

P2pResult point_to_point(const Network& network, const std::vector<Terminal>& terminals,
                         const std::vector<TerminalPair>& pairs, const SolverOptions& options,
                         core::Sink& sink) {
  P2pResult result;
  const Partition partition = make_partition(network);
  std::vector<Placement> places;
  places.reserve(terminals.size());
  for (const Terminal& terminal : terminals) places.push_back(place(terminal, partition));
  Planner planner(places, partition);
  result.ohm.assign(pairs.size(), kOpenOhm);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) planner.add(i, pairs[i]);
  std::vector<PartTask> tasks = planner.finish();
  solve_parts(network, partition, tasks, options);
  for (PartTask& task : tasks) {
    for (std::size_t k = 0; k < task.pairs.size(); ++k) {
      double& ohm = result.ohm[task.pairs[k].pair];
      ohm = ohm == kOpenOhm ? task.ohm[k] : 1 / (1 / ohm + 1 / task.ohm[k]);
    }
    add_counts(result.counts, task.counts);
    for (core::Finding& finding : task.findings) sink.report(std::move(finding));
  }
  result.counts.parts_dropped = partition.components() - tasks.size();
  return result;
}

}  // namespace sealring::esd
