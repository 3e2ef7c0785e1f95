// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <map>
#include <set>

#include "stack3d/checks/bonds.h"

namespace sealring::stack3d {

namespace {

/// "data[3]" and "data_3" are bit 3 of "data[" and "data_".
struct BitName {
  std::string base;
  std::int64_t bit = 0;
  bool indexed = false;
};

BitName bit_of(const std::string& name) {
  std::size_t end = name.size();
  if (end > 0 && name[end - 1] == ']') --end;
  std::size_t start = end;
  while (start > 0 && name[start - 1] >= '0' && name[start - 1] <= '9') --start;
  if (start == end || start == 0 || end - start > 9) return {name, 0, false};
  return {name.substr(0, start), std::stoll(name.substr(start, end - start)), true};
}

/// A bus name without the bracket or underscore before its index.
std::string shown_base(const std::string& base) {
  return base.ends_with('[') || base.ends_with('_') ? base.substr(0, base.size() - 1) : base;
}

class Explainer {
 public:
  Explainer(CheckContext& context, const std::vector<WrongPair>& pairs,
            const std::vector<bool>& well_bonded)
      : context_(context), pairs_(pairs), well_bonded_(well_bonded), said_(pairs.size()) {}

  void run() {
    explain_buses();
    explain_cycles();
    report_rest();
  }

 private:
  const std::string& name(std::uint32_t net) const { return context_.intent.nets[net].name; }

  core::Finding at(const WrongPair& pair, core::Finding finding, std::string object,
                   std::string key) const {
    const Stack& stack = context_.stack;
    return std::move(finding)
        .at(stack.pin_location(pair.bond.upper))
        .on(std::move(object), std::move(key))
        .placed(stack.where(pair.bond.upper))
        .note("bonded to '" + stack.pin_name(pair.bond.lower) + "'",
              stack.pin_location(pair.bond.lower));
  }

  /// Groups wrong pairs of one interface whose nets are bits of one bus each.
  void explain_buses() {
    struct Key {
      std::uint32_t face;
      std::string lower;
      std::string upper;
      auto operator<=>(const Key&) const = default;
    };
    std::map<Key, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const BitName lower = bit_of(name(pairs_[i].lower_net));
      const BitName upper = bit_of(name(pairs_[i].upper_net));
      if (lower.indexed && upper.indexed) {
        groups[{pairs_[i].bond.face, lower.base, upper.base}].push_back(i);
      }
    }
    std::set<Key> done;
    for (const auto& [key, members] : groups) {
      if (members.size() < 3 || done.contains(key)) continue;
      const bool one_bus = key.lower == key.upper;
      const auto other = groups.find({key.face, key.upper, key.lower});
      if (!one_bus && other != groups.end() && other->second.size() == members.size() &&
          constant(members, -1)) {
        done.insert(other->first);
        report_bus_swap(key.lower, key.upper, members, other->second);
      } else if (constant(members, +1)) {
        report_reversed(key.lower, key.upper, members);
      } else if (one_bus && constant(members, -1)) {
        report_bus_shift(key.lower, members);
      }
    }
  }

  /// Whether lower bit + sign * upper bit is the same for all members.
  bool constant(const std::vector<std::size_t>& members, int sign) const {
    const auto value = [&](std::size_t i) {
      return bit_of(name(pairs_[i].lower_net)).bit + sign * bit_of(name(pairs_[i].upper_net)).bit;
    };
    return std::all_of(members.begin(), members.end(),
                       [&](std::size_t i) { return value(i) == value(members.front()); });
  }

  void mark(const std::vector<std::size_t>& members) {
    for (std::size_t i : members) said_[i] = true;
  }

  const std::string& face_name(const std::vector<std::size_t>& members) const {
    return context_.stack.interfaces[pairs_[members.front()].bond.face].name;
  }

  void report_reversed(const std::string& lower, const std::string& upper,
                       const std::vector<std::size_t>& members) {
    mark(members);
    const WrongPair& first = pairs_[members.front()];
    const std::string bus = shown_base(lower);
    context_.sink.report(at(
        first,
        core::make_finding(codes::kReversedBus,
                           "bus '" + bus + "'" +
                               (lower == upper ? "" : " (upper side '" + shown_base(upper) + "')") +
                               " is bonded in reversed order on interface '" + face_name(members) +
                               "': " + std::to_string(members.size()) + " bits, the first is '" +
                               name(first.lower_net) + "' on '" + name(first.upper_net) + "'"),
        face_name(members), "reversed " + bus));
  }

  void report_bus_shift(const std::string& base, const std::vector<std::size_t>& members) {
    mark(members);
    const WrongPair& first = pairs_[members.front()];
    const std::int64_t by = bit_of(name(first.upper_net)).bit - bit_of(name(first.lower_net)).bit;
    context_.sink.report(at(
        first,
        core::make_finding(codes::kShiftedBus,
                           "bus '" + shown_base(base) + "' is bonded " +
                               std::to_string(by < 0 ? -by : by) + " bits " +
                               (by < 0 ? "down" : "up") + " on interface '" + face_name(members) +
                               "': " + std::to_string(members.size()) + " bits, the first is '" +
                               name(first.lower_net) + "' on '" + name(first.upper_net) + "'"),
        face_name(members), "shifted " + shown_base(base)));
  }

