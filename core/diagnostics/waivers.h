// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/finding.h"
#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::core {

/// One accepted finding or group of findings.
struct Waiver {
  enum class Scope { kObject, kFile, kFingerprint };
  Scope scope = Scope::kObject;
  std::string
      pattern;  ///< glob over the object or file ('*' any run, '?' one character), or a fingerprint
  std::string code;  ///< optional: only this code
  std::string
      content_sha256;  ///< optional: holds only while the finding's property "content_sha256" is this
  std::string reason;
  std::string owner;
  std::string expires;  ///< optional "YYYY-MM-DD": the last day it holds
  Location location;
};

/// A file of waivers (YAML `sealring.waivers/1`: list under `waivers`).
struct Waivers {
  std::vector<Waiver> items;
};

/// Reads a waiver file (`parse_`: its text); faulty entries are reported (IO-0504, IO-0505) and left out.
Waivers parse_waivers(const InputFile& file, Sink& sink);
Waivers read_waivers(const InputReader& reader, const std::filesystem::path& path, Sink& sink);

/// Whether scope and code of `waiver` cover `finding` (expiry and content are judged by the policy).
bool covers(const Waiver& waiver, const Finding& finding);

/// Whole-text glob match: '*' any run, '?' one character, everything else itself.
bool glob_match(std::string_view pattern, std::string_view text);

/// One waiver as a YAML list entry, indented to stand under `waivers:`.
std::string to_yaml(const Waiver& waiver);

}  // namespace sealring::core
