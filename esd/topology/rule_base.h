// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/topology.h"
#include "esd/topology/wiring.h"

namespace sealring::esd {

/// How many things a rule looked at and how many of them it does not hold for.
struct RuleCount {
  std::string looked_at;  ///< "pads", "pairs", "receivers"
  std::uint64_t count = 0;
  std::uint64_t not_met = 0;
  std::vector<std::uint32_t>
      misplaced;  ///< instances reported as lying on another net than declared
};

/// What every topology rule needs: what it selects, and how it reports.
class TopologyRun {
 public:
  TopologyRun(const TopologyRule& with_rule, const Wiring& wiring, core::Sink& sink)
      : rule_(with_rule), wiring_(wiring), project_(wiring.project()), sink_(sink) {}

 protected:
  /// Pads of a selection; none is reported (ESD-0202).
  std::vector<std::uint32_t> pads_of(const Selection& selection);
  /// Flags per type; a glob that fits none is reported (ESD-0202).
  std::vector<unsigned char> types_of(const std::vector<std::string>& globs,
                                      const std::string& what);
  /// Instances of a kind that the receivers' selection takes; none is reported.
  std::vector<std::uint32_t> receivers_of();
  /// The net of this name, or kNone after reporting.
  std::uint32_t net_of(const std::string& name);
  void nothing(const std::string& what);
  bool is(const Wiring::Way& way, const std::vector<unsigned char>& types) const {
    return types[project_.instances[way.instance].type] != 0;
  }
  std::string who() const { return "rule '" + rule_.id + "': "; }
  std::string device_text(std::uint32_t instance) const;
  /// Starts a finding about `object`.
  core::Finding finding(const core::Code& code, const std::string& message,
                        const std::string& object, const std::string& key,
                        const core::Location& place) const;
  core::Finding about_pad(const core::Code& code, const std::string& message, std::uint32_t pad,
                          const std::string& key) const;
  core::Finding about_instance(const core::Code& code, const std::string& message,
                               std::uint32_t instance, const std::string& key) const;
  void report(core::Finding finding) { sink_.report(std::move(finding)); }

  const TopologyRule& rule_;
  const Wiring& wiring_;
  const Project& project_;
  core::Sink& sink_;
};

/// One function per kind of rule.
RuleCount run_primary(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink);
RuleCount run_forbid(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink);
RuleCount run_rail_clamp(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink);
RuleCount run_grounds_tied(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink);
RuleCount run_cross_domain(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink);
RuleCount run_secondary(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink);
RuleCount run_reachable(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink);

/// Islands, and supplies without a pad.
RuleCount run_joined(const Wiring& wiring, RulesOutcome& outcome, core::Scene& scene,
                     core::Sink& sink);

/// A rail as a rule names it: "power", "ground" or a net. What its devices must do for a pad.
struct Rail {
  std::string name;
  bool ground = false;
  std::uint32_t net = kNone;  ///< kNone: any of the kind
};

/// How a point of the circuit is protected towards one rail.
struct RailAnswer {
  bool met = false;
  std::uint32_t turned = kNone;  ///< a listed device there that conducts only the other way
  std::uint32_t wrong = kNone;   ///< a listed device that leads to another net of that kind
  std::uint32_t wrong_net = kNone;
};

/// Out of `point` into a power rail, out of a ground rail into `point`.
RailAnswer towards(const Wiring& wiring, std::uint32_t point, const Rail& rail,
                   const std::vector<unsigned char>& types);

}  // namespace sealring::esd
