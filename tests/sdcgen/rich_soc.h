// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "tests/sdcgen/small_soc.h"

namespace sealring::testing {

/// A project whose clocks really meet: paths ref -> rx, rx -> rx_div, rx_div -> ref, and from and to ports of the top.
class RichSoc : public SmallSoc {
 public:
  RichSoc() {
    options.prove = sdcgen::ProofMode::kRequire;
    spec = R"(schema: sealring.ip/1
ip: phy
document: {id: PHY-1, revision: "2.0"}
modes: [fast, slow]
clocks:
  - name: ref
    kind: primary
    port: ref
    modes: {fast: {min: 8 ns, max: 12 ns}, slow: {min: 8 ns, max: 12 ns}}
  - name: rx
    kind: primary
    pin: u_buf/Z
    modes: {fast: {min: 400 ps, max: 4 ns}}
  - name: rx_div
    kind: generated
    master: rx
    pin: u_div/Q
    divide_by: 2
    modes: [fast]
  - name: bist
    kind: primary
    port: bist
    modes: {fast: {min: 1 ns}, slow: {min: 1 ns}}
)";
    table = "clock,period_ps\nref,10000\nrx,1000\nrx_div,derived\nbist,0\n";
    netlist = R"(module phy (ref, bist, d, q, bus, sel);
  input ref, bist, d, sel;
  input [3:0] bus;
  output [1:0] q;
  wire z, dq, n, a, x, y, g;
  EX_BUF u_buf (.A(bus[0]), .Z(z));
  EX_INV u_inv (.A(dq), .ZN(n));
  EX_DFF u_div (.D(n), .CK(z), .Q(dq));
  EX_DFF u_a (.D(d), .CK(ref), .Q(a));
  EX_AND2 u_gate (.A1(a), .A2(sel), .Z(g));
  EX_DFF u_x (.D(g), .CK(z), .Q(x));
  EX_DFF u_y (.D(x), .CK(dq), .Q(y));
  EX_DFF u_b (.D(y), .CK(ref), .Q(q[0]));
  EX_DFF u_c (.D(y), .CK(dq), .Q(q[1]));
endmodule
module core (ref, bist, d, q, bus, sel);
  input ref, bist, d, sel;
  input [3:0] bus;
  output [1:0] q;
  phy u_phy (.ref(ref), .bist(bist), .d(d), .q(q), .bus(bus), .sel(sel));
endmodule
module soc (ref, bist, d, q, bus, sel);
  input ref, bist, d, sel;
  input [3:0] bus;
  output [1:0] q;
  core u_core (.ref(ref), .bist(bist), .d(d), .q(q), .bus(bus), .sel(sel));
endmodule
)";
  }

  /// Generates and proves; the only view's proof.
  sdcgen::Proof prove() {
    const auto result = generate();
    written = result.written;
    return result.views.empty() ? sdcgen::Proof{} : result.views[0].proof;
  }

  /// Checks a changed SDC: it must differ from the generated one.
  sdcgen::Proof check_changed(const std::string& changed) {
    EXPECT_NE(changed, sdc());
    const auto result = check(changed);
    return result.views.empty() ? sdcgen::Proof{} : result.views[0].proof;
  }

  bool written = false;
};

/// Lines of a text that begin with a word.
inline std::vector<std::string> lines_with(const std::string& text, const std::string& start) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(start)) lines.push_back(line);
  }
  return lines;
}

}  // namespace sealring::testing
