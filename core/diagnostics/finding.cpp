// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/finding.h"

#include <tuple>

#include "core/diagnostics/verdict.h"
#include "core/files/digest.h"

namespace sealring::core {

std::string to_string(const Location& location) {
  std::string text = location.file;
  if (location.line != 0) {
    text += ':' + std::to_string(location.line);
    if (location.column != 0) text += ':' + std::to_string(location.column);
  }
  return text;
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "PASS";
    case Verdict::kFail: return "FAIL";
    case Verdict::kInconclusive: return "INCONCLUSIVE";
    case Verdict::kError: break;
  }
  return "ERROR";
}

std::string_view to_string(RunStatus status) {
  switch (status) {
    case RunStatus::kClean: return "clean";
    case RunStatus::kFindings: return "findings";
    case RunStatus::kIncomplete: return "incomplete";
    case RunStatus::kFailed: break;
  }
  return "failed";
}

Finding make_finding(const Code& code, std::string message) {
  Finding finding;
  finding.code = &code;
  finding.severity = code.severity;
  finding.kind = code.kind;
  finding.owner = code.owner;
  finding.message = std::move(message);
  return finding;
}

Finding&& Finding::at(Location place) && {
  location = std::move(place);
  return std::move(*this);
}

Finding&& Finding::on(std::string qualified_object, std::string identity_key) && {
  object = std::move(qualified_object);
  key = std::move(identity_key);
  return std::move(*this);
}

Finding&& Finding::note(std::string text, Location place) && {
  notes.push_back({std::move(place), std::move(text)});
  return std::move(*this);
}

Finding&& Finding::advise(std::string what_to_do) && {
  fix = std::move(what_to_do);
  return std::move(*this);
}

Finding&& Finding::owned_by(Owner who) && {
  owner = who;
  return std::move(*this);
}

Finding&& Finding::as(Severity level) && {
  severity = level;
  return std::move(*this);
}

Finding&& Finding::placed(Where position) && {
  where = std::move(position);
  return std::move(*this);
}

Finding&& Finding::property(std::string name, std::string value) && {
  properties.emplace_back(std::move(name), std::move(value));
  return std::move(*this);
}

std::string fingerprint(const Finding& finding) {
  Sha256 hash;
  hash.update_field(finding.code->id);
  hash.update_field(finding.object);
  hash.update_field(finding.key);
  if (finding.object.empty() && finding.key.empty()) hash.update_field(finding.message);
  return hash.finish_hex();
}

bool output_order(const Finding& a, const Finding& b) {
  const auto rank = [](const Finding& f) {
    return std::tie(f.location.file, f.location.line, f.location.column, f.code->id, f.object,
                    f.key, f.message);
  };
  return rank(a) < rank(b);
}

}  // namespace sealring::core
