// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/files/yaml.h"
#include "sdcgen/model.h"

namespace sealring::sdcgen {

/// The text of one IP specification: several instances with different parameters share it.
struct IpDocument {
  std::string file;  ///< as shown
  std::string sha256;
  core::YamlNode::Ptr tree;
};

/// Reads the file; IO-00xx and IO-01xx where it cannot be read or parsed.
std::optional<IpDocument> read_ip_document(const core::InputReader& reader,
                                           const std::filesystem::path& path, core::Sink& sink,
                                           const core::Location& referred_from);

/// The specification for one instance: parameters put in (SDC-0109, SDC-0110), then every field read (SDC-01xx, SDC-07xx).
/// `given`: what the configuration gives; `instance`: for messages.
std::optional<IpSpec> read_ip_spec(const IpDocument& document, const Parameters& given,
                                   const std::string& instance, core::Sink& sink);

}  // namespace sealring::sdcgen
