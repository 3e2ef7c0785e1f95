// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/topology/rule_base.h"

#include <algorithm>

#include "core/diagnostics/suggest.h"
#include "esd/rule_codes.h"
#include "esd/rules/drawing.h"
#include "esd/rules/rule_terminals.h"

namespace sealring::esd {

std::vector<std::uint32_t> TopologyRun::pads_of(const Selection& selection) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < project_.pads.size(); ++i) {
    if (selects(selection, project_.pads[i])) result.push_back(i);
  }
  if (result.empty()) nothing("pads" + described(selection));
  return result;
}

std::vector<unsigned char> TopologyRun::types_of(const std::vector<std::string>& globs,
                                                 const std::string& what) {
  for (const std::string& glob : globs) {
    const std::vector<unsigned char> selected = select_types(project_.devices, {glob});
    if (std::find(selected.begin(), selected.end(), 1) == selected.end()) {
      nothing(what + " of a type '" + glob + "' in the library" +
              core::did_you_mean(glob, project_.devices.names()));
    }
  }
  return select_types(project_.devices, globs);
}

std::vector<std::uint32_t> TopologyRun::receivers_of() {
  const std::vector<unsigned char> types = types_of(rule_.receivers.types, "receivers");
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < project_.instances.size(); ++i) {
    const Instance& instance = project_.instances[i];
    if (types[instance.type] == 0 || wiring_.type_of(i).kind != DeviceType::Kind::kReceiver ||
        (!rule_.receivers.name.empty() && !fits({rule_.receivers.name}, instance.name)) ||
        (!rule_.receivers.tier.empty() && !fits({rule_.receivers.tier}, instance.tier))) {
      continue;
    }
    result.push_back(i);
  }
  if (result.empty()) nothing("receivers (type " + listed_words(rule_.receivers.types) + ")");
  return result;
}

std::uint32_t TopologyRun::net_of(const std::string& name) {
  if (const auto net = wiring_.find_net(name)) return *net;
  nothing("net '" + name + "'; no pad, pin or conductor has it" +
          core::did_you_mean(name, wiring_.net_names()));
  return kNone;
}

void TopologyRun::nothing(const std::string& what) {
  sink_.report(
      core::make_finding(codes::kEmptySelection, "rule '" + rule_.id + "' selects no " + what)
          .at(rule_.location)
          .on(rule_.id, what));
}

std::string TopologyRun::device_text(std::uint32_t instance) const {
  return "'" + project_.instances[instance].name + "' (" + wiring_.type_of(instance).name + ")";
}

core::Finding TopologyRun::finding(const core::Code& code, const std::string& message,
                                   const std::string& object, const std::string& key,
                                   const core::Location& place) const {
  core::Finding result = core::make_finding(code, who() + message)
                             .at(place)
                             .on(object, rule_.id + (key.empty() ? "" : ": " + key))
                             .property("rule", rule_.id);
  if (!rule_.ref.empty())
    result.notes.push_back({rule_.location, "rule '" + rule_.id + "': " + rule_.ref});
  return result;
}

core::Finding TopologyRun::about_pad(const core::Code& code, const std::string& message,
                                     std::uint32_t pad, const std::string& key) const {
  const Pad& at = project_.pads[pad];
  core::Finding result = finding(code, message, at.name, key, at.location);
  if (at.box) result.where = middle_of(at.tier, *at.box);
  return result;
}

core::Finding TopologyRun::about_instance(const core::Code& code, const std::string& message,
                                          std::uint32_t instance, const std::string& key) const {
  const Instance& at = project_.instances[instance];
  core::Finding result = finding(code, message, at.name, key, at.location);
  if (at.box) result.where = middle_of(at.tier, *at.box);
  return result;
}

RailAnswer towards(const Wiring& wiring, std::uint32_t point, const Rail& rail,
                   const std::vector<unsigned char>& types) {
  const NetKind kind = rail.ground ? NetKind::kGround : NetKind::kPower;
  RailAnswer answer;
  const auto is_rail = [&](std::uint32_t net) {
    return rail.net == kNone ? wiring.nets()[net].kind == kind : net == rail.net;
  };
  const auto listed = [&](const Wiring::Way& way) {
    return types[wiring.project().instances[way.instance].type] != 0;
  };
  const auto look = [&](bool out) {
    for (const Wiring::Way& way : out ? wiring.ways_from(point) : wiring.ways_to(point)) {
      if (!listed(way)) continue;
      const std::uint32_t net = out ? way.to : way.from;
      const bool right = out != rail.ground;
      if (is_rail(net)) {
        if (right) {
          answer.met = true;
        } else if (answer.turned == kNone) {
          answer.turned = way.instance;
        }
      } else if (right && answer.wrong == kNone && wiring.nets()[net].kind == kind) {
        answer.wrong = way.instance;
        answer.wrong_net = net;
      }
    }
  };
  look(true);
  look(false);
  return answer;
}

}  // namespace sealring::esd
