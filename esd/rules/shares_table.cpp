// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/rules/shares_table.h"

#include <algorithm>
#include <cmath>

#include "esd/format.h"

namespace sealring::esd {

namespace {

std::string percent(double share) {
  return format_number(std::round(1e4 * share) / 100);
}

std::string amps_text(double share, double current) {
  return current > 0 ? format_number(share * current) : "-";
}

}  // namespace

core::Section shares_table(const Project& project, const std::list<SharedPath>& paths,
                           std::size_t most) {
  core::Table table;
  table.columns = {{"rule"},
                   {"net"},
                   {"from"},
                   {"carried by"},
                   {"what"},
                   {"tier"},
                   {"share (%)", true},
                   {"current (A)", true}};
  const Network& network = project.network;
  for (const SharedPath& shared : paths) {
    const PathResult& path = *shared.path;
    const auto row = [&](const std::string& name, const std::string& what, const std::string& tier,
                         double share) {
      table.rows.push_back({shared.rule->id, path.net, path.from, name, what, tier, percent(share),
                            amps_text(share, path.current)});
    };
    for (const PathResult::DeviceShare& device : path.devices) {
      const Instance& instance = project.instances[device.instance];
      row(instance.name, project.devices.types[instance.type].name, instance.tier, device.amps);
    }
    for (std::size_t f = 0; f < shared.details.size(); ++f) {
      const std::vector<SegmentShare>& vertical = shared.details[f].vertical;
      for (std::size_t k = 0; k < std::min(most, vertical.size()); ++k) {
        const ElementId id = path.flows[f].engine->element(vertical[k].edge);
        row(std::string(network.element_name(id)), std::string(to_string(class_of(network, id))),
            network.files[network.elements[id].file].tier, std::fabs(vertical[k].amps));
      }
      if (vertical.size() > most) {
        double rest = 0;
        for (std::size_t k = most; k < vertical.size(); ++k)
          rest = std::max(rest, std::fabs(vertical[k].amps));
        row(counted(vertical.size() - most, "more conductor", "more conductors") + ", each at most",
            "tsv, bond or bump", "", rest);
      }
    }
  }
  return {"current of clamps, TSVs and bonds", std::move(table)};
}

}  // namespace sealring::esd
