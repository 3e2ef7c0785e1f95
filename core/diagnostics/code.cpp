// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/code.h"

#include <algorithm>
#include <cassert>
#include <cctype>

namespace sealring::core {

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::kNote: return "note";
    case Severity::kWarning: return "warning";
    case Severity::kError: break;
  }
  return "error";
}

std::string_view to_string(FindingClass kind) {
  return kind == FindingClass::kInput ? "input" : "design";
}

std::string_view to_string(Owner owner) {
  switch (owner) {
    case Owner::kSpec: return "spec";
    case Owner::kConfig: return "config";
    case Owner::kDesign: return "design";
    case Owner::kTiming: return "timing";
    case Owner::kDft: return "dft";
    case Owner::kPackage: return "package";
    case Owner::kProcess: return "process";
    case Owner::kTool: break;
  }
  return "tool";
}

std::optional<Severity> parse_severity(std::string_view word) {
  for (Severity s : {Severity::kNote, Severity::kWarning, Severity::kError}) {
    if (word == to_string(s)) return s;
  }
  return std::nullopt;
}

void CodeCatalogue::add(std::span<const Code* const> table) {
  assert(count_ < kMaxTables);
  tables_[count_++] = table;
}

const Code* CodeCatalogue::find(std::string_view id_or_slug) const {
  const Code* found = nullptr;
  const auto same_letter = [](char a, char b) {
    return std::toupper(static_cast<unsigned char>(a)) ==
           std::toupper(static_cast<unsigned char>(b));
  };
  each([&](const Code& code) {
    const bool id_matches = std::equal(code.id.begin(), code.id.end(), id_or_slug.begin(),
                                       id_or_slug.end(), same_letter);
    if (found == nullptr && (id_matches || code.slug == id_or_slug)) found = &code;
  });
  return found;
}

}  // namespace sealring::core
