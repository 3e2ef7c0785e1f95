// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// An object of the netlist as OpenSTA names it.
struct FoundObject {
  ObjectRef::Kind kind = ObjectRef::Kind::kPin;
  std::string path;
};

/// Whether the instance's path is an instance of the netlist (or "." for the top); SDC-0302 says how far it exists.
bool check_instance_path(const Project& project, const Instance& instance, core::Sink& sink);

/// Looks up what a specification names relative to an instance. A port of the IP is a port of the top when the
/// instance is the top itself, else a pin of the instance. Nothing after reporting SDC-0303 or SDC-0304.
std::optional<FoundObject> find_object(const Project& project, const Instance& instance,
                                       const ClockSpec& clock, const ObjectRef& ref,
                                       core::Sink& sink);

/// Two active clocks with one name are SDC-0305. Two on one object: with the same definition the second becomes the
/// first (ClockState::kShared, masters that named it follow); with `add` it stands beside it; else SDC-0306.
void share_clocks(Selection& selection, core::Sink& sink);

}  // namespace sealring::sdcgen
