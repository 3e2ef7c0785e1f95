// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <clang-c/Index.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "core/diagnostics/location.h"
#include "core/files/input.h"

/// Owning handles and small helpers over libclang's C interface. Included by sources only.
namespace sealring::sdcgen::clang {

/// Text of a CXString, which is freed.
std::string take(CXString text);

/// A place as file:line:column; the file named as the reader shows it.
core::Location locate(CXSourceLocation place, const core::InputReader& reader);
core::Location locate(CXCursor cursor, const core::InputReader& reader);

/// A parsed translation unit with its index.
class Unit {
 public:
  /// `text`: content of `path` when it is not on disk; nullptr to read the file.
  Unit(const std::string& path, const std::vector<std::string>& arguments, const std::string* text);

  bool parsed() const { return unit_ != nullptr; }
  CXTranslationUnit get() const { return unit_.get(); }

  /// Calls `visit` for each cursor below `parent`; it says whether to go into it.
  void each(CXCursor parent, const std::function<CXChildVisitResult(CXCursor)>& visit) const;
  CXCursor root() const { return clang_getTranslationUnitCursor(unit_.get()); }

 private:
  struct Free {
    void operator()(void* index) const { clang_disposeIndex(index); }
    void operator()(CXTranslationUnit unit) const { clang_disposeTranslationUnit(unit); }
  };
  std::unique_ptr<std::remove_pointer_t<CXIndex>, Free> index_;
  std::unique_ptr<std::remove_pointer_t<CXTranslationUnit>, Free> unit_;
};

/// One complaint of the compiler.
struct Complaint {
  CXDiagnosticSeverity severity = CXDiagnostic_Ignored;
  std::string category;  ///< "Lexical or Preprocessor Issue", "Parse Issue", "Semantic Issue" ...
  std::string text;
  core::Location location;
};
std::vector<Complaint> complaints(const Unit& unit, const core::InputReader& reader);

/// Files outside of system folders that took part, the main file first.
std::vector<std::string> user_files(const Unit& unit);

}  // namespace sealring::sdcgen::clang
