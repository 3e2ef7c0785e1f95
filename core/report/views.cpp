// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/report/views.h"

#include <cctype>

#include "core/report/printable.h"

namespace sealring::core {

std::map<std::string, const Finding*, std::less<>> by_fingerprint(const Report& report) {
  std::map<std::string, const Finding*, std::less<>> result;
  for (const Finding& finding : report.findings) result.emplace(fingerprint(finding), &finding);
  return result;
}

Report report_of_view(const Report& report, const SceneView& view) {
  const auto findings = by_fingerprint(report);
  Report result;
  result.verb = report.verb;
  result.status = report.status;
  result.scene.views = {view};
  std::map<std::string, bool> taken;
  for (const SceneShape& shape : view.shapes) {
    const auto finding = findings.find(shape.fingerprint);
    if (finding == findings.end() || !taken.emplace(shape.fingerprint, true).second) continue;
    result.findings.push_back(*finding->second);
  }
  return result;
}

std::string plain_word(std::string_view text) {
  std::string word;
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0)
    word.push_back('_');
  for (const char c : text) {
    word += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return word;
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default: result += c;
    }
  }
  return result;
}

}  // namespace sealring::core
