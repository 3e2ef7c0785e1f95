// A small module that a larger design uses many times.
module filter(input clk, input rst, input [7:0] x, output reg [7:0] y);
  reg [7:0] a, b, c;
  always @(posedge clk)
    if (rst) begin
      a <= 0; b <= 0; c <= 0; y <= 0;
    end else begin
      a <= x;
      b <= a + x;
      c <= b ^ {a[3:0], a[7:4]};
      y <= c + b;
    end
endmodule
