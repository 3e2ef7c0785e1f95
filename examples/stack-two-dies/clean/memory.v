module memory (data, req, ack, VDD, VSS);
  inout [15:0] data;
  inout req, ack;
  inout VDD, VSS;
  memory_array array (.data(data), .req(req), .ack(ack), .VDD(VDD), .VSS(VSS));
endmodule
