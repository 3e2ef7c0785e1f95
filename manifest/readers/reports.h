// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"

namespace sealring::manifest {

/// How one test ended. Only `kPassed` is evidence that something works.
enum class TestOutcome : std::uint8_t { kPassed, kFailed, kErrored, kSkipped, kExpectedFailure };

struct TestCase {
  std::string name;  ///< "classname.name"
  TestOutcome outcome = TestOutcome::kPassed;
  std::string detail;
};

/// What a report states, whichever tool wrote it. An absent number was not stated; it is never zero.
struct ReportFacts {
  std::vector<TestCase> tests;
  std::map<std::string, std::uint64_t> bins;  ///< coverage: bin -> hits
  std::optional<std::uint64_t> comparisons;
  std::optional<std::uint64_t> mismatches;
  std::optional<std::uint64_t> errors;
  std::string checker;
  std::string trace_sha256;       ///< the trace the report is about; "" not stated
  std::string execution;          ///< the run the report is about; "" not stated
  std::vector<std::string> data;  ///< of a trace: the words read out, in order
};

/// Reads one report. MAN-0701 damaged or cut short, MAN-0702 well-formed and holding nothing, MAN-0703 not of this
/// format; then nothing is returned. Facts that say "failed" are facts, not faults.
using ReportReader = std::optional<ReportFacts> (*)(std::string_view text, const std::string& name,
                                                    core::Sink& sink);

/// The reader of a format ("file", "trace", "scoreboard", "coverage", "junit", "lcov", "verilator", "findings"), or
/// nullptr. "file" takes any file that is not empty.
ReportReader find_report_reader(std::string_view format);
std::vector<std::string> report_formats();

// One file per format.
std::optional<ReportFacts> read_junit(std::string_view, const std::string&, core::Sink&);
std::optional<ReportFacts> read_lcov(std::string_view, const std::string&, core::Sink&);
std::optional<ReportFacts> read_verilator(std::string_view, const std::string&, core::Sink&);
std::optional<ReportFacts> read_trace(std::string_view, const std::string&, core::Sink&);
std::optional<ReportFacts> read_scoreboard(std::string_view, const std::string&, core::Sink&);
std::optional<ReportFacts> read_coverage(std::string_view, const std::string&, core::Sink&);
std::optional<ReportFacts> read_findings(std::string_view, const std::string&, core::Sink&);

// Faults common to all readers; each returns nothing, for `return`.
std::nullopt_t damaged_report(const std::string& name, std::string what, core::Sink& sink,
                              std::uint32_t line = 0);
std::nullopt_t empty_report(const std::string& name, std::string what, core::Sink& sink);
std::nullopt_t foreign_report(const std::string& name, std::string what, core::Sink& sink);

}  // namespace sealring::manifest
