// What the stack is meant to connect.
module substrate (VDD, VSS, VDDIO, io0, io1, gpio);
  inout VDD, VSS, VDDIO, io0, io1, gpio;
endmodule

module logic_die (data, io0, io1, gpio, VDD, VSS, VDDIO);
  inout [3:0] data;
  inout io0, io1, gpio, VDD, VSS, VDDIO;
endmodule

module memory (data, gpio, VDD, VSS);
  inout [3:0] data;
  inout gpio, VDD, VSS;
endmodule

module esd_stack (io0, io1, gpio, VDD, VSS, VDDIO);
  inout io0, io1, gpio, VDD, VSS, VDDIO;
  wire [3:0] data;
  substrate u_substrate (.VDD(VDD), .VSS(VSS), .VDDIO(VDDIO), .io0(io0), .io1(io1), .gpio(gpio));
  logic_die u_logic (.data(data), .io0(io0), .io1(io1), .gpio(gpio), .VDD(VDD), .VSS(VSS), .VDDIO(VDDIO));
  memory u_memory (.data(data), .gpio(gpio), .VDD(VDD), .VSS(VSS));
endmodule
