// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stack3d/readers/keys.h"
#include "stack3d/readers/source.h"
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// Where and how an instance stands, in the frame of its assembly.
struct Placement {
  Point3 low;
  Orientation orientation;
  core::Location location;
};

/// One entry of ChipletInst.
struct InstanceDef {
  std::string name;
  PlacedText reference;
  core::Location location;
  std::vector<FileRef> verilog;
  std::vector<FileRef> sdc;
  std::vector<FileRef> def;
  std::optional<Placement> placement;
};

/// One entry of Connection; an absent side is the outside.
struct ConnectionDef {
  std::string name;
  core::Location location;
  std::optional<PlacedText> top;
  std::optional<PlacedText> bottom;
  Dbu thickness = 0;
};

/// One entry of Path.
struct PathDef {
  std::string name;
  core::Location location;
  std::vector<PlacedText> stops;
};

/// The content of one .3dbx file.
struct AssemblyDef {
  std::size_t document = 0;
  std::string design;
  core::Location location;
  std::vector<FileRef> verilog;
  std::vector<InstanceDef> instances;
  std::vector<ConnectionDef> connections;
  std::vector<PathDef> paths;
};

/// Reads the chiplet definitions of one document (any file may hold them) and adds them to `chiplets`; a name that
/// is taken is STK-0105. Regions are in the chiplet frame, shrink and offset applied as the options say.
void read_chiplets(const Document& document, const core::InputReader& reader,
                   const AssembleOptions& options, std::int64_t dbu_per_um,
                   std::vector<Chiplet>& chiplets, core::Sink& sink);

/// Reads Design, ChipletInst, Stack, Connection and Path of one document; nothing when it holds none of them.
std::optional<AssemblyDef> read_assembly(const Document& document, const core::InputReader& reader,
                                         std::int64_t dbu_per_um, core::Sink& sink);

/// File references of a list, wildcards expanded; a pattern without a match is IO-0001's brother STK-0116.
std::vector<FileRef> file_refs(const std::vector<PlacedText>& texts, const Document& document,
                               const core::InputReader& reader, core::Sink& sink);

}  // namespace sealring::stack3d
