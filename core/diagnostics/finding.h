// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/code.h"
#include "core/diagnostics/location.h"

namespace sealring::core {

/// A second place or fact that explains a finding.
struct Note {
  Location location;  ///< may be empty
  std::string message;
};

/// A physical position; coordinates in micrometres in the frame named by `die` ("" = the stack's frame).
struct Where {
  std::string die;
  std::string side;
  double x_um = 0;
  double y_um = 0;
  double z_um = 0;
};

/// The part of a shared violation that one owner holds.
struct Share {
  Owner owner = Owner::kDesign;
  std::string what;  ///< "die u_logic, metal M4"
  double value = 0;
  std::string unit;
};

/// One thing a check found. Plain data; carries no drawing.
struct Finding {
  const Code* code = nullptr;  ///< never null in a reported finding
  Severity severity = Severity::kError;
  FindingClass kind = FindingClass::kDesign;
  Owner owner = Owner::kDesign;
  std::string message;  ///< lower-case start, no full stop, value and limit with units
  Location location;
  std::string object;  ///< qualified name of the object ("u_logic.regions.front/B17")
  std::string key;     ///< what else identifies it: sorted end points, rule id, view
  std::string fix;     ///< what to do about this one; empty: the code's general advice
  std::vector<Note> notes;
  std::optional<Where> where;
  std::vector<Share> shares;
  std::vector<std::pair<std::string, std::string>> properties;  ///< module facts for machine output
  std::string waived_by;     ///< reason of the waiver; empty: not waived
  bool in_baseline = false;  ///< known from the baseline given

  // Chained setters, so that a report is one expression.
  Finding&& at(Location place) &&;
  Finding&& on(std::string qualified_object, std::string identity_key = {}) &&;
  Finding&& note(std::string text, Location place = {}) &&;
  Finding&& advise(std::string what_to_do) &&;
  Finding&& owned_by(Owner who) &&;
  Finding&& as(Severity level) &&;
  Finding&& placed(Where position) &&;
  Finding&& property(std::string name, std::string value) &&;
};

/// A finding with the defaults of `code`.
Finding make_finding(const Code& code, std::string message);

/// sha256 (hex) over code id, object and key: stable when lines or file names move. Without object and key
/// the message takes their place, so that two different findings never share a print by being anonymous.
std::string fingerprint(const Finding& finding);

/// Order of every output: file, line, column, code, object, key, message.
bool output_order(const Finding& a, const Finding& b);

}  // namespace sealring::core
