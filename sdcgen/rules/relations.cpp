// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/relations.h"

#include <algorithm>
#include <map>
#include <set>

#include "sdcgen/codes.h"

namespace sealring::sdcgen {

using core::make_finding;

namespace {

bool is_cut(RelationKind kind) {
  return kind != RelationKind::kSynchronous;
}

/// Pairs of more sources than this are not enumerated for questions.
constexpr std::size_t kMaxRoots = 3000;

}  // namespace

RelationMatrix::RelationMatrix(const Selection& selection) {
  for (std::size_t i = 0; i < selection.clocks.size(); ++i) {
    if (selection.clocks[i].state != ClockState::kActive) continue;
    positions_.emplace(selection.clocks[i].name, clocks_.size());
    clocks_.push_back(i);
  }
  above_.resize(clocks_.size());
  members_.resize(clocks_.size());
  for (std::size_t at = 0; at < clocks_.size(); ++at) {
    const SelectedClock& clock = selection.clocks[clocks_[at]];
    const std::string& name = clock.io_of.empty() ? clock.master : clock.io_of;
    const auto found = name.empty() ? positions_.end() : positions_.find(name);
    above_[at] = found == positions_.end() ? at : found->second;
  }
  for (const SelectedEntry& entry : selection.entries) {
    if (entry.kind != EntryKind::kRelation || entry.state != EntryState::kActive) continue;
    const auto number = static_cast<std::uint32_t>(relations_.size());
    relations_.push_back(&entry);
    for (std::size_t group = 0; group < entry.groups.size(); ++group) {
      for (const std::string& name : entry.groups[group]) {
        if (const auto at = position(name))
          members_[*at].push_back({number, static_cast<std::uint32_t>(group)});
      }
    }
  }
}

std::optional<std::size_t> RelationMatrix::position(const std::string& name) const {
  const auto it = positions_.find(name);
  return it == positions_.end() ? std::nullopt : std::optional(it->second);
}

std::size_t RelationMatrix::chain_of(std::size_t clock,
                                     std::array<std::size_t, kDepth>& chain) const {
  std::size_t length = 0;
  chain[length++] = clock;
  while (above_[clock] != clock && length < kDepth) {
    clock = above_[clock];
    chain[length++] = clock;
  }
  return length;
}

std::vector<std::size_t> RelationMatrix::ancestors(std::size_t clock) const {
  std::array<std::size_t, kDepth> chain;
  const std::size_t length = chain_of(clock, chain);
  return {chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(length)};
}

std::size_t RelationMatrix::root(std::size_t clock) const {
  for (std::size_t steps = 0; above_[clock] != clock && steps <= clocks_.size(); ++steps)
    clock = above_[clock];
  return clock;
}

const SelectedEntry* RelationMatrix::declared(std::size_t a, std::size_t b) const {
  for (const Membership& one : members_[a]) {
    for (const Membership& other : members_[b]) {
      if (one.entry == other.entry && one.group != other.group) return relations_[one.entry];
    }
  }
  return nullptr;
}

std::optional<RelationMatrix::Answer> RelationMatrix::between(std::size_t a, std::size_t b) const {
  if (a == b) return Answer{};
  std::array<std::size_t, kDepth> above_a;
  std::array<std::size_t, kDepth> above_b;
  const std::size_t length_a = chain_of(a, above_a);
  const std::size_t length_b = chain_of(b, above_b);
  // The nearest declaration decides: fewest steps up on both sides together.
  for (std::size_t steps = 0; steps + 1 < length_a + length_b; ++steps) {
    for (std::size_t i = 0; i <= steps && i < length_a; ++i) {
      if (steps - i >= length_b) continue;
      if (above_a[i] == above_b[steps - i]) return Answer{};
      if (const SelectedEntry* entry = declared(above_a[i], above_b[steps - i]))
        return Answer{entry->relation, entry};
    }
  }
  return std::nullopt;
}

std::pair<const SelectedEntry*, const SelectedEntry*> RelationMatrix::contradiction(
    std::size_t a, std::size_t b) const {
  std::array<std::size_t, kDepth> above_a;
  std::array<std::size_t, kDepth> above_b;
  const std::size_t length_a = chain_of(a, above_a);
  const std::size_t length_b = chain_of(b, above_b);
  for (std::size_t steps = 0; steps + 1 < length_a + length_b; ++steps) {
    const SelectedEntry* first = nullptr;
    for (std::size_t i = 0; i <= steps && i < length_a; ++i) {
      if (steps - i >= length_b) continue;
      if (above_a[i] == above_b[steps - i]) return {nullptr, nullptr};
      const SelectedEntry* entry = declared(above_a[i], above_b[steps - i]);
      if (entry == nullptr) continue;
      if (first == nullptr) first = entry;
      if (first->relation != entry->relation) return {first, entry};
    }
    if (first != nullptr) return {nullptr, nullptr};
  }
  return {nullptr, nullptr};
}

/// Turns relations that cut into commands.
class GroupWriter {
 public:
  explicit GroupWriter(const Selection& selection) : selection_(selection), matrix_(selection) {
    for (std::size_t i = 0; i < selection.entries.size(); ++i) index_[&selection.entries[i]] = i;
    children_.resize(matrix_.above_.size());
    for (std::size_t i = 0; i < matrix_.above_.size(); ++i) {
      if (matrix_.above_[i] != i) children_[matrix_.above_[i]].push_back(i);
    }
  }

