// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Distances between pads and their devices, and guard rings around devices.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "esd/format.h"
#include "esd/layout/layout_run.h"
#include "esd/layout_codes.h"
#include "esd/rules/rule_terminals.h"
#include "esd/topology/nearest.h"

namespace sealring::esd {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kEqual = 1e-9;  ///< relative: closer than this to a limit counts as equal to it

class DistanceRun : public LayoutRun {
 public:
  using LayoutRun::LayoutRun;

  LayoutCount run() {
    for (const std::uint32_t device : devices_of(rule_.devices.types, true)) enter(device);
    std::vector<std::uint32_t> pads;
    for (std::uint32_t i = 0; i < project_.pads.size(); ++i) {
      if (selects(rule_.pads, project_.pads[i])) pads.push_back(i);
    }
    if (pads.empty()) nothing("pads" + described(rule_.pads));
    LayoutCount count{"pads", pads.size(), 0, ""};
    for (const std::uint32_t pad : pads) count.not_met += judge(pad) ? 0 : 1;
    lacking(boxless_, "box", first_boxless_);
    if (worst_ > -1) count.worst = format_number(worst_) + " um ('" + worst_pad_ + "')";
    return count;
  }

 private:
  /// What is nearest to a pad: a device, and the bond that leads to it when it lies on another tier.
  struct Answer {
    double um = kFar;
    std::uint32_t device = kNone;
    std::uint32_t bond = kNone;
  };

  void enter(std::uint32_t device) {
    const DeviceType& type = wiring_.type_of(device);
    for (const std::size_t pin : {type.from_pin, type.to_pin}) {
      const std::uint32_t net = wiring_.net_of_pin(device, pin);
      if (net == kNone) continue;
      std::vector<std::uint32_t>& list = on_net_[net];
      if (list.empty() || list.back() != device) list.push_back(device);
    }
  }

  void without_box(const std::string& name, const core::Location& place) {
    if (std::find(boxless_.begin(), boxless_.end(), name) != boxless_.end()) return;
    if (boxless_.empty()) first_boxless_ = place;
    boxless_.push_back(name);
  }

  /// The nearest device on the net of a box in its own tier.
  Answer in_tier(std::uint32_t net, const std::string& tier, const PlacedBox& box) {
    Answer best;
    for (const std::uint32_t device : on_net_[net]) {
      const Instance& at = project_.instances[device];
      if (at.tier != tier) continue;
      if (!at.box) {
        without_box(device_text(device), at.location);
        continue;
      }
      const double um = distance_of(box, *at.box);
      if (um < best.um) best = {um, device, kNone};
    }
    return best;
  }

  /// Where the nearest device lies from each bonded pad of a net, over as many bonds as it takes.
  const std::map<std::uint32_t, Answer>& bonds_of(std::uint32_t net) {
    const auto [at, fresh] = bonds_.try_emplace(net);
    std::map<std::uint32_t, Answer>& answers = at->second;
    if (!fresh) return answers;
    for (const std::uint32_t pad : wiring_.nets()[net].pads) {
      const Pad& here = project_.pads[pad];
      const bool bonded = here.mate != kNone && wiring_.net_of_pad(here.mate) == net;
      if (bonded && here.box) answers[pad] = in_tier(net, here.tier, *here.box);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [pad, answer] : answers) {
        const Answer better = over_bonds(answers, pad, answer);
        changed = changed || better.um < answer.um;
        if (better.um < answer.um) answer = better;
      }
    }
    return answers;
  }

  /// One step further: across its own bond, or along its tier to another one. Nets with very many bonds go across
  /// their own only.
  Answer over_bonds(const std::map<std::uint32_t, Answer>& answers, std::uint32_t pad,
                    const Answer& known) const {
    constexpr std::size_t kMost = 3000;
    const Pad& here = project_.pads[pad];
    Answer best = known;
    if (const auto mate = answers.find(here.mate); mate != answers.end()) {
      if (mate->second.um < best.um) best = {mate->second.um, mate->second.device, pad};
    }
    if (answers.size() > kMost) return best;
    for (const auto& [other, answer] : answers) {
      const Pad& there = project_.pads[other];
      if (other == pad || there.tier != here.tier || answer.um >= best.um) continue;
      const double um = distance_of(*here.box, *there.box) + answer.um;
      if (um < best.um) best = {um, answer.device, other};
    }
    return best;
  }

  Answer nearest(std::uint32_t pad) {
    const Pad& at = project_.pads[pad];
    const std::uint32_t net = wiring_.net_of_pad(pad);
    Answer best = in_tier(net, at.tier, *at.box);
    if (best.device != kNone) return best;
    for (const auto& [bond, behind] : bonds_of(net)) {
      const Pad& here = project_.pads[bond];
      if (here.tier != at.tier) continue;
      const double um = distance_of(*at.box, *here.box) + behind.um;
      if (um < best.um) best = {um, behind.device, bond};
    }
    return best;
  }

