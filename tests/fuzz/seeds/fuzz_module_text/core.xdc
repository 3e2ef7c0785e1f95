create_clock -period 2.850 -name clk [get_ports clk]
