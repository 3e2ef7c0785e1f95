// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Through how many devices a discharge has to go between any two pads.
//
// Thousands of signal nets have the same neighbours. Nets with the same ways out and in are one class, and the number of
// stages between two nets is that between their classes: the shortest walk of at least one device.
#include <algorithm>
#include <map>

#include "esd/format.h"
#include "esd/rules/rule_terminals.h"
#include "esd/topology/rule_base.h"
#include "esd/topology_codes.h"

namespace sealring::esd {

namespace {

class ReachRun : public TopologyRun {
 public:
  using TopologyRun::TopologyRun;

  RuleCount run() {
    types_ = rule_.devices.empty() ? std::vector<unsigned char>(project_.devices.types.size(), 1)
                                   : types_of(rule_.devices, "devices");
    const std::vector<std::uint32_t> from = pads_of(rule_.pads);
    const std::vector<std::uint32_t> to = pads_of(rule_.to);
    make_classes();
    enter(from, true);
    enter(to, false);
    RuleCount count{"pairs of nets", 0, 0, {}};
    for (std::uint32_t c = 0; c < classes_.size(); ++c) {
      if (!classes_[c].from.empty()) judge_from(c, count);
    }
    if (count.count == 0 && !from.empty() && !to.empty())
      nothing("pads on different nets" + described(rule_.pads));
    return count;
  }

 private:
  struct Class {
    std::vector<std::uint32_t> next;  ///< classes
    std::vector<std::uint32_t> from;  ///< first pads of the nets selected
    std::vector<std::uint32_t> to;
    std::uint64_t both = 0;  ///< nets in both lists
  };
  struct Aim {
    std::uint32_t cls = 0;
    std::uint32_t from_pad = kNone;
    std::uint32_t to_pad = kNone;
    std::uint64_t pairs = 0;
  };