  bool judge(std::uint32_t pad) {
    const Pad& at = project_.pads[pad];
    const std::uint32_t net = wiring_.net_of_pad(pad);
    if (on_net_[net].empty()) {
      report(about(codes::kNothingToMeasure,
                   "no device (" + listed_words(rule_.devices.types) + ") is joined to pad '" +
                       at.name + "'",
                   at.name, "", at.location, at.tier, at.box));
      return false;
    }
    if (!at.box) {
      without_box("pad '" + at.name + "'", at.location);
      return false;
    }
    const Answer answer = nearest(pad);
    if (answer.device == kNone) {
      if (boxless_.empty()) {
        without_box("device on '" + wiring_.shown(net) + "' in the tier of '" + at.name +
                        "', or a bond towards it,",
                    at.location);
      }
      return false;
    }
    if (answer.um > worst_) {
      worst_ = answer.um;
      worst_pad_ = at.name;
    }
    if (answer.um <= rule_.max_distance_um * (1 + kEqual)) return true;
    std::string message = "pad '" + at.name + "' is " + format_number(answer.um) +
                          " um away from the nearest device, " + device_text(answer.device) +
                          ", at most " + format_number(rule_.max_distance_um) + " um";
    if (answer.bond != kNone) {
      message += " (through the bond at '" + project_.pads[answer.bond].name + "' into " +
                 project_.instances[answer.device].tier + ")";
    }
    core::Finding found = about(codes::kTooFar, message, at.name, "", at.location, at.tier, at.box);
    found.notes.push_back({project_.instances[answer.device].location, "the device"});
    report(std::move(found));
    return false;
  }

  std::map<std::uint32_t, std::vector<std::uint32_t>> on_net_;
  std::map<std::uint32_t, std::map<std::uint32_t, Answer>> bonds_;
  std::vector<std::string> boxless_;
  core::Location first_boxless_;
  double worst_ = -2;
  std::string worst_pad_;
};

class GuardRun : public LayoutRun {
 public:
  using LayoutRun::LayoutRun;

  LayoutCount run() {
    const std::vector<std::uint32_t> devices = devices_of(rule_.devices.types, true);
    for (const std::uint32_t guard : devices_of(rule_.guards, false)) {
      if (project_.instances[guard].box) {
        guards_.push_back(guard);
      } else {
        note_boxless(guard);
      }
    }
    LayoutCount count{"devices", devices.size(), 0, ""};
    double worst = -1;
    for (const std::uint32_t device : devices) {
      if (!project_.instances[device].box) {
        note_boxless(device);
        continue;
      }
      double margin = kFar;
      count.not_met += judge(device, margin) ? 0 : 1;
      if (std::isfinite(margin) && margin > worst) {
        worst = margin;
        count.worst = format_number(margin) + " um (" + device_text(device) + ")";
      }
    }
    lacking(boxless_, "box", first_boxless_);
    return count;
  }

 private:
  void note_boxless(std::uint32_t instance) {
    if (boxless_.empty()) first_boxless_ = project_.instances[instance].location;
    boxless_.push_back(device_text(instance));
  }

  /// How far a guard's box lies outside of the device's on its widest side; infinite when it does not enclose it.
  static double margin_of(const PlacedBox& guard, const PlacedBox& device) {
    const double sides[] = {device.x1_um - guard.x1_um, device.y1_um - guard.y1_um,
                            guard.x2_um - device.x2_um, guard.y2_um - device.y2_um};
    if (*std::min_element(std::begin(sides), std::end(sides)) < 0) return kFar;
    return *std::max_element(std::begin(sides), std::end(sides));
  }

  bool tied(std::uint32_t guard) const {
    if (rule_.net.empty()) return true;
    const auto net = wiring_.find_net(rule_.net);
    return net && wiring_.net_of_pin(guard, wiring_.type_of(guard).signal_pin) == *net;
  }

  bool judge(std::uint32_t device, double& best) {
    const Instance& at = project_.instances[device];
    std::uint32_t nearest = kNone;
    std::uint32_t loose = kNone;
    for (const std::uint32_t guard : guards_) {
      const Instance& ring = project_.instances[guard];
      if (ring.tier != at.tier) continue;
      const double margin = margin_of(*ring.box, *at.box);
      if (margin > rule_.within_um * (1 + kEqual)) {
        if (margin < best) {
          best = margin;
          nearest = guard;
        }
        continue;
      }
      best = std::min(best, margin);
      if (tied(guard)) return true;
      loose = guard;
    }
    if (loose != kNone) {
      const std::uint32_t net = wiring_.net_of_pin(loose, wiring_.type_of(loose).signal_pin);
      report(about_instance(codes::kGuardNotTied,
                            "guard " + device_text(loose) + " around " + device_text(device) +
                                " lies on '" + wiring_.shown(net) + "', '" + rule_.net +
                                "' was expected",
                            device, "guard"));
      return false;
    }
    std::string message = "no guard (" + listed_words(rule_.guards) + ") encloses " +
                          device_text(device) + " within " + format_number(rule_.within_um) + " um";
    if (nearest != kNone) {
      message += "; the nearest, " + device_text(nearest) + ", leaves " + format_number(best) +
                 " um on its widest side";
    }
    report(about_instance(codes::kNoGuard, message, device, "guard"));
    return false;
  }

  std::vector<std::uint32_t> guards_;
  std::vector<std::string> boxless_;
  core::Location first_boxless_;
};

}  // namespace

LayoutCount run_distance(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink) {
  return DistanceRun(rule, wiring, sink).run();
}

LayoutCount run_guard(const LayoutRule& rule, const Wiring& wiring, core::Sink& sink) {
  return GuardRun(rule, wiring, sink).run();
}

}  // namespace sealring::esd
