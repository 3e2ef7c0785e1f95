// What the stack is meant to connect.
module compute (data, req, ack, clk, rst_n, io, VDD, VSS);
  inout [15:0] data;
  inout req, ack;
  inout clk, rst_n;
  inout [7:0] io;
  inout VDD, VSS;
endmodule

module memory (data, req, ack, VDD, VSS);
  inout [15:0] data;
  inout req, ack;
  inout VDD, VSS;
endmodule

module interposer (clk, rst_n, io, VDD, VSS);
  inout clk, rst_n;
  inout [7:0] io;
  inout VDD, VSS;
endmodule

module two_dies (clk, rst_n, io, VDD, VSS);
  inout clk, rst_n;
  inout [7:0] io;
  inout VDD, VSS;
  wire [15:0] data;
  wire req, ack;
  interposer u_interposer (.clk(clk), .rst_n(rst_n), .io(io), .VDD(VDD), .VSS(VSS));
  compute u_compute (.data(data), .req(req), .ack(ack), .clk(clk), .rst_n(rst_n), .io(io), .VDD(VDD), .VSS(VSS));
  memory u_memory (.data(data), .req(req), .ack(ack), .VDD(VDD), .VSS(VSS));
endmodule
