// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sdcgen/diff.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Collects changes; the same change in several views is one change.
class ChangeList {
 public:
  void add(const Change& change, const std::string& view);
  /// In order of kind of object: instances first, then clocks, relations and entries; each sorted by name.
  std::vector<Change> take();

 private:
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>,
           std::vector<std::string>>
      changes_;
};

/// What differs between two lists of one view: clocks by state, period, uncertainty, waveform, derivation and place
/// relative to their instance; entries by every field. `renamed`: instance names of the first list -> of the second.
void compare_selections(const Project& a, const Selection& before, const Project& b,
                        const Selection& after, const std::map<std::string, std::string>& renamed,
                        const std::string& view, ChangeList& changes);

/// Relations of pairs of clocks that both lists have.
void compare_relations(const Selection& before, const Selection& after,
                       const std::map<std::string, std::string>& renamed, const std::string& view,
                       ChangeList& changes);

}  // namespace sealring::sdcgen
