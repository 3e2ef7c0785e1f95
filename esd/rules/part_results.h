// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/check.h"
#include "esd/rules/rule_run.h"
#include "esd/solve/schedule.h"

namespace sealring::esd {

/// Solves the parts of a workspace, or takes their results from the cache, and takes flows apart.
class PartResults {
 public:
  PartResults(Workspace& workspace, const CheckOptions& options, core::Sink& sink);

  /// Fills the blocks of every engine; parts that cannot be solved go to Workspace::failed.
  void solve_all();

  /// One flow to be taken apart; `detail` is filled.
  struct Request {
    PartEngine* engine = nullptr;
    const PartFlow* flow = nullptr;
    FlowDetail* detail = nullptr;
  };
  void detail_all(const std::vector<Request>& requests);

  const PartLimits& limits_of(PartEngine& engine);
  std::uint64_t solved = 0;
  std::uint64_t reused = 0;
  std::set<std::string> reused_from;

 private:
  std::string key_of(const PartEngine& engine, const std::string& extra) const;
  std::optional<std::string> from_cache(std::string_view kind, const std::string& key);
  void to_cache(std::string_view kind, const std::string& key, const std::string& bytes);
  std::string device_text(std::uint32_t part) const;
  EngineOptions engine_options(PartTurn turn) const;
  std::size_t conductors(const PartEngine& engine) const;
  void keep_or_release(PartEngine& engine);
  bool detail_engine(PartEngine& engine, const std::vector<const Request*>& requests, PartTurn turn,
                     core::Sink& sink);

  Workspace& workspace_;
  const CheckOptions& options_;
  core::Sink& sink_;
  std::string execution_id_;
  bool cache_works_ = true;
  std::mutex kept_mutex_;
  std::uint64_t kept_bytes_ = 0;
  std::uint64_t memory_limit_ = 0;
  std::map<std::uint32_t, std::set<std::size_t>> device_types_;  ///< per part: types attached to it
  std::map<std::uint32_t, PartLimits> limits_;
  std::map<std::uint32_t, std::string> keys_;
};

/// A detail as text and back, for the cache.
std::string detail_text(const FlowDetail& detail);
std::optional<FlowDetail> read_detail(const std::string& text);

}  // namespace sealring::esd
