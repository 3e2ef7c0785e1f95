// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Writes every word of the stimulus, then reads until the FIFO is empty. One line per clock: what was asked, what came
// out, how full it is.
`timescale 1ns / 1ps
module tb;
  reg clk = 0, rst_n = 0, write = 0, read = 0;
  reg [7:0] data_in = 0;
  wire [7:0] data_out;
  wire valid, full, empty;
  wire [3:0] level;
  reg [7:0] stimulus[0:63];
  integer words, i;

  fifo dut (.clk(clk), .rst_n(rst_n), .write(write), .read(read), .data_in(data_in), .data_out(data_out),
            .valid(valid), .full(full), .empty(empty), .level(level));

  always #5 clk = ~clk;

  always @(negedge clk) begin
    if (rst_n) $display("cycle level %0d full %b write %b valid %b data %0d", level, full, write, valid, data_out);
  end

  initial begin
    for (i = 0; i < 64; i = i + 1) stimulus[i] = 8'hxx;
    $readmemh("stim/stimulus.hex", stimulus);
    words = 0;
    while (words < 64 && stimulus[words] !== 8'hxx) words = words + 1;
    @(negedge clk) rst_n = 1;
    for (i = 0; i < words; i = i + 1) begin
      @(negedge clk) write = 1; data_in = stimulus[i];
    end
    @(negedge clk) write = 0; read = 1;
    repeat (12) @(negedge clk);
    $display("end");
    $finish;
  end
endmodule
