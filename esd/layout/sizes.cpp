// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Widths, fingers and resistances, added up over parallel devices.
#include <map>
#include <tuple>

#include "esd/format.h"
#include "esd/layout/layout_run.h"
#include "esd/layout_codes.h"

namespace sealring::esd {

namespace {

constexpr double kEqual = 1e-9;  ///< relative: closer than this to a limit counts as equal to it

/// Devices of one type between the same two nets.
struct Group {
  std::vector<std::uint32_t> devices;
};
using Groups = std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t>, Group>;

Groups groups_of(const Wiring& wiring, const std::vector<std::uint32_t>& devices) {
  Groups groups;
  for (const std::uint32_t i : devices) {
    const DeviceType& type = wiring.type_of(i);
    std::uint32_t from = wiring.net_of_pin(i, type.conducts() ? type.from_pin : type.signal_pin);
    std::uint32_t to = wiring.net_of_pin(i, type.conducts() ? type.to_pin : type.ground_pin);
    if (type.both_ways && from > to) std::swap(from, to);
    groups[{wiring.project().instances[i].type, from, to}].devices.push_back(i);
  }
  return groups;
}

class SizeRun : public LayoutRun {
 public:
  using LayoutRun::LayoutRun;

  LayoutCount run() {
    const Groups groups = groups_of(wiring_, devices_of(rule_.devices.types, true));
    LayoutCount count{"devices between two nets", groups.size(), 0, ""};
    double worst = 0;
    for (const auto& [key, group] : groups) {
      bool met = true;
      if (rule_.min_width_um)
        met = judge(group, "width", "width_um", *rule_.min_width_um, count, worst) && met;
      if (rule_.min_fingers)
        met = judge(group, "number of fingers", "fingers", *rule_.min_fingers, count, worst) && met;
      count.not_met += met ? 0 : 1;
    }
    return count;
  }

 private:
  /// Of the instance, else of its type.
  std::optional<double> size_of(std::uint32_t i, const std::string& key) const {
    for (const auto* properties :
         {&project_.instances[i].properties, &wiring_.type_of(i).properties}) {
      const auto at = properties->find(key);
      if (at != properties->end()) return at->second;
    }
    return std::nullopt;
  }

  bool judge(const Group& group, const std::string& what, const std::string& key, double least,
             LayoutCount& count, double& worst) {
    double sum = 0;
    std::vector<std::string> without;
    core::Location first;
    for (const std::uint32_t i : group.devices) {
      if (const auto value = size_of(i, key)) {
        sum += *value;
        continue;
      }
      if (without.empty()) first = project_.instances[i].location;
      without.push_back(device_text(i));
    }
    lacking(without, what, first);
    if (!without.empty()) return false;
    const bool width = key == "width_um";
    const std::string value = format_number(sum) + (width ? " um" : " fingers");
    if (count.worst.empty() || sum / least < worst) {
      worst = sum / least;
      count.worst = value;
    }
    if (sum >= least * (1 - kEqual)) return true;
    const std::uint32_t i = group.devices.front();
    const DeviceType& type = wiring_.type_of(i);
    const std::string between = "'" + wiring_.shown(wiring_.net_of_pin(i, type.from_pin)) +
                                "' and '" + wiring_.shown(wiring_.net_of_pin(i, type.to_pin)) + "'";
    core::Finding found = about_instance(
        width ? codes::kDeviceTooNarrow : codes::kTooFewFingers,
        type.name + " between " + between + (width ? " is " + value + " wide" : " has " + value) +
            " (" + counted(group.devices.size(), "device", "devices") + "), at least " +
            format_number(least) + (width ? " um" : " fingers"),
        i, what + " between " + between);
    for (const std::uint32_t k : group.devices) {
      found.notes.push_back({project_.instances[k].location, device_text(k) + " adds " +
                                                                 format_number(*size_of(k, key)) +
                                                                 (width ? " um" : " fingers")});
    }
    report(std::move(found));
    return false;
  }
};

class ResistorRun : public LayoutRun {
 public:
  using LayoutRun::LayoutRun;

  LayoutCount run() {
    const Groups groups = groups_of(wiring_, devices_of(rule_.devices.types, true));
    LayoutCount count{"resistors between two nets", groups.size(), 0, ""};
    double low = 0;
    double high = 0;
    for (const auto& [key, group] : groups) {
      const double ohm = parallel(group);
      low = count.worst.empty() ? ohm : std::min(low, ohm);
      high = count.worst.empty() ? ohm : std::max(high, ohm);
      count.worst = format_number(low) + " ... " + format_number(high) + " ohm";
      count.not_met += judge(group, ohm) ? 0 : 1;
    }
    return count;
  }

 private:
  /// Of the instance, else of its type.
  double ohm_of(std::uint32_t i) const {
    const auto& properties = project_.instances[i].properties;
    const auto at = properties.find("ohm");
    return at == properties.end() ? wiring_.type_of(i).ron_ohm : at->second;
  }

  double parallel(const Group& group) const {
    double siemens = 0;
    for (const std::uint32_t i : group.devices) {
      if (ohm_of(i) <= 0) return 0;
      siemens += 1 / ohm_of(i);
    }
    return 1 / siemens;
  }

  bool judge(const Group& group, double ohm) {
    const bool small = rule_.min_ohm && ohm < *rule_.min_ohm * (1 - kEqual);
    const bool large = rule_.max_ohm && ohm > *rule_.max_ohm * (1 + kEqual);
    if (!small && !large) return true;
    const std::uint32_t i = group.devices.front();
    const DeviceType& type = wiring_.type_of(i);
    report(about_instance(
        codes::kResistorRange,
        type.name + " between '" + wiring_.shown(wiring_.net_of_pin(i, type.from_pin)) + "' and '" +
            wiring_.shown(wiring_.net_of_pin(i, type.to_pin)) + "' is " + format_number(ohm) +
            " ohm (" + counted(group.devices.size(), "device", "devices") + "), " +
            (small ? "at least " + format_number(*rule_.min_ohm)
                   : "at most " + format_number(*rule_.max_ohm)) +
            " ohm",
        i, "resistance"));
    return false;
  }
};

}  // namespace

LayoutCount run_size(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink) {
  return SizeRun(rule, wiring, sink).run();
}

LayoutCount run_resistor(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink) {
  return ResistorRun(rule, wiring, sink).run();
}

}  // namespace sealring::esd