  void make_classes() {
    const std::size_t nets = wiring_.nets().size();
    std::map<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>, std::uint32_t>
        known;
    class_of_.assign(nets, 0);
    const auto sorted = [](std::vector<std::uint32_t> list) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      return list;
    };
    std::vector<std::vector<std::uint32_t>> out_of_class;
    for (std::uint32_t net = 0; net < nets; ++net) {
      std::vector<std::uint32_t> out;
      std::vector<std::uint32_t> in;
      for (const Wiring::Way& way : wiring_.ways_from(net)) {
        if (is(way, types_)) out.push_back(way.to);
      }
      for (const Wiring::Way& way : wiring_.ways_to(net)) {
        if (is(way, types_)) in.push_back(way.from);
      }
      std::pair key{sorted(std::move(out)), sorted(std::move(in))};
      const auto [at, fresh] = known.try_emplace(key, static_cast<std::uint32_t>(known.size()));
      if (fresh) out_of_class.push_back(at->first.first);
      class_of_[net] = at->second;
    }
    classes_.resize(known.size());
    for (std::uint32_t c = 0; c < classes_.size(); ++c) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t net : out_of_class[c]) next.push_back(class_of_[net]);
      classes_[c].next = sorted(std::move(next));
    }
  }

  void enter(const std::vector<std::uint32_t>& pads, bool from) {
    std::vector<unsigned char>& seen = from ? is_from_ : is_to_;
    seen.assign(wiring_.nets().size(), 0);
    for (const std::uint32_t pad : pads) {
      const std::uint32_t net = wiring_.net_of_pad(pad);
      if (seen[net] != 0) continue;
      seen[net] = 1;
      Class& cls = classes_[class_of_[net]];
      (from ? cls.from : cls.to).push_back(pad);
      if (!from && is_from_[net] != 0) ++cls.both;
    }
  }

  /// Devices on the shortest walk of at least one from class `c` to every class; 0: none.
  std::vector<std::uint32_t> stages_from(std::uint32_t c) const {
    std::vector<std::uint32_t> stages(classes_.size(), 0);
    std::vector<std::uint32_t> front = {c};
    for (std::uint32_t stage = 1; !front.empty(); ++stage) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t at : front) {
        for (const std::uint32_t to : classes_[at].next) {
          if (stages[to] != 0) continue;
          stages[to] = stage;
          if (to != c) next.push_back(to);
        }
      }
      front = std::move(next);
    }
    return stages;
  }

  /// The first two pads of different nets, one of each class.
  Aim aim(std::uint32_t from, std::uint32_t to) const {
    const Class& a = classes_[from];
    const Class& b = classes_[to];
    Aim result{to};
    result.pairs = static_cast<std::uint64_t>(a.from.size()) * b.to.size();
    if (from == to) result.pairs -= a.both;
    for (std::size_t i = 0; i < std::min<std::size_t>(a.from.size(), 2); ++i) {
      for (std::size_t j = 0; j < std::min<std::size_t>(b.to.size(), 2); ++j) {
        if (result.from_pad != kNone ||
            wiring_.net_of_pad(a.from[i]) == wiring_.net_of_pad(b.to[j])) {
          continue;
        }
        result.from_pad = a.from[i];
        result.to_pad = b.to[j];
      }
    }
    return result;
  }

  void judge_from(std::uint32_t c, RuleCount& count) {
    const std::vector<std::uint32_t> stages = stages_from(c);
    std::vector<Aim> unreached;
    Aim longest;
    std::uint32_t most = 0;
    for (std::uint32_t to = 0; to < classes_.size(); ++to) {
      if (classes_[to].to.empty()) continue;
      const Aim pair = aim(c, to);
      if (pair.from_pad == kNone) continue;
      count.count += pair.pairs;
      if (stages[to] != 0 && stages[to] <= rule_.stages) continue;
      count.not_met += pair.pairs;
      if (stages[to] == 0) {
        unreached.push_back(pair);
      } else {
        longest = stages[to] > most ? Aim{to, pair.from_pad, pair.to_pad, longest.pairs} : longest;
        most = std::max(most, stages[to]);
        longest.pairs += pair.pairs;
      }
    }
    if (!unreached.empty()) tell_unreached(unreached);
    if (most > 0) tell_longest(longest, most);
  }

  void add_pairs(core::Finding& found, std::uint64_t pairs) const {
    if (pairs < 2) return;
    found.notes.push_back({{},
                           "the same holds for " + std::to_string(pairs) +
                               " pairs of nets, from nets with devices to the same rails"});
  }

  /// One finding for all that a class of pads does not reach.
  void tell_unreached(const std::vector<Aim>& aims) {
    constexpr std::size_t kNamed = 8;
    const std::string& from = project_.pads[aims.front().from_pad].name;
    std::string text;
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < aims.size(); ++i) {
      pairs += aims[i].pairs;
      if (i < kNamed)
        text += (text.empty() ? "'" : ", '") + project_.pads[aims[i].to_pad].name + "'";
    }
    if (aims.size() > kNamed) text += " and " + std::to_string(aims.size() - kNamed) + " more";
    core::Finding found = about_pad(codes::kNoDischargePath,
                                    "no series of devices leads from pad '" + from + "' to " + text,
                                    aims.front().from_pad, "no path");
    add_pairs(found, pairs);
    report(std::move(found));
  }

  void tell_longest(const Aim& pair, std::uint32_t stages) {
    const std::string& from = project_.pads[pair.from_pad].name;
    const std::string& to = project_.pads[pair.to_pad].name;
    core::Finding found = about_pad(codes::kTooManyStages,
                                    "from pad '" + from + "' to '" + to + "' the current passes " +
                                        counted(stages, "device", "devices") + ", at most " +
                                        std::to_string(rule_.stages) +
                                        (rule_.stages == 1 ? " is allowed" : " are allowed"),
                                    pair.from_pad, from + " -> " + to);
    add_pairs(found, pair.pairs);
    report(std::move(found));
  }

  std::vector<unsigned char> types_;
  std::vector<std::uint32_t> class_of_;
  std::vector<Class> classes_;
  std::vector<unsigned char> is_from_;
  std::vector<unsigned char> is_to_;
};

}  // namespace

RuleCount run_reachable(const TopologyRule& rule, const Wiring& wiring, core::Sink& sink) {
  return ReachRun(rule, wiring, sink).run();
}

}  // namespace sealring::esd
