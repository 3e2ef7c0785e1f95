// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/readers/reports.h"

#include <array>

#include "manifest/codes.h"

namespace sealring::manifest {

namespace {

std::optional<ReportFacts> read_any(std::string_view text, const std::string& name,
                                    core::Sink& sink) {
  if (text.empty()) return empty_report(name, "holds no bytes", sink);
  return ReportFacts{};
}

struct Format {
  std::string_view name;
  ReportReader reader;
};

constexpr std::array<Format, 8> kFormats = {{{"file", read_any},
                                             {"trace", read_trace},
                                             {"scoreboard", read_scoreboard},
                                             {"coverage", read_coverage},
                                             {"junit", read_junit},
                                             {"lcov", read_lcov},
                                             {"verilator", read_verilator},
                                             {"findings", read_findings}}};

std::nullopt_t fault(const core::Code& code, const std::string& name, const std::string& what,
                     std::uint32_t line, core::Sink& sink) {
  sink.report(core::make_finding(code, "'" + name + "' " + what)
                  .at({name, line})
                  .on(name, std::string(code.slug)));
  return std::nullopt;
}

}  // namespace

ReportReader find_report_reader(std::string_view format) {
  for (const Format& known : kFormats) {
    if (known.name == format) return known.reader;
  }
  return nullptr;
}

std::vector<std::string> report_formats() {
  std::vector<std::string> names;
  for (const Format& known : kFormats) names.emplace_back(known.name);
  return names;
}

std::nullopt_t damaged_report(const std::string& name, std::string what, core::Sink& sink,
                              std::uint32_t line) {
  return fault(codes::kReportDamaged, name, what, line, sink);
}
std::nullopt_t empty_report(const std::string& name, std::string what, core::Sink& sink) {
  return fault(codes::kReportEmpty, name, what, 0, sink);
}
std::nullopt_t foreign_report(const std::string& name, std::string what, core::Sink& sink) {
  return fault(codes::kReportFormat, name, what, 0, sink);
}

}  // namespace sealring::manifest
