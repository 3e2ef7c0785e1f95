// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/graph/partition.h"
#include "esd/project.h"
#include "esd/rules/gap.h"
#include "esd/rules/rule_terminals.h"

namespace sealring::esd {

/// The parts of the network that some rule asks about, each with its engine.
class Workspace {
 public:
  explicit Workspace(const Project& with_project)
      : project(with_project), partition(make_partition(with_project.network)) {}

  PartEngine& engine(std::uint32_t part) {
    std::unique_ptr<PartEngine>& slot = engines[part];
    if (!slot) slot = std::make_unique<PartEngine>(project.network, partition, part);
    return *slot;
  }

  const Project& project;
  Partition partition;
  std::map<std::uint32_t, std::unique_ptr<PartEngine>> engines;
  std::map<std::uint32_t, bool> failed;  ///< parts that could not be solved (reported)
  /// Parts reported as islands and instances reported as misplaced; empty: not looked for.
  std::vector<unsigned char> stranded;
  std::vector<unsigned char> misplaced;
};

/// What a rule found about one path.
struct PathResult {
  enum class State : std::uint8_t {
    kWithin,
    kOver,
    kUnreachable,
    kNoDevice,
    kNotComputed,    ///< its part could not be solved
    kNotConverged,   ///< the sharing of the current did not settle
    kMissingCurrent  ///< the rule needs a current and none is given
  };
  struct Flow {
    PartEngine* engine = nullptr;
    PartFlow flow;
  };
  struct DeviceShare {
    std::size_t instance = 0;
    double amps = 0;  ///< of 1 ampere
  };
  State state = State::kWithin;
  std::string from;
  std::string to;
  std::string net;  ///< of `from`, as declared
  core::Location location;
  bool explained = false;   ///< not joined, for a reason that was reported already
  double ohm = 0;           ///< resistive part
  double volt = 0;          ///< at `current`, devices included; 0 without a current
  double current = 0;       ///< ampere; 0: none given
  std::size_t steps = 0;    ///< of the active set
  std::vector<Flow> flows;  ///< filled for violations and for current density
  std::vector<DeviceShare> devices;
};

/// Answers of one rule.
struct RuleResult {
  /// A device above the current of its library entry, on its worst path.
  struct DeviceHit {
    std::size_t instance = 0;
    double amps = 0;
    double current = 0;
    std::string from;
  };
  const Rule* rule = nullptr;
  std::uint64_t paths = 0;                   ///< looked at and computed
  std::vector<PathResult> reported;          ///< violations; for a cd rule every path
  bool any = false;                          ///< `worst` is set
  PathResult worst;                          ///< largest value within or over the limit
  std::vector<DeviceHit> device_hits;        ///< one per device
  std::map<std::string, PathResult> shared;  ///< worst path of each net, for rules that list shares
};

/// One rule at work: first it plans what must be solved, then it reads the answers.
class RuleRun {
 public:
  RuleRun(const Rule& with_rule, Workspace& workspace) : rule_(with_rule), workspace_(workspace) {}
  virtual ~RuleRun() = default;
  RuleRun(const RuleRun&) = delete;
  RuleRun& operator=(const RuleRun&) = delete;

  virtual void plan(core::Sink& sink) = 0;
  virtual RuleResult evaluate() = 0;

 protected:
  /// Enters a computed path: compares it with the limit, keeps the worst, and says whether it must be reported.
  bool judge(RuleResult& result, PathResult& path) const;
  /// Lies on an island, or on another net than declared, and that was reported.
  bool explained(const RuleTerminal& terminal) const;
  void keep_shares(RuleResult& result, const PathResult& path) const;
  void judge_devices(RuleResult& result, const PathResult& path) const;

  const Rule& rule_;
  Workspace& workspace_;
};

/// A rule on one net, one through devices, or one across bonds.
std::unique_ptr<RuleRun> make_rule_run(const Rule& rule, Workspace& workspace);

/// Nets as declared: equal, different, or one of them not told.
enum class NetMatch : std::uint8_t { kSame, kDifferent, kUnknown };
NetMatch match_nets(const std::string& a, const std::string& b);

}  // namespace sealring::esd
