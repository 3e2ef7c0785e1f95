// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <vector>

#include "tests/esd/check_support.h"

namespace sealring::esd::testing {

/// A small project with two signal pads, two supply domains, second stages and receivers, clean under all its rules.
/// Everything is a list of lines, so that a test can take one out, change one or add one.
///
///   A0, A1   signal pads, each with a diode up to VDD and one down to VSS
///   VDD/VSS  core domain with two clamps; VDDIO/VSSIO with one; back-to-back diodes between the grounds
///   RX0      gate behind SR0 from A0 with a clamp to VSS
///   RXB      gate driven from the core domain, in the io domain, with clamps to its own rails
struct Circuit {
  Circuit();

  std::vector<std::string> network;    ///< cards of the DSPF file
  std::vector<std::string> devices;    ///< entries of the library
  std::vector<std::string> pads;       ///< entries
  std::vector<std::string> instances;  ///< entries
  std::vector<std::string> topology;   ///< rules
  std::vector<std::string> layout;     ///< rules
  std::vector<std::string> rules;      ///< p2p and cd rules
  std::vector<std::string> path_types;

  /// Takes out the only line that holds `text`.
  static void remove(std::vector<std::string>& lines, const std::string& text);
  /// Changes `from` to `to` in the only line that holds `line`.
  static void change(std::vector<std::string>& lines, const std::string& line,
                     const std::string& from, const std::string& to);

  std::string rules_text() const;
  void write(const Folder& folder) const;
  ProjectRun run(const CheckOptions& options = {}) const;
  ProjectRun run_in(const Folder& folder, const CheckOptions& options = {}) const;
};

/// The only finding of a code.
const core::Finding& only(const ProjectRun& run, const std::string& code);

/// Only topology rules, or only layout rules.
CheckOptions only_topology();
CheckOptions only_layout();

}  // namespace sealring::esd::testing