  std::vector<GroupCommand> write() {
    std::vector<GroupCommand> commands;
    for (std::size_t number = 0; number < matrix_.relations_.size(); ++number) {
      if (is_cut(matrix_.relations_[number]->relation))
        write_entry(static_cast<std::uint32_t>(number), commands);
    }
    return commands;
  }

 private:
  using Groups = std::vector<std::vector<std::size_t>>;

  /// Members of each group with all that is generated from them: a clock belongs to its nearest member.
  Groups closed(std::uint32_t number) const {
    Groups groups(matrix_.relations_[number]->groups.size());
    std::vector<std::pair<std::size_t, std::size_t>> reached;  // clock, group; breadth first
    std::unordered_map<std::size_t, bool> seen;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (const std::string& name : matrix_.relations_[number]->groups[g]) {
        const auto at = matrix_.position(name);
        if (at && seen.emplace(*at, true).second) reached.emplace_back(*at, g);
      }
    }
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const auto [clock, group] = reached[next];
      groups[group].push_back(clock);
      for (const std::size_t below : children_[clock]) {
        if (seen.emplace(below, true).second) reached.emplace_back(below, group);
      }
    }
    for (auto& group : groups) std::sort(group.begin(), group.end());
    return groups;
  }

  /// Whether another relation of another kind could say something else about this clock.
  bool may_differ(std::size_t clock, std::uint32_t number) const {
    for (const std::size_t at : matrix_.ancestors(clock)) {
      for (const auto& member : matrix_.members_[at]) {
        if (member.entry != number &&
            matrix_.relations_[member.entry]->relation != matrix_.relations_[number]->relation)
          return true;
      }
    }
    return false;
  }

  bool cut_by(std::uint32_t number, std::size_t a, std::size_t b) const {
    const auto answer = matrix_.between(a, b);
    return answer && answer->kind == matrix_.relations_[number]->relation;
  }

  void write_entry(std::uint32_t number, std::vector<GroupCommand>& commands) {
    const Groups groups = closed(number);
    Groups plain(groups.size());
    std::vector<std::pair<std::size_t, std::size_t>> odd;  // clock, its group
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (const std::size_t clock : groups[g]) {
        if (may_differ(clock, number) && !cut_from_all(number, groups, g, clock)) {
          odd.emplace_back(clock, g);
        } else {
          plain[g].push_back(clock);
        }
      }
    }
    add(number, plain, commands);
    for (std::size_t i = 0; i < odd.size(); ++i) {
      Groups pair(2);
      pair[0] = {odd[i].first};
      for (std::size_t g = 0; g < groups.size(); ++g) {
        if (g == odd[i].second) continue;
        for (const std::size_t other : groups[g]) {
          const bool done =
              std::any_of(odd.begin(), odd.begin() + static_cast<std::ptrdiff_t>(i),
                          [&](const auto& earlier) { return earlier.first == other; });
          if (!done && cut_by(number, odd[i].first, other)) pair[1].push_back(other);
        }
      }
      add(number, pair, commands);
    }
  }

  bool cut_from_all(std::uint32_t number, const Groups& groups, std::size_t own,
                    std::size_t clock) const {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (g == own) continue;
      for (const std::size_t other : groups[g]) {
        if (!cut_by(number, clock, other)) return false;
      }
    }
    return true;
  }

  void add(std::uint32_t number, const Groups& groups, std::vector<GroupCommand>& commands) const {
    GroupCommand command;
    command.kind = matrix_.relations_[number]->relation;
    command.entry = index_.at(matrix_.relations_[number]);
    for (const auto& group : groups) {
      if (group.empty()) continue;
      command.groups.emplace_back();
      for (const std::size_t clock : group)
        command.groups.back().push_back(selection_.clocks[matrix_.clocks_[clock]].name);
    }
    // A command with one group would cut its clocks from every other clock.
    if (command.groups.size() >= 2) commands.push_back(std::move(command));
  }

  const Selection& selection_;
  RelationMatrix matrix_;
  std::map<const SelectedEntry*, std::size_t> index_;
  std::vector<std::vector<std::size_t>> children_;
};

