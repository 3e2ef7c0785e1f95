// The inside of the compute die, as far as the stack needs it: ports and who talks to whom.
module compute (data, req, ack, clk, rst_n, io, VDD, VSS);
  inout [15:0] data;
  inout req, ack;
  inout clk, rst_n;
  inout [7:0] io;
  inout VDD, VSS;
  compute_core core (.data(data), .req(req), .ack(ack), .clk(clk), .rst_n(rst_n), .io(io), .VDD(VDD), .VSS(VSS));
endmodule
