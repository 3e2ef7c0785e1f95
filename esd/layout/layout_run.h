// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "esd/rules.h"
#include "esd/topology/wiring.h"

namespace sealring::esd {

/// What a layout rule looked at.
struct LayoutCount {
  std::string looked_at;
  std::uint64_t count = 0;
  std::uint64_t not_met = 0;
  std::string worst;
};

/// What every layout rule needs.
class LayoutRun {
 public:
  LayoutRun(const LayoutRule& with_rule, const Wiring& wiring, core::Sink& sink)
      : rule_(with_rule), wiring_(wiring), project_(wiring.project()), sink_(sink) {}

 protected:
  /// Devices of these types, of the rule's name and tier when `narrowed`; none is reported (ESD-0202).
  std::vector<std::uint32_t> devices_of(const std::vector<std::string>& types, bool narrowed);
  void nothing(const std::string& what);
  std::string who() const { return "rule '" + rule_.id + "': "; }
  std::string device_text(std::uint32_t instance) const;
  core::Finding about(const core::Code& code, const std::string& message, const std::string& object,
                      const std::string& key, const core::Location& place, const std::string& tier,
                      const std::optional<PlacedBox>& box) const;
  core::Finding about_instance(const core::Code& code, const std::string& message,
                               std::uint32_t instance, const std::string& key) const;
  void report(core::Finding finding) { sink_.report(std::move(finding)); }
  /// One finding for all devices that lack something (ESD-0801).
  void lacking(const std::vector<std::string>& names, const std::string& what,
               const core::Location& first);

  const LayoutRule& rule_;
  const Wiring& wiring_;
  const Project& project_;
  core::Sink& sink_;
};

LayoutCount run_size(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink);
LayoutCount run_distance(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink);
LayoutCount run_resistor(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink);
LayoutCount run_guard(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink);

}  // namespace sealring::esd
