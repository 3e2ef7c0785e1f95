`timescale 1ns/1ps
`define W 3
module top #(parameter P = 2) (input clk, input [`W:0] d, output \q[0] , inout io);
  wire [0:3] n; supply0 gnd;
  (* keep *) assign {n[0], n[1]} = {d[3], 1'bx}, n[3] = gnd;
  sub #(.A(1), .B("x")) u1 (.a(clk), .b({2{d[1:0]}}), .c(), .d), u2 (clk, , n[2 +: 2]);
  and #1 g (n[2], clk, d[0]);
  defparam u1.A = P * (3 - 1);
  specify (clk => io) = 1; endspecify
endmodule
module sub (.a(x), {b, c}, d);
  input x; input [3:0] b; output [1:0] c; inout d;
`ifdef A
  always @(posedge x) begin c <= b; end
`else
  generate genvar i; endgenerate
`endif
endmodule
primitive p (output q, input a); table 0 : 1; endtable endprimitive
