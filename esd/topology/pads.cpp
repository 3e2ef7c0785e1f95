// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Primary protection of pads, and devices that must not lie on them.
#include "esd/topology/rule_base.h"
#include "esd/topology_codes.h"

namespace sealring::esd {

namespace {

class PrimaryRun : public TopologyRun {
 public:
  using TopologyRun::TopologyRun;

  RuleCount run() {
    const std::vector<std::uint32_t> pads = pads_of(rule_.pads);
    const std::vector<unsigned char> types = types_of(rule_.devices, "devices");
    std::vector<Rail> rails;
    for (const std::string& name : rule_.rails) {
      if (name == "power" || name == "ground") {
        rails.push_back({name, name == "ground", kNone});
      } else if (const std::uint32_t net = net_of(name); net != kNone) {
        rails.push_back({name, wiring_.nets()[net].kind == NetKind::kGround, net});
      }
    }
    RuleCount count{"pads", pads.size(), 0, {}};
    for (const std::uint32_t pad : pads) {
      bool met = true;
      for (const Rail& rail : rails) met = judge(pad, rail, types) && met;
      count.not_met += met ? 0 : 1;
    }
    return count;
  }

 private:
  std::string rail_text(const Rail& rail) const {
    if (rail.net == kNone) return rail.name == "ground" ? "a ground rail" : "a power rail";
    return "'" + rail.name + "'";
  }

  bool judge(std::uint32_t pad, const Rail& rail, const std::vector<unsigned char>& types) {
    const std::uint32_t point = wiring_.net_of_pad(pad);
    if (rail.net == point) return true;
    const RailAnswer answer = towards(wiring_, point, rail, types);
    if (answer.met) return true;
    const std::string name = "'" + project_.pads[pad].name + "'";
    const std::string way = rail.ground ? "out of " + rail_text(rail) + " into pad " + name
                                        : "out of pad " + name + " into " + rail_text(rail);
    const std::string key = "to " + rail.name;
    if (answer.turned != kNone) {
      core::Finding found =
          about_pad(codes::kWrongPolarity,
                    device_text(answer.turned) + " between pad " + name + " and " +
                        rail_text(rail) + " conducts only the other way; current must go " + way,
                    pad, key);
      found.notes.push_back({project_.instances[answer.turned].location, "the device"});
      report(std::move(found));
    } else if (answer.wrong != kNone) {
      core::Finding found = about_pad(codes::kWrongDomain,
                                      "pad " + name + " has no device to " + rail_text(rail) +
                                          "; " + device_text(answer.wrong) + " leads to '" +
                                          wiring_.shown(answer.wrong_net) + "' instead",
                                      pad, key);
      found.notes.push_back({project_.instances[answer.wrong].location, "the device"});
      report(std::move(found));
    } else {
      report(about_pad(codes::kNoPrimary,
                       "pad " + name + " has no device to " + rail_text(rail) + " (" +
                           listed_words(rule_.devices) + "); current must go " + way,
                       pad, key));
    }
    return false;
  }
};

class ForbidRun : public TopologyRun {
 public:
  using TopologyRun::TopologyRun;

  RuleCount run() {
    const std::vector<std::uint32_t> pads = pads_of(rule_.pads);
    const std::vector<unsigned char> types = types_of(rule_.devices, "devices");
    RuleCount count{"pads", pads.size(), 0, {}};
    std::vector<unsigned char> seen(wiring_.nets().size(), 0);
    for (const std::uint32_t pad : pads) {
      const std::uint32_t net = wiring_.net_of_pad(pad);
      if (seen[net] != 0) continue;  // another pad of the same net
      seen[net] = 1;
      bool met = true;
      for (const Wiring::Pin& pin : wiring_.pins_on(net)) {
        if (types[project_.instances[pin.instance].type] == 0) continue;
        met = false;
        report(about_instance(codes::kForbiddenDevice,
                              device_text(pin.instance) + " lies on pad '" +
                                  project_.pads[pad].name + "' with its pin '" +
                                  wiring_.type_of(pin.instance).pins[pin.pin] + "'",
                              pin.instance, project_.pads[pad].name));
      }
      count.not_met += met ? 0 : 1;
    }
    return count;
  }
};

}  // namespace

RuleCount run_primary(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  return PrimaryRun(rule, wiring, sink).run();
}

RuleCount run_forbid(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  return ForbidRun(rule, wiring, sink).run();
}

}  // namespace sealring::esd
