// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/process/process.h"
#include "sdcgen/generate.h"
#include "tests/support/scratch.h"

namespace sealring::testing {

/// A small project: one IP with five clocks below u_core, in one mode and one ns corner. Tests change its texts.
class SmallSoc {
 public:
  std::string config = R"(schema: sealring.design/1
top: soc
netlists: [soc.v]
corners:
  tt: {liberty: [cells.lib]}
instances:
  - name: phy0
    ip: phy.yaml
    path: u_core/u_phy
    mode: fast
    table: phy0.csv
)";
  std::string spec = R"(schema: sealring.ip/1
ip: phy
document: {id: PHY-1, revision: "2.0"}
modes: [fast, slow]
clocks:
  - name: ref
    kind: primary
    port: ref
    modes:
      fast: {min: 8 ns, max: 12 ns}
      slow: {min: 8 ns, max: 12 ns}
    cite: {section: "4.2", page: 31}
  - name: rx
    kind: primary
    pin: u_buf/Z
    modes:
      fast: {min: 400 ps, max: 4 ns}
  - name: rx_div
    kind: generated
    master: rx
    pin: u_div/Q
    divide_by: 2
    modes: [fast]
  - name: bist
    kind: primary
    port: bist
  - name: io
    kind: virtual
    required: false
)";
  std::string table = R"(clock,period_ps,setup_uncertainty_ps,hold_uncertainty_ps
ref,10000,100,50
rx,1000,20,10
rx_div,2000,,
bist,0,,
io,5000,,
)";
  std::string netlist = R"(module phy (ref, bist, d, q, bus);
  input ref, bist, d;
  input [3:0] bus;
  output q;
  wire z, dq, n;
  EX_BUF u_buf (.A(bus[0]), .Z(z));
  EX_INV u_inv (.A(dq), .ZN(n));
  EX_DFF u_div (.D(n), .CK(z), .Q(dq));
  EX_DFF u_a (.D(d), .CK(ref), .Q(q));
endmodule
module core (ref, bist, d, q, bus);
  input ref, bist, d;
  input [3:0] bus;
  output q;
  phy u_phy (.ref(ref), .bist(bist), .d(d), .q(q), .bus(bus));
endmodule
module soc (ref, bist, d, q, bus);
  input ref, bist, d;
  input [3:0] bus;
  output q;
  core u_core (.ref(ref), .bist(bist), .d(d), .q(q), .bus(bus));
endmodule
)";
  /// Empty: the ns cells of the example.
  std::string liberty;

  sdcgen::GenerateOptions options;
  std::vector<core::Finding> findings;

  SmallSoc() {
    options.sta = core::find_tool("sta").value_or("").string();
    options.jobs = 2;
    options.prove = sdcgen::ProofMode::kNever;
  }

  /// Writes the files and generates; findings and the result are kept.
  sdcgen::GenerateResult generate() {
    write();
    core::SystemProcessRunner system;
    return generate_with(system);
  }

  sdcgen::GenerateResult generate_with(core::ProcessRunner& runner) {
    core::CollectingSink sink;
    const core::InputReader reader(folder.path());
    options.config = folder.path() / "soc.yaml";
    options.out_dir = folder.path() / "out";
    auto result = sdcgen::generate(reader, options, runner, sink);
    findings = std::move(sink.findings);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
    return result ? *result : sdcgen::GenerateResult{};
  }

  /// Proves an SDC text as the project's only view (or the one its first lines name).
  sdcgen::GenerateResult check(const std::string& sdc) {
    write();
    folder.write("hand.sdc", sdc);
    sdcgen::CheckOptions given;
    given.config = folder.path() / "soc.yaml";
    given.files = {folder.path() / "hand.sdc"};
    given.sta = options.sta;
    core::CollectingSink sink;
    core::SystemProcessRunner runner;
    auto result = sdcgen::check_sdc(core::InputReader(folder.path()), given, runner, sink);
    findings = std::move(sink.findings);
    EXPECT_TRUE(result.has_value());
    return result ? *result : sdcgen::GenerateResult{};
  }

  void write() {
    folder.write("soc.yaml", config);
    folder.write("phy.yaml", spec);
    folder.write("phy0.csv", table);
    folder.write("soc.v", netlist);
    std::string cells = liberty;
    if (cells.empty()) {
      std::ifstream stream(std::string(SEALRING_SOURCE_DIR) +
                           "/examples/serdes56g/lib/cells_ns.lib");
      cells.assign(std::istreambuf_iterator<char>(stream), {});
    }
    folder.write("cells.lib", cells);
  }

  std::string sdc() const { return read_bytes(folder / "out/soc.func.signoff.tt.sdc"); }

  /// "SDC-0501" -> how many.
  std::map<std::string, int> codes() const {
    std::map<std::string, int> counts;
    for (const core::Finding& finding : findings) ++counts[std::string(finding.code->id)];
    return counts;
  }

  /// Error codes only.
  std::vector<std::string> errors() const {
    std::vector<std::string> ids;
    for (const core::Finding& finding : findings) {
      if (finding.severity == core::Severity::kError) ids.emplace_back(finding.code->id);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  const core::Finding* find(const std::string& code) const {
    for (const core::Finding& finding : findings) {
      if (finding.code->id == code) return &finding;
    }
    return nullptr;
  }

  /// "file:line:col" of the first finding of a code, "" when there is none.
  std::string place(const std::string& code) const {
    const core::Finding* finding = find(code);
    return finding == nullptr ? "" : core::to_string(finding->location);
  }

  std::string message(const std::string& code) const {
    const core::Finding* finding = find(code);
    return finding == nullptr ? "" : finding->message;
  }

  Scratch folder;
};

}  // namespace sealring::testing
