// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/clang_unit.h"

#include <algorithm>

namespace sealring::sdcgen::clang {

std::string take(CXString text) {
  const char* characters = clang_getCString(text);
  std::string out = characters == nullptr ? "" : characters;
  clang_disposeString(text);
  return out;
}

core::Location locate(CXSourceLocation place, const core::InputReader& reader) {
  CXFile file = nullptr;
  unsigned line = 0;
  unsigned column = 0;
  clang_getFileLocation(place, &file, &line, &column, nullptr);
  if (file == nullptr) return {};
  return {.file = reader.shown(take(clang_getFileName(file))), .line = line, .column = column};
}

core::Location locate(CXCursor cursor, const core::InputReader& reader) {
  return locate(clang_getCursorLocation(cursor), reader);
}

Unit::Unit(const std::string& path, const std::vector<std::string>& arguments,
           const std::string* text)
    : index_(clang_createIndex(0, 0)) {
  std::vector<const char*> words;
  words.reserve(arguments.size());
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  CXUnsavedFile unsaved{};
  if (text != nullptr) unsaved = {path.c_str(), text->c_str(), text->size()};
  CXTranslationUnit unit = nullptr;
  clang_parseTranslationUnit2(index_.get(), path.c_str(), words.data(),
                              static_cast<int>(words.size()), &unsaved, text != nullptr ? 1 : 0,
                              CXTranslationUnit_DetailedPreprocessingRecord |
                                  CXTranslationUnit_KeepGoing |
                                  CXTranslationUnit_SkipFunctionBodies,
                              &unit);
  unit_.reset(unit);
}

void Unit::each(CXCursor parent, const std::function<CXChildVisitResult(CXCursor)>& visit) const {
  clang_visitChildren(
      parent,
      [](CXCursor cursor, CXCursor /*parent*/, CXClientData data) {
        return (*static_cast<const std::function<CXChildVisitResult(CXCursor)>*>(data))(cursor);
      },
      const_cast<std::function<CXChildVisitResult(CXCursor)>*>(&visit));
}

std::vector<Complaint> complaints(const Unit& unit, const core::InputReader& reader) {
  std::vector<Complaint> out;
  const unsigned count = clang_getNumDiagnostics(unit.get());
  for (unsigned i = 0; i < count; ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(unit.get(), i);
    out.push_back({.severity = clang_getDiagnosticSeverity(diagnostic),
                   .category = take(clang_getDiagnosticCategoryText(diagnostic)),
                   .text = take(clang_getDiagnosticSpelling(diagnostic)),
                   .location = locate(clang_getDiagnosticLocation(diagnostic), reader)});
    clang_disposeDiagnostic(diagnostic);
  }
  return out;
}

std::vector<std::string> user_files(const Unit& unit) {
  struct Context {
    CXTranslationUnit unit;
    std::vector<std::string> names;
  } context{unit.get(), {}};
  clang_getInclusions(
      unit.get(),
      [](CXFile file, CXSourceLocation* /*stack*/, unsigned /*depth*/, CXClientData data) {
        auto* into = static_cast<Context*>(data);
        const CXSourceLocation begin = clang_getLocation(into->unit, file, 1, 1);
        if (clang_Location_isInSystemHeader(begin) != 0) return;
        const std::string name = take(clang_getFileName(file));
        if (std::find(into->names.begin(), into->names.end(), name) == into->names.end()) {
          into->names.push_back(name);
        }
      },
      &context);
  return context.names;
}

}  // namespace sealring::sdcgen::clang