  void report_bus_swap(const std::string& lower, const std::string& upper,
                       const std::vector<std::size_t>& members,
                       const std::vector<std::size_t>& others) {
    mark(members);
    mark(others);
    const std::string a = std::min(shown_base(lower), shown_base(upper));
    const std::string b = std::max(shown_base(lower), shown_base(upper));
    context_.sink.report(at(
        pairs_[members.front()],
        core::make_finding(codes::kSwappedNets,
                           "buses '" + a + "' and '" + b + "' are swapped on interface '" +
                               face_name(members) +
                               "': " + std::to_string(members.size() + others.size()) + " bonds"),
        face_name(members), "swap " + a + " " + b));
  }

  /// Nets that only trade places: lower A on upper B, lower B on upper C ... back to A, each once.
  void explain_cycles() {
    std::map<std::uint32_t, std::vector<std::size_t>> by_face;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (!said_[i]) by_face[pairs_[i].bond.face].push_back(i);
    }
    for (const auto& [face, members] : by_face) {
      std::map<std::uint32_t, std::vector<std::size_t>> from;  // lower net to wrong pairs
      for (std::size_t i : members) from[pairs_[i].lower_net].push_back(i);
      for (std::size_t start : members) {
        if (!said_[start]) follow(start, from);
      }
    }
  }

  void follow(std::size_t start, const std::map<std::uint32_t, std::vector<std::size_t>>& from) {
    std::vector<std::size_t> cycle{start};
    constexpr std::size_t kLongest = 64;
    while (pairs_[cycle.back()].upper_net != pairs_[start].lower_net && cycle.size() < kLongest) {
      const auto next = from.find(pairs_[cycle.back()].upper_net);
      if (next == from.end() || next->second.size() != 1 || said_[next->second.front()]) return;
      if (next->second.front() == start) break;
      cycle.push_back(next->second.front());
    }
    if (cycle.size() < 2 || pairs_[cycle.back()].upper_net != pairs_[start].lower_net) return;
    mark(cycle);
    std::vector<std::string> names;
    for (std::size_t i : cycle) names.push_back(name(pairs_[i].lower_net));
    std::string chain;
    for (const std::string& one : names) chain += "'" + one + "' -> ";
    chain += "'" + names.front() + "'";
    std::sort(names.begin(), names.end());
    std::string key = "swap";
    for (const std::string& one : names) key += " " + one;
    const std::string text =
        cycle.size() == 2
            ? "nets '" + names[0] + "' and '" + names[1] + "' are swapped on interface '"
            : std::to_string(cycle.size()) + " nets trade places (" + chain + ") on interface '";
    core::Finding finding =
        at(pairs_[start], core::make_finding(codes::kSwappedNets, text + face_name(cycle) + "'"),
           face_name(cycle), key);
    for (std::size_t i = 1; i < cycle.size() && i < 8; ++i) {
      const WrongPair& other = pairs_[cycle[i]];
      finding.notes.push_back({context_.stack.pin_location(other.bond.upper),
                               "'" + context_.stack.pin_name(other.bond.upper) +
                                   "' is bonded to '" + context_.stack.pin_name(other.bond.lower) +
                                   "'"});
    }
    context_.sink.report(std::move(finding));
  }

  void report_rest() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> rest;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (said_[i]) continue;
      const auto [a, b] = std::minmax(pairs_[i].lower_net, pairs_[i].upper_net);
      rest[{a, b}].push_back(i);
    }
    for (const auto& [nets, members] : rest) {
      const WrongPair& first = pairs_[members.front()];
      const bool is_short = well_bonded_[nets.first] && well_bonded_[nets.second];
      const std::string a = std::min(name(nets.first), name(nets.second));
      const std::string b = std::max(name(nets.first), name(nets.second));
      const std::string bonds =
          std::to_string(members.size()) + (members.size() == 1 ? " bond" : " bonds");
      core::Finding finding =
          is_short
              ? core::make_finding(codes::kShort, "nets '" + a + "' and '" + b +
                                                      "' are shorted by " + bonds +
                                                      " between their bumps")
              : core::make_finding(
                    codes::kWrongPair,
                    "bump '" + context_.stack.pin_name(first.bond.upper) + "' of net '" +
                        name(first.upper_net) + "' meets a bump of net '" + name(first.lower_net) +
                        "'" + (members.size() > 1 ? " (" + bonds + " of these two nets)" : ""));
      finding = at(first, std::move(finding),
                   is_short ? "net " + a : context_.stack.pin_name(first.bond.upper), a + " " + b);
      for (std::size_t i = 1; i < members.size() && i < 8; ++i) {
        const PinId pin = pairs_[members[i]].bond.upper;
        finding.notes.push_back(
            {context_.stack.pin_location(pin), "also at '" + context_.stack.pin_name(pin) + "'"});
      }
      context_.sink.report(std::move(finding));
    }
  }

  CheckContext& context_;
  const std::vector<WrongPair>& pairs_;
  const std::vector<bool>& well_bonded_;
  std::vector<bool> said_;
};

}  // namespace

void report_wrong_pairs(CheckContext& context, const std::vector<WrongPair>& pairs,
                        const std::vector<bool>& well_bonded) {
  Explainer(context, pairs, well_bonded).run();
}

}  // namespace sealring::stack3d
