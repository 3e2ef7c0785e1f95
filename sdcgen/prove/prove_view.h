// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/diagnostics/sink.h"
#include "core/process/process.h"
#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/proof.h"
#include "sdcgen/prove/sta_output.h"
#include "sdcgen/rules/compare_clocks.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// Runs OpenSTA for the views of one project. Unpacks compressed libraries and netlists once into a private folder that
/// is removed with the object.
class Prover {
 public:
  /// `found`: path of sta, empty when it is not installed.
  Prover(const Project& project, const core::InputReader& reader, core::ProcessRunner& runner,
         std::string sta, ProofLimits limits);
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  /// Version as sta prints it; empty when it is not installed or does not answer.
  const std::string& version() const { return version_; }

  /// Proves `sdc` (shown as `sdc_name`) as the view of `expected` in a fresh sta process. Everything missing, extra,
  /// different or complained about is reported; no verdict is SDC-0520 ... 0524. May be called from several threads.
  Proof prove(const Selection& expected, const std::string& sdc, const std::string& sdc_name,
              core::Sink& sink);

 private:
  struct Files;
  /// One finished or failed process.
  struct StaRun {
    StaObservation seen;
    std::string written;     ///< text of write_sdc
    std::string failure;     ///< why there is no output at all
    std::string no_verdict;  ///< why the output proves nothing
    bool timeout = false;
  };
  StaRun run_sta(const View& view, const std::string& sdc, const std::string& probes);
  StaRun run_without_cuts(const Selection& expected, const std::string& pairs);
  void compare_all(const Comparison& comparison, const SdcUnits& units, const std::string& written,
                   Proof& proof, core::Sink& sink) const;
  bool prepare_files(core::Sink& sink);
  bool too_large(const Selection& expected, core::Sink& sink) const;

  const Project& project_;
  const core::InputReader& reader_;
  core::ProcessRunner& runner_;
  std::string sta_;
  ProofLimits limits_;
  std::string version_;
  std::unique_ptr<Files> files_;
};

}  // namespace sealring::sdcgen
