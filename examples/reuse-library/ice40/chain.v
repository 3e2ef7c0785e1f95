// Eight filters in a row: the design that is implemented in full, or with the filters in regions the library chose.
module chain(input clk, input rst, input [7:0] x, output [7:0] y);
  wire [7:0] w [0:8];
  assign w[0] = x;
  assign y = w[8];
  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : stage
      filter f(.clk(clk), .rst(rst), .x(w[i]), .y(w[i + 1]));
    end
  endgenerate
endmodule
