// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/files/input.h"
#include "core/files/yaml.h"
#include "core/units/rational.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// One .3dbv or .3dbx file after `#!define` and YAML.
struct Document {
  std::filesystem::path path;
  std::string shown;
  bool is_assembly = false;  ///< .3dbx
  core::YamlNode::Ptr root;
  std::optional<std::int64_t> precision;  ///< Header.precision: grid points per unit of the header
  core::Rational unit_um = 1;             ///< micrometres per unit of the header
  std::vector<std::size_t> includes;      ///< numbers of the documents it includes
};

/// A description with everything it includes, each file once. The top file is the last document.
struct Documents {
  std::vector<Document> files;
  std::int64_t dbu_per_um = 1000;  ///< common grid of all files
  std::vector<Source> sources;
  std::vector<std::string> not_read;
};

/// Reads `top` and its includes (with '*' in file names). Every problem is reported; files that cannot be read are
/// left out. Nothing when the top itself cannot be read.
std::optional<Documents> read_documents(const std::filesystem::path& top,
                                        const core::InputReader& reader, core::Sink& sink);

/// Applies `#!define KEY VALUE` lines to the lines below them, whole words only, longest key first, and turns leading
/// tabs into blanks. Line numbers stay. Reports defines that are never used, given twice, or hidden in a longer word.
void apply_defines(core::InputFile& file, core::Sink& sink);

/// Files that a path with at most '*' wildcards in its last part names, sorted; '\' counts as '/'. The path
/// itself when it has no wildcard.
std::vector<std::filesystem::path> expand_path(const std::filesystem::path& folder,
                                               const std::string& text);

}  // namespace sealring::stack3d
