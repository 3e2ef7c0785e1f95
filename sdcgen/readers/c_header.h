// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::sdcgen {

/// A whole number out of a C or C++ header, exact over the whole range of 64 bits.
struct HeaderConstant {
  enum class Kind : std::uint8_t { kMacro, kEnumerator, kConstexpr };
  Kind kind = Kind::kMacro;
  bool is_unsigned = false;
  std::uint64_t bits = 0;  ///< the value modulo 2^64
  core::Location location;

  std::int64_t as_signed() const { return static_cast<std::int64_t>(bits); }
  /// Decimal digits: "18446744073709551615", "-3".
  std::string decimal() const;
};
std::string_view to_string(HeaderConstant::Kind kind);  ///< "macro", "enumerator", "constant"

/// A name of the header that stands for no whole number, and why.
struct HeaderOther {
  std::string
      why;  ///< "is a macro with arguments", "is no whole number: its value is a floating-point number"
  core::Location location;
};

/// One file that took part, for the record of inputs.
struct HeaderFile {
  std::string name;  ///< as shown
  std::string sha256;
};

/// Every constant of a header and of what it includes (system headers left out), by qualified name: "LANES",
/// "serdes::kLanes", "Mode::kPcie" for the enumerator of an enum class.
struct CHeader {
  std::map<std::string, HeaderConstant> constants;
  std::map<std::string, HeaderOther> others;
  std::vector<HeaderFile>
      files;         ///< the header first, then what it includes outside of system folders
  std::string name;  ///< as shown
};

/// How the compiler of the firmware sees the header.
struct CHeaderOptions {
  std::vector<std::pair<std::string, std::string>>
      defines;                                      ///< as -DNAME=VALUE; empty value: -DNAME=1
  std::vector<std::filesystem::path> include_dirs;  ///< as -I
  enum class Language : std::uint8_t { kByName, kC, kCpp } language = Language::kByName;
};

/// Reads a header with libclang. `kByName`: .hpp, .hh, .hxx are C++ 20, anything else is C 23, or C++ 20 where it does not
/// compile as C. Compile errors (an #error, a missing include) are SDC-0601 at their place and nothing is returned,
/// since a header that does not compile may define anything. Errors of files: IO-00xx.
std::optional<CHeader> read_c_header(const core::InputReader& reader,
                                     const std::filesystem::path& path,
                                     const CHeaderOptions& options, core::Sink& sink,
                                     const core::Location& referred_from = {});

/// The constant `name`; reports SDC-0602 (no whole number) or SDC-0603 (not there, with a suggestion) at `asked_at`.
const HeaderConstant* find_constant(const CHeader& header, const std::string& name,
                                    const core::Location& asked_at, core::Sink& sink);

}  // namespace sealring::sdcgen
