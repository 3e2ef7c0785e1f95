// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Clamps between rails, and ties between grounds.
#include <algorithm>

#include "esd/format.h"
#include "esd/topology/rule_base.h"
#include "esd/topology_codes.h"

namespace sealring::esd {

namespace {

class RailClampRun : public TopologyRun {
 public:
  using TopologyRun::TopologyRun;

  RuleCount run() {
    types_ = types_of(rule_.devices, "devices");
    for (const auto& [high, low] : rule_.pairs) {
      Pair pair{high, low, net_of(high), net_of(low)};
      if (pair.high != kNone && pair.low != kNone) pairs_.push_back(pair);
    }
    for (std::uint32_t i = 0; i < project_.instances.size(); ++i) {
      if (types_[project_.instances[i].type] != 0 && wiring_.type_of(i).conducts()) place(i);
    }
    RuleCount count{"pairs", pairs_.size(), 0, misplaced_};
    for (const Pair& pair : pairs_) {
      const bool met = pair.clamps >= rule_.at_least;
      count.not_met += met ? 0 : 1;
      if (!met && pair.clamps + pair.explained < rule_.at_least) missing(pair);
    }
    return count;
  }

 private:
  struct Pair {
    std::string high_name;
    std::string low_name;
    std::uint32_t high = kNone;
    std::uint32_t low = kNone;
    std::size_t clamps = 0;
    std::size_t explained = 0;  ///< devices meant for it that were reported by themselves
  };

  void missing(const Pair& pair) {
    const std::string key = pair.high_name + "/" + pair.low_name;
    core::Finding found =
        finding(codes::kNoRailClamp,
                "'" + pair.high_name + "' and '" + pair.low_name + "' have " +
                    counted(pair.clamps, "clamp", "clamps") + " between them (" +
                    listed_words(rule_.devices) + "), at least " + std::to_string(rule_.at_least) +
                    (rule_.at_least == 1 ? " is needed" : " are needed"),
                key, "", rule_.location);
    report(std::move(found));
  }

  /// A pair of any rule for this type of device.
  bool allowed(std::uint32_t instance, std::uint32_t from, std::uint32_t to) const {
    const std::string& type = wiring_.type_of(instance).name;
    for (const TopologyRule& rule : project_.rules.topology) {
      if (rule.kind != TopologyRule::Kind::kRailClamp || !fits(rule.devices, type)) continue;
      for (const auto& [high, low] : rule.pairs) {
        const auto h = wiring_.find_net(high);
        const auto l = wiring_.find_net(low);
        if (h && l && ((*h == from && *l == to) || (*h == to && *l == from))) return true;
      }
    }
    return false;
  }

  /// Of several rules for one type of device the first one tells of a device that fits none of them.
  bool first_for(std::uint32_t instance) const {
    const std::string& type = wiring_.type_of(instance).name;
    for (const TopologyRule& rule : project_.rules.topology) {
      if (rule.kind == TopologyRule::Kind::kRailClamp && fits(rule.devices, type))
        return rule.id == rule_.id;
    }
    return true;
  }

  bool supply(std::uint32_t net) const {
    const NetKind kind = wiring_.nets()[net].kind;
    return kind == NetKind::kPower || kind == NetKind::kGround;
  }

  /// The declared net of a pin when it is another one than it lies on.
  std::string misplaced(std::uint32_t instance, std::size_t pin) const {
    const std::string& declared = project_.instances[instance].nets[pin];
    if (declared.empty()) return "";
    const auto net = wiring_.find_net(declared);
    return !net || *net != wiring_.net_of_pin(instance, pin) ? declared : "";
  }

  void place(std::uint32_t instance) {
    const DeviceType& type = wiring_.type_of(instance);
    const std::uint32_t from = wiring_.net_of_pin(instance, type.from_pin);
    const std::uint32_t to = wiring_.net_of_pin(instance, type.to_pin);
    const std::string wrong_from = misplaced(instance, type.from_pin);
    const std::string wrong_to = misplaced(instance, type.to_pin);
    const bool as_declared = wrong_from.empty() && wrong_to.empty();
    if (as_declared) {
      for (Pair& pair : pairs_) {
        if ((from == pair.high && to == pair.low) ||
            (type.both_ways && to == pair.high && from == pair.low)) {
          ++pair.clamps;
          return;
        }
        if (from == pair.low && to == pair.high) {
          ++pair.explained;
          turned(pair, instance);
          return;
        }
      }
      if (allowed(instance, from, to)) return;
      if (type.kind != DeviceType::Kind::kClamp && !(supply(from) && supply(to))) return;
    }
    for (Pair& pair : pairs_) {
      const bool touches = from == pair.high || to == pair.low ||
                           (type.both_ways && (to == pair.high || from == pair.low));
      const bool meant = (wrong_from == pair.high_name || wrong_from == pair.low_name) ||
                         (wrong_to == pair.high_name || wrong_to == pair.low_name);
      if (touches || meant) ++pair.explained;
    }
    if (!as_declared) misplaced_.push_back(instance);
    if (first_for(instance)) wrong(instance, from, to, wrong_from, wrong_to);
  }

