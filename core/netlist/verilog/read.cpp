// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstring>

#include "core/codes.h"
#include "core/netlist/verilog.h"
#include "core/netlist/verilog/parser.h"

namespace sealring::core {
namespace {

std::vector<std::uint64_t> line_starts(std::string_view text) {
  std::vector<std::uint64_t> out{0};
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    const auto* stop =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (stop == nullptr) break;
    at = stop + 1;
    out.push_back(static_cast<std::uint64_t>(at - text.data()));
  }
  return out;
}

}  // namespace

bool read_verilog(const InputFile& file, const VerilogOptions& options, Netlist& into, Sink& sink) {
  constexpr std::size_t kMaxFiles = 65535;
  if (into.files.size() >= kMaxFiles) {
    sink.report(make_finding(codes::kVerilogLimit, "more than 65535 netlist files").at(file.at(1)));
    into.complete = false;
    return false;
  }
  const auto number = static_cast<std::uint16_t>(into.files.size());
  into.files.push_back(
      {.name = file.name, .sha256 = file.sha256, .line_starts = line_starts(file.text)});
  verilog::Reporter reporter(into, number, options.max_syntax_findings, sink);
  verilog::Parser parser(file.text, options, into, reporter);
  parser.run();
  if (parser.modules_seen() == 0) {
    reporter.report(codes::kVerilogNoModule, 0,
                    "'" + file.name + "' holds no module; a Verilog netlist was expected");
  }
  reporter.close();
  if (reporter.errors() > 0) into.complete = false;
  return reporter.errors() == 0;
}

std::optional<Netlist> read_verilog(const InputFile& file, Sink& sink) {
  Netlist netlist;
  read_verilog(file, {}, netlist, sink);
  if (netlist.modules.empty()) return std::nullopt;
  return netlist;
}

}  // namespace sealring::core
