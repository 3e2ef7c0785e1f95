// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/mode_combinations.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;

constexpr std::uint64_t kMaxEnumerated = 5'000'000;

/// digits * factor, digits least significant first.
void multiply(std::vector<std::uint32_t>& digits, std::uint64_t factor) {
  // factor is at most kMaxEnumerated, so that a digit times factor plus carry stays far below 2^64.
  std::uint64_t carry = 0;
  for (std::uint32_t& digit : digits) {
    carry += digit * factor;
    digit = static_cast<std::uint32_t>(carry % 1'000'000'000);
    carry /= 1'000'000'000;
  }
  while (carry != 0) {
    digits.push_back(static_cast<std::uint32_t>(carry % 1'000'000'000));
    carry /= 1'000'000'000;
  }
}

std::string to_decimal(const std::vector<std::uint32_t>& digits) {
  std::string text = std::to_string(digits.back());
  for (std::size_t i = digits.size() - 1; i-- > 0;) {
    const std::string part = std::to_string(digits[i]);
    text += std::string(9 - part.size(), '0') + part;
  }
  return text;
}

class Counter {
 public:
  Counter(const Project& project, core::Sink& sink) : project_(project), sink_(sink) {
    for (const Instance& instance : project.config.instances) {
      index_.emplace(instance.name, modes_.size());
      const IpSpec* spec = project.spec_of(instance);
      modes_.push_back(spec == nullptr ? std::vector<std::string>{} : spec->modes);
    }
    parent_.resize(modes_.size());
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  ModeCombinations run() {
    ModeCombinations result;
    for (const ModeRule& rule : project_.config.mode_rules) read_rule(rule);
    std::map<std::size_t, std::vector<std::size_t>> components;
    for (std::size_t i = 0; i < modes_.size(); ++i) components[find(i)].push_back(i);
    result.components = components.size();
    std::vector<std::uint32_t> digits{1};
    bool countable = true;
    for (const auto& [root, members] : components) {
      const auto count = count_component(members);
      countable = countable && count;
      if (count) multiply(digits, *count);
    }
    if (countable) result.legal = to_decimal(digits);
    result.configured = check_design_modes(result.of_mode);
    return result;
  }

 private:
  /// A rule with instances and modes as numbers: a set of allowed modes per instance.
  struct Rule {
    const ModeRule* given = nullptr;
    std::vector<std::pair<std::size_t, std::set<std::string>>> when;
    std::vector<std::pair<std::size_t, std::set<std::string>>> then;
  };

  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void read_rule(const ModeRule& given) {
    Rule rule{&given, {}, {}};
    if (!read_terms(given, given.when, rule.when) || !read_terms(given, given.then, rule.then))
      return;
    const std::size_t first = rule.when.empty() ? 0 : rule.when.front().first;
    for (const auto* terms : {&rule.when, &rule.then}) {
      for (const auto& [instance, modes] : *terms) parent_[find(instance)] = find(first);
    }
    rules_.push_back(std::move(rule));
  }

  bool read_terms(const ModeRule& rule, const std::vector<ModeRule::Term>& terms,
                  std::vector<std::pair<std::size_t, std::set<std::string>>>& out) {
    for (const ModeRule::Term& term : terms) {
      const auto at = index_.find(term.instance);
      std::vector<std::string> names;
      for (const auto& [name, index] : index_) names.push_back(name);
      if (at == index_.end())
        return refuse(rule, term,
                      "there is no instance '" + term.instance + "'" +
                          core::did_you_mean(term.instance, names));
      for (const std::string& mode : term.modes) {
        const auto& known = modes_[at->second];
        if (std::find(known.begin(), known.end(), mode) == known.end())
          return refuse(rule, term,
                        "'" + term.instance + "' has no mode '" + mode + "'" +
                            core::did_you_mean(mode, known));
      }
      out.emplace_back(at->second, std::set<std::string>(term.modes.begin(), term.modes.end()));
    }
    return true;
  }

  bool refuse(const ModeRule& rule, const ModeRule::Term& term, const std::string& what) {
    sink_.report(make_finding(codes::kEntryIncomplete, "mode rule '" + rule.id + "': " + what)
                     .at(term.location)
                     .on("mode rule " + rule.id, term.instance)
                     .owned_by(core::Owner::kConfig));
    return false;
  }

  template <class ModeOf>
  static bool holds(const std::vector<std::pair<std::size_t, std::set<std::string>>>& terms,
                    ModeOf&& mode_of) {
    return std::all_of(terms.begin(), terms.end(),
                       [&](const auto& term) { return term.second.contains(mode_of(term.first)); });
  }

  template <class ModeOf>
  static bool allows(const Rule& rule, ModeOf&& mode_of) {
    return !holds(rule.when, mode_of) || (!rule.then.empty() && holds(rule.then, mode_of));
  }

  /// Legal combinations of one component; nothing when there are too many to enumerate.
  std::optional<std::uint64_t> count_component(const std::vector<std::size_t>& members) {
    if (members.size() == 1 && std::none_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
          return !rule.when.empty() && find(rule.when.front().first) == find(members.front());
        }))
      return modes_[members.front()].size();
    std::uint64_t all = 1;
    for (const std::size_t member : members) {
      all *= std::max<std::size_t>(modes_[member].size(), 1);
      if (all > kMaxEnumerated) return std::nullopt;
    }
    std::vector<const Rule*> own;
    for (const Rule& rule : rules_) {
      if (!rule.when.empty() && find(rule.when.front().first) == find(members.front()))
        own.push_back(&rule);
    }
    std::map<std::size_t, std::set<std::string>> alive;
    std::map<std::size_t, std::size_t> choice;
    std::uint64_t legal = 0;
    const auto mode_of = [&](std::size_t instance) -> const std::string& {
      return modes_[instance][choice[instance]];
    };
    for (std::uint64_t number = 0; number < all; ++number) {
      std::uint64_t rest = number;
      for (const std::size_t member : members) {
        const std::size_t size = std::max<std::size_t>(modes_[member].size(), 1);
        choice[member] = rest % size;
        rest /= size;
      }
      const bool good = std::all_of(own.begin(), own.end(),
                                    [&](const Rule* rule) { return allows(*rule, mode_of); });
      if (!good) continue;
      ++legal;
      for (const std::size_t member : members) alive[member].insert(mode_of(member));
    }
    report_dead(members, alive);
    return legal;
  }

  void report_dead(const std::vector<std::size_t>& members,
                   std::map<std::size_t, std::set<std::string>>& alive) {
    for (const std::size_t member : members) {
      for (const std::string& mode : modes_[member]) {
        if (alive[member].contains(mode)) continue;
        const Instance& instance = project_.config.instances[member];
        sink_.report(make_finding(codes::kDeadMode, "mode '" + mode + "' of '" + instance.name +
                                                        "' is in no legal combination")
                         .at(instance.location)
                         .on(instance.name, mode));
      }
    }
  }

  std::size_t check_design_modes(std::map<std::string, std::size_t>& of_mode) {
    std::map<std::vector<std::string>, std::size_t> different;
    for (const std::string& design_mode : project_.config.modes) {
      std::vector<std::string> modes;
      for (const Instance& instance : project_.config.instances) {
        const PerMode::Entry* entry = instance.mode.in(design_mode);
        modes.push_back(entry == nullptr ? "" : entry->value);
      }
      const auto mode_of = [&](std::size_t instance) -> const std::string& {
        return modes[instance];
      };
      bool legal = true;
      for (const Rule& rule : rules_) {
        if (allows(rule, mode_of)) continue;
        legal = false;
        report_illegal(design_mode, rule, modes);
      }
      if (legal) of_mode[design_mode] = different.emplace(modes, different.size()).first->second;
    }
    return different.size();
  }

  void report_illegal(const std::string& design_mode, const Rule& rule,
                      const std::vector<std::string>& modes) {
    std::string text;
    for (const auto* terms : {&rule.when, &rule.then}) {
      for (const auto& [instance, allowed] : *terms)
        text += (text.empty() ? "'" : ", '") + project_.config.instances[instance].name +
                "' is in '" + modes[instance] + "'";
    }
    sink_.report(
        make_finding(codes::kModeIllegal,
                     "in design mode '" + design_mode + "', " + text + ", which rule '" +
                         rule.given->id + "' does not allow" +
                         (rule.given->reason.empty() ? "" : " (" + rule.given->reason + ")"))
            .at(rule.given->location)
            .on(design_mode, rule.given->id));
  }

  const Project& project_;
  core::Sink& sink_;
  std::map<std::string, std::size_t> index_;
  std::vector<std::vector<std::string>> modes_;
  std::vector<std::size_t> parent_;
  std::vector<Rule> rules_;
};

}  // namespace

ModeCombinations count_mode_combinations(const Project& project, core::Sink& sink) {
  return Counter(project, sink).run();
}

}  // namespace sealring::sdcgen
