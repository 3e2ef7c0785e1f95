// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/part_results.h"

#include <algorithm>

#include "core/files/digest.h"
#include "esd/build.h"
#include "esd/format.h"
#include "esd/result_codes.h"
#include "esd/solve/parallel.h"
#include "esd/solve/schedule.h"

namespace sealring::esd {

namespace {

constexpr std::string_view kBlocks = "esd-blocks";
constexpr std::string_view kDetails = "esd-details";

std::string flow_digest(const std::vector<const PartResults::Request*>& requests) {
  core::Sha256 sha;
  for (const PartResults::Request* request : requests) {
    std::string text = request->flow->shares ? "s" : "-";
    text += request->flow->density ? "d" : "-";
    text += request->flow->vertical ? "v" : "-";
    text += exact_number(request->flow->current);
    for (const auto& [port, amps] : request->flow->amps) {
      text += ' ' + std::to_string(port) + ':' + exact_number(amps);
    }
    sha.update_field(text);
  }
  return sha.finish_hex();
}

}  // namespace

PartResults::PartResults(Workspace& workspace, const CheckOptions& options, core::Sink& sink)
    : workspace_(workspace),
      options_(options),
      sink_(sink),
      execution_id_(core::new_execution_id()) {
  memory_limit_ =
      options.solver.memory_limit != 0 ? options.solver.memory_limit : default_memory_limit();
  for (const Instance& instance : workspace.project.instances) {
    for (const Taps& pin : instance.pins) {
      for (const NodeId node : pin.nodes) {
        device_types_[workspace.partition.component_of(node)].insert(instance.type);
      }
    }
  }
}

EngineOptions PartResults::engine_options(PartTurn turn) const {
  EngineOptions options;
  options.solve.reduce = options_.solver.reduce;
  options.solve.threads = turn.threads;
  options.solve.cholesky.memory_limit = memory_limit_ / turn.concurrent;
  options.segments = options_.segments;
  return options;
}

/// The library entries of the devices on a part: a change of one of them makes its results new.
std::string PartResults::device_text(std::uint32_t part) const {
  std::string text;
  const auto at = device_types_.find(part);
  if (at == device_types_.end()) return text;
  for (const std::size_t index : at->second) {
    const DeviceType& type = workspace_.project.devices.types[index];
    text += type.name + " " + exact_number(type.ron_ohm) + " " + exact_number(type.v_hold) + " " +
            exact_number(type.v_trigger) + " " + exact_number(type.i_max.value_or(-1)) + " " +
            std::to_string(type.from_pin) + (type.both_ways ? "=" : ">") +
            std::to_string(type.to_pin) + "\n";
  }
  return text;
}

std::string PartResults::key_of(const PartEngine& engine, const std::string& extra) const {
  core::ExecutionRecord record;
  record.verb = "esd part";
  record.add_input("part", "", engine.digest());
  record.add_input("rules", "", workspace_.project.rules.sha256);
  record.add_input("layers", "", workspace_.project.layers.sha256);
  for (const LayerTable& table : workspace_.project.tables)
    record.add_input("layers", "", table.sha256);
  for (const core::InputRecord& input : workspace_.project.inputs) {
    if (input.role.starts_with("stack")) record.add_input(input.role, "", input.sha256);
  }
  record.parameters.emplace_back("devices", device_text(engine.part()));
  record.parameters.emplace_back("reduce", options_.solver.reduce ? "1" : "0");
  record.parameters.emplace_back("segments", std::to_string(options_.segments));
  record.parameters.emplace_back("extra", extra);
  record.tools.emplace_back("sealring", options_.tool_build);
  record.tools.emplace_back("cholesky", solver_build());
  return core::content_key(record);
}

std::optional<std::string> PartResults::from_cache(std::string_view kind, const std::string& key) {
  if (options_.cache == nullptr || !cache_works_) return std::nullopt;
  auto found = options_.cache->get(kind, key);
  if (!found) {
    cache_works_ = false;
    sink_.report(core::make_finding(codes::kCacheUnavailable,
                                    "earlier results are not used: " + found.error().message)
                     .on("cache", "read"));
    return std::nullopt;
  }
  if (!*found) return std::nullopt;
  reused_from.insert((*found)->execution_id);
  return std::move((*found)->result);
}

void PartResults::to_cache(std::string_view kind, const std::string& key,
                           const std::string& bytes) {
  if (options_.cache == nullptr || !cache_works_) return;
  const auto done = options_.cache->put(kind, key, execution_id_, bytes);
  if (done) return;
  cache_works_ = false;
  sink_.report(
      core::make_finding(codes::kCacheUnavailable, "results are not kept: " + done.error().message)
          .on("cache", "write"));
}

std::size_t PartResults::conductors(const PartEngine& engine) const {
  return workspace_.partition.elements_of(engine.part()).size();
}

/// The factor of a large part is kept for the details as long as there is room for it.
void PartResults::keep_or_release(PartEngine& engine) {
  constexpr std::size_t kWorthKeeping =
      20000;  // conductors; below that a new factor costs milliseconds
  const std::lock_guard lock(kept_mutex_);
  const std::uint64_t bytes = engine.bytes();
  if (conductors(engine) < kWorthKeeping || kept_bytes_ + bytes > memory_limit_ / 2) {
    engine.release();
  } else {
    kept_bytes_ += bytes;
  }
}

void PartResults::solve_all() {
  struct Job {
    PartEngine* engine = nullptr;
    bool good = false;
    core::CollectingSink sink;
  };
  std::vector<Job> jobs;
  for (auto& [part, engine] : workspace_.engines) {
    if (options_.cache != nullptr && cache_works_) {
      keys_[part] = key_of(*engine, "blocks");
      const auto bytes = from_cache(kBlocks, keys_[part]);
      if (bytes && engine->restore(*bytes)) {
        ++reused;
        continue;
      }
    }
    jobs.push_back({engine.get(), false, {}});
  }
  std::vector<std::size_t> sizes;
  for (const Job& job : jobs) sizes.push_back(conductors(*job.engine));
  PhaseProgress progress(options_.solver.progress, "solving parts", sizes);
  run_parts(sizes, thread_count(options_.solver.jobs), [&](std::size_t i, PartTurn turn) {
    jobs[i].sink.findings.clear();
    jobs[i].good = jobs[i].engine->solve(engine_options(turn), jobs[i].sink);
    keep_or_release(*jobs[i].engine);
    const bool settled = jobs[i].good || !jobs[i].engine->short_of_memory();
    if (settled) progress.finished(sizes[i]);
    return settled;
  });
  for (Job& job : jobs) {
    for (core::Finding& finding : job.sink.findings) sink_.report(std::move(finding));
    if (!job.good) {
      workspace_.failed[job.engine->part()] = true;
      continue;
    }
    ++solved;
    if (const auto key = keys_.find(job.engine->part()); key != keys_.end()) {
      to_cache(kBlocks, key->second, job.engine->block_bytes());
    }
  }
}

const PartLimits& PartResults::limits_of(PartEngine& engine) {
  const auto [at, fresh] = limits_.try_emplace(engine.part());
  if (fresh) {
    std::vector<const LayerTable*> tables;
    for (const NetworkFile& file : workspace_.project.network.files)
      tables.push_back(&workspace_.project.layers_of(file));
    at->second = engine.limits_of(tables);
  }
  return at->second;
}

bool PartResults::detail_engine(PartEngine& engine, const std::vector<const Request*>& requests,
                                PartTurn turn, core::Sink& sink) {
  std::vector<PartFlow> flows;
  bool density = false;
  for (const Request* request : requests) {
    flows.push_back(*request->flow);
    density = density || request->flow->density;
  }
  std::vector<FlowDetail> details;
  const PartLimits* limits = density ? &limits_.at(engine.part()) : nullptr;
  if (!engine.detail(flows, limits, engine_options(turn), details, sink)) return false;
  for (std::size_t i = 0; i < requests.size(); ++i) *requests[i]->detail = std::move(details[i]);
  return true;
}

void PartResults::detail_all(const std::vector<Request>& requests) {
  std::map<std::uint32_t, std::vector<const Request*>> by_part;
  for (const Request& request : requests) {
    by_part[request.engine->part()].push_back(&request);
    if (request.flow->density) limits_of(*request.engine);
  }
  struct Job {
    PartEngine* engine = nullptr;
    std::vector<const Request*> requests;
    std::string key;
    bool good = false;
    core::CollectingSink sink;
  };
  std::vector<Job> jobs;
  for (auto& [part, list] : by_part) {
    Job job{list.front()->engine, list, "", false, {}};
    if (options_.cache != nullptr && cache_works_) {
      job.key = key_of(*job.engine, flow_digest(list));
      std::size_t found = 0;
      for (; found < list.size(); ++found) {
        const auto text = from_cache(kDetails, job.key + "#" + std::to_string(found));
        const auto detail = text ? read_detail(*text) : std::nullopt;
        if (!detail) break;
        *list[found]->detail = *detail;
      }
      if (found == list.size()) continue;
    }
    jobs.push_back(std::move(job));
  }
  std::vector<std::size_t> sizes;
  for (const Job& job : jobs) sizes.push_back(conductors(*job.engine));
  PhaseProgress progress(options_.solver.progress, "taking paths apart", sizes);
  run_parts(sizes, thread_count(options_.solver.jobs), [&](std::size_t i, PartTurn turn) {
    jobs[i].sink.findings.clear();
    jobs[i].good = detail_engine(*jobs[i].engine, jobs[i].requests, turn, jobs[i].sink);
    jobs[i].engine->release();
    const bool settled = jobs[i].good || !jobs[i].engine->short_of_memory();
    if (settled) progress.finished(sizes[i]);
    return settled;
  });
  for (Job& job : jobs) {
    for (core::Finding& finding : job.sink.findings) sink_.report(std::move(finding));
    for (std::size_t i = 0; job.good && !job.key.empty() && i < job.requests.size(); ++i) {
      to_cache(kDetails, job.key + "#" + std::to_string(i), detail_text(*job.requests[i]->detail));
    }
  }
}

}  // namespace sealring::esd
