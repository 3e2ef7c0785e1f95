// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/diagnostics/sink.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Which clocks of a view are timed against each other. A relation declared for a clock holds for what is generated from
/// it too, unless a nearer one is declared. Clocks of one source are synchronous. A pair that nothing declares has no
/// relation: it stays timed.
class RelationMatrix {
 public:
  explicit RelationMatrix(const Selection& selection);

  /// Written clocks, as indices into Selection::clocks.
  const std::vector<std::size_t>& clocks() const { return clocks_; }

  struct Answer {
    RelationKind kind = RelationKind::kSynchronous;
    const SelectedEntry* entry = nullptr;  ///< null: one source
  };
  /// Two declarations, equally near to a pair, that say different things of it; nullptr, nullptr when there are none.
  std::pair<const SelectedEntry*, const SelectedEntry*> contradiction(std::size_t a,
                                                                      std::size_t b) const;

  /// Relation of two written clocks (positions in clocks()); nothing when none is declared.
  std::optional<Answer> between(std::size_t a, std::size_t b) const;

  /// Position of a clock by its SDC name.
  std::optional<std::size_t> position(const std::string& name) const;
  /// The clock itself, its master, the master's master ...; a virtual clock for IO begins with the clock it stands for.
  std::vector<std::size_t> ancestors(std::size_t clock) const;
  std::size_t root(std::size_t clock) const;

 private:
  friend class GroupWriter;
  struct Membership {
    std::uint32_t entry = 0;  ///< index in relations_
    std::uint32_t group = 0;
  };
  const SelectedEntry* declared(std::size_t a, std::size_t b) const;

  std::vector<std::size_t> clocks_;
  std::unordered_map<std::string, std::size_t> positions_;
  static constexpr std::size_t kDepth = 64;  ///< longer chains of masters are cut here
  /// Fills `chain` and returns its length.
  std::size_t chain_of(std::size_t clock, std::array<std::size_t, kDepth>& chain) const;

  std::vector<std::size_t>
      above_;  ///< position of master or of the clock of an IO clock; own position: none
  std::vector<const SelectedEntry*> relations_;
  std::vector<std::vector<Membership>> members_;
};

/// One set_clock_groups command: at least two groups, at least one clock in each.
struct GroupCommand {
  RelationKind kind = RelationKind::kAsynchronous;
  std::size_t entry = 0;  ///< index in Selection::entries
  std::vector<std::vector<std::string>> groups;
};

/// The commands that cut exactly the pairs whose relation is asynchronous or exclusive, and no other pair.
std::vector<GroupCommand> group_commands(const Selection& selection);

/// Contradictions (SDC-0704), asynchronous clocks of one source (SDC-0705), exclusive ones without what makes them so
/// (SDC-0706), and the pairs that nothing declares, per pair of instances (SDC-0707).
void check_relations(const Selection& selection, core::Sink& sink);

}  // namespace sealring::sdcgen
