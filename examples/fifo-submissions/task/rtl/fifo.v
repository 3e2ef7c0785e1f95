// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Eight words deep, eight bits wide. A write to a full FIFO and a read from an empty one are refused.
module fifo (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       write,
    input  wire       read,
    input  wire [7:0] data_in,
    output reg  [7:0] data_out,
    output reg        valid,
    output wire       full,
    output wire       empty,
    output wire [3:0] level
);
  reg [7:0] memory[0:7];
  reg [3:0] head, tail;

  assign level = head - tail;
  assign full  = level == 4'd8;
  assign empty = level == 4'd0;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      head  <= 4'd0;
      tail  <= 4'd0;
      valid <= 1'b0;
    end else begin
      valid <= 1'b0;
      if (write && !full) begin
        memory[head[2:0]] <= data_in;
        head <= head + 4'd1;
      end
      if (read && !empty) begin
        data_out <= memory[tail[2:0]];
        valid <= 1'b1;
        tail <= tail + 4'd1;
      end
    end
  end
endmodule
