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
#include "stack3d/stack.h"

namespace sealring::stack3d {

/// One local sign-off result (`schema: sealring.signoff/1`): what a DRC, antenna, LVS or ESD run of one die says, bound to
/// the layout and the deck it ran with.
struct SignoffResult {
  FileRef file;
  core::Location location;
  std::string kind;     ///< "drc", "antenna", "lvs", "esd"
  std::string subject;  ///< chiplet
  std::string layout_sha256;
  std::string pin_map_sha256;  ///< of the bump maps; needed for lvs and esd
  std::string deck_name;
  std::string deck_revision;
  std::string status;  ///< "clean", "findings"
  std::int64_t violations = 0;
  std::int64_t checks_run = 0;
  bool usable = false;  ///< everything needed to bind it is there
};

/// What a project says about one chiplet.
struct SignoffEntry {
  std::string chiplet;
  core::Location location;
  std::optional<FileRef> layout;  ///< the file that was signed off; its digest binds the results
  std::map<std::string, std::pair<std::string, std::string>> decks;  ///< kind to name and revision
  std::vector<SignoffResult> results;
};

struct SignoffSet {
  bool asked = false;  ///< the project has a `signoff` section
  std::vector<SignoffEntry> entries;
  core::Location location;
};

/// A project file (`schema: sealring.stack/1`) that names the parts of a stack check.
struct Project {
  std::filesystem::path stack;  ///< .3dbx
  core::Location stack_at;
  std::vector<std::filesystem::path> netlists;
  std::optional<FileRef> rules;
  std::map<std::string, std::string> digests;  ///< shown file name to the digest it must have
  std::map<std::string, core::Location> digest_at;
  SignoffSet signoff;
  std::vector<Source> sources;
};

/// Reads a stack.yaml and the sign-off results it names. Bare results (no layout digest, no deck revision, no pin map
/// where one is needed) are refused as findings. Nothing when the file cannot be read or names no stack.
std::optional<Project> read_project(const std::filesystem::path& path,
                                    const core::InputReader& reader, core::Sink& sink);

/// Compares the digests that the project states with those of the files the stack was built from (STK-0508, STK-0509).
void check_digests(const Project& project, const Stack& stack, core::Sink& sink);

}  // namespace sealring::stack3d