std::vector<GroupCommand> group_commands(const Selection& selection) {
  return GroupWriter(selection).write();
}

namespace {

class RelationChecker {
 public:
  RelationChecker(const Selection& selection, core::Sink& sink)
      : selection_(selection), matrix_(selection), sink_(sink) {}

  void run() {
    std::vector<const SelectedEntry*> relations;
    for (const SelectedEntry& entry : selection_.entries) {
      if (entry.kind == EntryKind::kRelation && entry.state == EntryState::kActive)
        relations.push_back(&entry);
    }
    for (std::size_t a = 0; a < relations.size(); ++a) {
      check_kind(*relations[a]);
      for (std::size_t b = a + 1; b < relations.size(); ++b)
        check_conflict(*relations[a], *relations[b]);
    }
    if (relations.size() > 1 && matrix_.clocks().size() <= kMaxRoots) check_inherited();
    ask_undeclared();
  }

 private:
  const SelectedClock& clock(std::size_t position) const {
    return selection_.clocks[matrix_.clocks()[position]];
  }

  void report(const core::Code& code, const SelectedEntry& entry, const std::string& key,
              std::string message) {
    sink_.report(make_finding(code, std::move(message))
                     .at(entry.location)
                     .on(entry.instance + "/" + entry.id, key)
                     .owned_by(entry.owner));
  }

  static std::map<std::string, std::size_t> groups_of(const SelectedEntry& entry) {
    std::map<std::string, std::size_t> groups;
    for (std::size_t g = 0; g < entry.groups.size(); ++g) {
      for (const std::string& name : entry.groups[g]) groups.emplace(name, g);
    }
    return groups;
  }

  void check_conflict(const SelectedEntry& a, const SelectedEntry& b) {
    if (a.relation == b.relation) return;
    const auto in_a = groups_of(a);
    const auto in_b = groups_of(b);
    std::vector<std::string> both;
    for (const auto& [name, group] : in_a) {
      if (in_b.contains(name)) both.push_back(name);
    }
    for (const std::string& one : both) {
      for (const std::string& other : both) {
        if (in_a.at(one) == in_a.at(other) || in_b.at(one) == in_b.at(other)) continue;
        report(codes::kRelationConflict, b, one + " " + other,
               "clocks '" + one + "' and '" + other + "' are " +
                   std::string(to_string(a.relation)) + " in '" + a.id + "' and " +
                   std::string(to_string(b.relation)) + " in '" + b.id + "'");
        return;
      }
    }
  }

  /// Generated clocks whose masters' declarations are equally near and contradict each other.
  void check_inherited() {
    std::set<std::pair<const SelectedEntry*, const SelectedEntry*>> reported;
    for (std::size_t a = 0; a < matrix_.clocks().size(); ++a) {
      for (std::size_t b = a + 1; b < matrix_.clocks().size(); ++b) {
        if (matrix_.root(a) == a || matrix_.root(b) == b) continue;
        const auto [one, other] = matrix_.contradiction(a, b);
        if (one == nullptr || !reported.emplace(std::minmax(one, other)).second) continue;
        report(codes::kRelationConflict, *other, clock(a).name + " " + clock(b).name,
               "clocks '" + clock(a).name + "' and '" + clock(b).name + "' follow from " +
                   std::string(to_string(one->relation)) + " clocks in '" + one->id +
                   "' and from " + std::string(to_string(other->relation)) + " ones in '" +
                   other->id + "'; declare this pair itself");
      }
    }
  }

