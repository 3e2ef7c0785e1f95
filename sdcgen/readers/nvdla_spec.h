// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "sdcgen/readers/c_header.h"

namespace sealring::sdcgen {

/// One `%define NAME text` that survives the preprocessor.
struct SpecParameter {
  std::string text;                   ///< as written; "" for a bare switch
  std::optional<std::int64_t> value;  ///< when the text is a whole number, computed exactly
  core::Location location;
};

/// Parameters of an NVDLA hardware configuration. Such a file (`nv_small.spec`, which includes `projects.spec`) sets
/// feature switches with #define and maps them to parameters in `%define` lines under #if.
struct NvdlaSpec {
  std::string name;  ///< as shown
  std::map<std::string, SpecParameter> parameters;
  std::vector<HeaderFile> files;  ///< the file first, then what it includes
};

/// Reads the file as the C preprocessor sees it (libclang tells which lines are skipped; nothing is compiled) and
/// takes the `%define` lines that are left. Values are whole-number expressions over other parameters with + - * / ( )
/// and int, ceil, floor, log2, min, max, computed with exact fractions; log2 of anything but a power of two has no
/// value. #error, a missing include and lines of another form are SDC-0611, contradicting definitions SDC-0612; then
/// nothing is returned.
std::optional<NvdlaSpec> read_nvdla_spec(const core::InputReader& reader,
                                         const std::filesystem::path& path,
                                         const CHeaderOptions& options, core::Sink& sink,
                                         const core::Location& referred_from = {});

/// The whole-number value of a parameter; reports SDC-0603 (not there) or SDC-0613 (no whole number) at `asked_at`.
std::optional<std::int64_t> find_parameter(const NvdlaSpec& spec, const std::string& name,
                                           const core::Location& asked_at, core::Sink& sink);

}  // namespace sealring::sdcgen