  void turned(const Pair& pair, std::uint32_t instance) {
    report(about_instance(codes::kWrongPolarity,
                          device_text(instance) + " between '" + pair.high_name + "' and '" +
                              pair.low_name + "' conducts only from '" + pair.low_name + "' to '" +
                              pair.high_name + "'",
                          instance, pair.high_name + "/" + pair.low_name));
  }

  void wrong(std::uint32_t instance, std::uint32_t from, std::uint32_t to,
             const std::string& wrong_from, const std::string& wrong_to) {
    std::string pairs;
    for (const auto& [high, low] : rule_.pairs)
      pairs += (pairs.empty() ? "" : ", ") + high + "/" + low;
    std::string message = device_text(instance) + " lies between '" + wiring_.shown(from) +
                          "' and '" + wiring_.shown(to) + "'";
    if (wrong_from.empty() && wrong_to.empty()) {
      message += ", which is no pair of the rule (" + pairs + ")";
    } else {
      const DeviceType& type = wiring_.type_of(instance);
      const std::vector<std::string>& nets = project_.instances[instance].nets;
      message +=
          "; it is declared for '" + nets[type.from_pin] + "' and '" + nets[type.to_pin] + "'";
    }
    report(about_instance(codes::kWrongDomain, message, instance, ""));
  }

  std::vector<unsigned char> types_;
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> misplaced_;
};

class GroundsRun : public TopologyRun {
 public:
  using TopologyRun::TopologyRun;

  RuleCount run() {
    types_ = rule_.devices.empty() ? std::vector<unsigned char>(project_.devices.types.size(), 1)
                                   : types_of(rule_.devices, "devices");
    std::vector<std::uint32_t> nets;
    for (const std::string& name : rule_.nets) nets.push_back(net_of(name));
    RuleCount count{"pairs of grounds", 0, 0, {}};
    for (std::size_t i = 0; i < nets.size(); ++i) {
      for (std::size_t j = i + 1; j < nets.size(); ++j) {
        if (nets[i] == kNone || nets[j] == kNone) continue;
        ++count.count;
        count.not_met += judge(i, j, nets) ? 0 : 1;
      }
    }
    return count;
  }

 private:
  bool reaches(std::uint32_t from, std::uint32_t to) const {
    std::vector<unsigned char> seen(wiring_.nets().size(), 0);
    std::vector<std::uint32_t> front = {from};
    seen[from] = 1;
    for (std::size_t stage = 0; stage < rule_.stages && !front.empty(); ++stage) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t net : front) {
        for (const Wiring::Way& way : wiring_.ways_from(net)) {
          if (!is(way, types_) || seen[way.to] != 0) continue;
          if (way.to == to) return true;
          seen[way.to] = 1;
          next.push_back(way.to);
        }
      }
      front = std::move(next);
    }
    return false;
  }

  bool judge(std::size_t i, std::size_t j, const std::vector<std::uint32_t>& nets) {
    if (nets[i] == nets[j]) return true;
    const bool there = reaches(nets[i], nets[j]);
    const bool back = reaches(nets[j], nets[i]);
    if (there && back) return true;
    const std::string& a = rule_.nets[i];
    const std::string& b = rule_.nets[j];
    const std::string within = " within " + counted(rule_.stages, "device", "devices");
    std::string message = "no way from '" + a + "' to '" + b + "' or back" + within;
    if (there) message = "no way from '" + b + "' to '" + a + "'" + within + ", only the other way";
    if (back) message = "no way from '" + a + "' to '" + b + "'" + within + ", only the other way";
    core::Finding found = finding(codes::kGroundsNotTied, message, a + "/" + b, "", rule_.location);
    for (const Wiring::Way& way : wiring_.ways()) {
      const bool ours =
          (way.from == nets[i] && way.to == nets[j]) || (way.from == nets[j] && way.to == nets[i]);
      constexpr std::size_t kMost = 6;
      if (!ours || !is(way, types_) || found.notes.size() >= kMost) continue;
      found.notes.push_back({project_.instances[way.instance].location,
                             device_text(way.instance) + " conducts from '" +
                                 wiring_.shown(way.from) + "' to '" + wiring_.shown(way.to) + "'"});
    }
    report(std::move(found));
    return false;
  }

  std::vector<unsigned char> types_;
};

}  // namespace

RuleCount run_rail_clamp(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  return RailClampRun(rule, wiring, sink).run();
}

RuleCount run_grounds_tied(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  return GroundsRun(rule, wiring, sink).run();
}

}  // namespace sealring::esd
