// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/netlist/bits.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Finds the objects of the netlist that entries name.
class ObjectFinder {
 public:
  explicit ObjectFinder(const Project& project) : project_(project) {}

  /// Objects of the pattern below `base` ("." is the top), as OpenSTA writes them, sorted by name. * and ? stand for any
  /// text and any sign within one level. A bus stands for all its bits. Empty: nothing matches; `why` then says so.
  std::vector<SelectedObject> find(const std::string& base, const ObjectPattern& pattern,
                                   std::string* why);

  /// The ports of the top that a port of an instance (or bit of it, `data[3]`) is connected to through ports and
  /// assigns of the levels between, most significant bit first. Empty when none is.
  std::vector<std::string> ports_of_top(const std::string& base, const std::string& port);

 private:
  struct Level {
    const core::Module* module = nullptr;
    const core::Instance* instance = nullptr;  ///< in `module`
  };
  void walk(const core::Module& module, const std::vector<std::string>& segments, std::size_t at,
            const std::string& prefix, ObjectPattern::Kind kind,
            std::vector<SelectedObject>& found);
  void match_pins(const core::Module& module, const core::Instance& instance,
                  const std::string& pattern, const std::string& prefix,
                  std::vector<SelectedObject>& found);
  bool levels_of(const std::string& base, std::vector<Level>& levels) const;
  const core::NetBits& bits(const core::Module& module);
  /// Bits that a port of an instance is connected to, most significant first.
  std::vector<core::Bit> connected(const core::Module& module, const core::Instance& instance,
                                   core::Symbol port) const;
  std::string climb(const std::vector<Level>& levels, std::size_t depth, const core::Bit& bit);

  const Project& project_;
  std::map<const core::Module*, std::unique_ptr<core::NetBits>> bits_;
};

}  // namespace sealring::sdcgen
