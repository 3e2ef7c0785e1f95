// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/failure.h"
#include "core/diagnostics/sink.h"
#include "core/files/input.h"

namespace sealring::sdcgen {

struct ImportOptions {
  std::filesystem::path file;
  std::string name;  ///< of the IP and of the files; empty: the file's name without its extensions
  std::vector<std::string> defines;                 ///< headers and specs: NAME or NAME=VALUE
  std::vector<std::filesystem::path> include_dirs;  ///< likewise
  std::string placeholder;  ///< skeletons: what stands for the path of the instance, such as @INST@
};

/// Text made from a foreign file, not yet written.
struct Imported {
  std::vector<std::pair<std::string, std::string>> files;  ///< name, text
  std::uint64_t clocks = 0;
  std::uint64_t parameters = 0;
  std::uint64_t entries = 0;   ///< of a skeleton
  std::uint64_t left_out = 0;  ///< names that stand for no whole number
};

/// A Hammer configuration (YAML) as a draft specification `<name>.ip.yaml` and a clock table `<name>.csv`. What Hammer
/// takes for granted - clocks of different groups are asynchronous - becomes a relation of state candidate, which is not
/// used until somebody confirms it. Errors: SDC-0621, SDC-0622; constraints that are not imported: SDC-0623.
std::optional<Imported> import_hammer(const core::InputReader& reader, const ImportOptions& options,
                                      core::Sink& sink);

/// Every whole-number constant of a C or C++ header as `<name>.parameters.yaml`, each with its place. SDC-0601.
std::optional<Imported> import_header(const core::InputReader& reader, const ImportOptions& options,
                                      core::Sink& sink);

/// Every parameter of an NVDLA specification as `<name>.parameters.yaml`. SDC-0611, SDC-0612.
std::optional<Imported> import_nvdla_spec(const core::InputReader& reader,
                                          const ImportOptions& options, core::Sink& sink);

/// An SDC skeleton as `<name>.entries.yaml`: false paths, paired multicycle paths, case values and groups become entries,
/// every other command (numbers without a unit among them) a raw section, each of state candidate with its line. The
/// placeholder is taken off names and becomes {path} in raw sections. An empty file is SDC-0309.
std::optional<Imported> import_skeleton(const core::InputReader& reader,
                                        const ImportOptions& options, core::Sink& sink);

/// Puts the files into a folder, all or none. A file that is there already is not overwritten: SDC-0631.
core::Expected<std::vector<std::string>> write_imported(const core::InputReader& reader,
                                                        const Imported& imported,
                                                        const std::filesystem::path& folder,
                                                        core::Sink& sink);

}  // namespace sealring::sdcgen
