module interposer (clk, rst_n, io, VDD, VSS);
  inout clk, rst_n;
  inout [7:0] io;
  inout VDD, VSS;
  through_vias vias (.clk(clk), .rst_n(rst_n), .io(io), .VDD(VDD), .VSS(VSS));
endmodule