  void check_kind(const SelectedEntry& entry) {
    if (!is_cut(entry.relation)) return;
    if (entry.relation == RelationKind::kLogicallyExclusive && entry.objects.empty() &&
        entry.value.empty()) {
      report(codes::kExclusiveProof, entry, "mux",
             "relation '" + entry.id +
                 "' is logically exclusive and names neither a 'mux' nor a 'case' entry that makes "
                 "it so");
    }
    // First clock of each source, with its group.
    std::map<std::size_t, std::pair<std::size_t, std::string>> sources;
    for (std::size_t g = 0; g < entry.groups.size(); ++g) {
      for (const std::string& name : entry.groups[g]) {
        const auto at = matrix_.position(name);
        if (!at) continue;
        const auto [first, is_new] = sources.try_emplace(matrix_.root(*at), g, name);
        if (is_new || first->second.first == g || entry.relation != RelationKind::kAsynchronous)
          continue;
        report(codes::kCommonMaster, entry, name,
               "'" + first->second.second + "' and '" + name +
                   "' are declared asynchronous and come from one source, '" +
                   clock(matrix_.root(*at)).name + "'");
      }
    }
    if (entry.relation == RelationKind::kPhysicallyExclusive) check_one_object(entry, sources);
  }

  void check_one_object(const SelectedEntry& entry,
                        const std::map<std::size_t, std::pair<std::size_t, std::string>>& sources) {
    const SelectedClock* first = nullptr;
    for (const auto& [root, member] : sources) {
      const SelectedClock& one = clock(root);
      if (first == nullptr) first = &one;
      if (one.object == first->object && !one.object.empty()) continue;
      report(codes::kExclusiveProof, entry, one.name,
             "'" + first->name + "' and '" + one.name +
                 "' are declared physically exclusive and stand on different objects, '" +
                 first->object + "' and '" + one.object + "'");
      return;
    }
  }

  void ask_undeclared() {
    std::vector<std::size_t> roots;
    for (std::size_t at = 0; at < matrix_.clocks().size(); ++at) {
      if (matrix_.root(at) == at) roots.push_back(at);
    }
    if (roots.size() > kMaxRoots) {
      sink_.report(
          make_finding(codes::kUndeclaredRelation,
                       std::to_string(roots.size()) +
                           " clocks of different sources: undeclared pairs among more than " +
                           std::to_string(kMaxRoots) + " are not listed")
              .on(selection_.view.mode, "too many"));
      return;
    }
    struct Pairs {
      std::size_t count = 0;
      std::string first;
      core::Location place;  ///< table cell of the first clock
    };
    std::map<std::pair<std::string, std::string>, Pairs> open;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      for (std::size_t j = i + 1; j < roots.size(); ++j) {
        if (matrix_.between(roots[i], roots[j])) continue;
        Pairs& pairs = open[{clock(roots[i]).instance, clock(roots[j]).instance}];
        if (pairs.count++ != 0) continue;
        pairs.first = "'" + clock(roots[i]).name + "' and '" + clock(roots[j]).name + "'";
        pairs.place = clock(roots[i]).cell;
      }
    }
    for (const auto& [instances, pairs] : open) {
      const bool inside = instances.first == instances.second;
      sink_.report(
          make_finding(codes::kUndeclaredRelation,
                       std::to_string(pairs.count) + (pairs.count == 1 ? " pair " : " pairs ") +
                           (inside ? "of clocks of '" + instances.first + "'"
                                   : "between clocks of '" + instances.first + "' and '" +
                                         instances.second + "'") +
                           (pairs.count == 1 ? " has" : " have") + " no declared relation and " +
                           (pairs.count == 1 ? "stays" : "stay") + " timed; first: " + pairs.first)
              .at(pairs.place)
              .on(instances.first + "/" + instances.second, selection_.view.mode)
              .owned_by(inside ? core::Owner::kSpec : core::Owner::kTiming));
    }
  }

  const Selection& selection_;
  RelationMatrix matrix_;
  core::Sink& sink_;
};

}  // namespace

void check_relations(const Selection& selection, core::Sink& sink) {
  RelationChecker(selection, sink).run();
}

}  // namespace sealring::sdcgen
