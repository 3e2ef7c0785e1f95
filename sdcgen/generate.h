// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/failure.h"
#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/process/process.h"
#include "core/store/execution_record.h"
#include "sdcgen/proof.h"

namespace sealring::sdcgen {

/// The steps of generation; each later one takes only what the earlier one froze in the output folder.
enum class Step : std::uint8_t { kSelect, kClocks, kConstraints, kAll };

struct GenerateOptions {
  std::filesystem::path config;
  std::filesystem::path out_dir = "out";
  std::vector<std::string> views;  ///< empty: all
  Step step = Step::kAll;
  ProofMode prove = ProofMode::kAuto;
  ProofLimits limits;
  std::string sta;  ///< path of sta; empty: not installed
  unsigned jobs = 1;
  std::filesystem::path proof_cache;  ///< database of earlier proofs; empty: none
  std::string tool_build;             ///< of this program, for the key of a kept proof
};

/// What happened to one view.
struct ViewResult {
  std::string view;
  std::string sdc;  ///< file as shown; empty when step select or clocks was asked for
  std::uint64_t lines = 0;
  std::uint64_t active = 0;
  std::uint64_t unused = 0;
  std::uint64_t emitted = 0;
  std::uint64_t entries = 0;  ///< relations, exceptions, IO ... that apply
  std::uint64_t not_applicable = 0;
  std::uint64_t candidates = 0;
  std::uint64_t counted_raw = 0;  ///< clocks in use by the second count
  Proof proof;
};

/// Combinations of the instances' modes, counted exactly.
struct ModeCount {
  std::string legal;  ///< decimal digits; empty when there are too many to enumerate
  std::uint64_t components = 0;
  std::uint64_t configured = 0;
  std::uint64_t proved = 0;  ///< those whose every view was proved
};

struct GenerateResult {
  std::string config;  ///< as shown
  ModeCount modes;
  bool written = false;
  std::vector<ViewResult> views;
  std::vector<std::string> files;  ///< written, as shown
  core::ExecutionRecord record;
};

/// Generates the constraints of every view asked for. Any input finding of error severity: nothing is written. All files
/// of a run are put in place together. A Failure is a full disk or the like (IO-0008).
core::Expected<GenerateResult> generate(const core::InputReader& reader,
                                        const GenerateOptions& options, core::ProcessRunner& runner,
                                        core::Sink& sink);

/// Whether a finding is an open question: SDC-0208, SDC-0707, SDC-0710 or SDC-0711.
bool is_question(const core::Finding& finding);

struct CheckOptions {
  std::filesystem::path config;
  std::vector<std::filesystem::path> files;
  std::string view;  ///< empty: from the first lines of each file
  ProofLimits limits;
  std::string sta;
  unsigned jobs = 1;
  std::filesystem::path proof_cache;
  std::string tool_build;  ///< of this program, for the key of a kept proof
};

/// Proves existing SDC files against a configuration, whoever wrote them. A file whose view is not told and not unique
/// is SDC-0312; sta not installed is SDC-0523.
core::Expected<GenerateResult> check_sdc(const core::InputReader& reader,
                                         const CheckOptions& options, core::ProcessRunner& runner,
                                         core::Sink& sink);

/// Origins of one SDC line: where the clock or entry that it is written for is described.
struct TraceResult {
  struct Origin {
    std::string instance;  ///< empty: the design
    std::string name;      ///< of the clock, or id of the entry
    std::string document;
    std::string table_cell;  ///< file:line:column; empty: an entry, which no table answers
    std::string spec_place;
    std::string citation;
  };
  std::string command;          ///< the line itself
  std::vector<Origin> origins;  ///< several where instances share one clock
};

/// Looks up line `line` (from 1) of a generated SDC in the trace.json beside it; nothing after reporting SDC-0405.
std::optional<TraceResult> trace_line(const core::InputReader& reader,
                                      const std::filesystem::path& sdc, std::uint32_t line,
                                      core::Sink& sink);

}  // namespace sealring::sdcgen
