// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/location.h"
#include "core/files/input.h"

/// What libclang says about one translation unit, as plain data. The only file that uses libclang is clang_facts.cpp.
namespace sealring::sdcgen {

/// One error of the compiler or preprocessor.
struct ClangError {
  bool by_preprocessor = false;  ///< #error, a missing include ...; not of the parser
  std::string text;
  core::Location location;
};

/// A macro definition outside of system headers.
struct ClangMacro {
  std::string name;
  bool has_arguments = false;
  bool empty = false;
  bool balanced = true;  ///< its text opens and closes its own brackets and ends no statement
  core::Location location;
};

/// An enumerator, or a variable at file, namespace or class scope, outside of system headers.
struct ClangName {
  std::string name;  ///< qualified: "ns::Class::name"; an enum without scope adds nothing
  bool enumerator = false;
  bool constant = false;      ///< const or constexpr
  bool whole_number = false;  ///< its type is an integer, bool, character or enum
  bool faulty = false;        ///< its declaration did not compile
  std::string type;
  bool evaluated = false;  ///< the value is known at compile time and is in `bits`
  bool is_unsigned = false;
  std::uint64_t bits = 0;  ///< modulo 2^64
  core::Location location;
};

struct ClangFacts {
  std::vector<ClangError> errors;
  std::vector<ClangMacro> macros;  ///< in order; a name may stand twice
  std::vector<ClangName> names;
  std::vector<std::string> files;  ///< paths outside of system folders, the main file first
  /// Path and line of an #include -> path of what it included.
  std::map<std::pair<std::string, unsigned>, std::string> includes;
  /// Per path of `files`: lines that the preprocessor skipped.
  std::map<std::string, std::set<unsigned>> skipped;
};

/// Parses `path` with the compiler's `arguments`; `text`, when given, is its content. Nothing when libclang makes no
/// translation unit at all. Places name files as `reader` shows them.
std::optional<ClangFacts> parse_with_clang(const std::string& path,
                                           const std::vector<std::string>& arguments,
                                           const std::string* text,
                                           const core::InputReader& reader);

}  // namespace sealring::sdcgen
