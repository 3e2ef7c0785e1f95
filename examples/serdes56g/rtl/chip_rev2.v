// Revision 2: the third SerDes stands in an IO ring of its own.
module bus_ip (hclk, sel, word, q);
  input hclk, sel;
  input [3:0] word;
  output q;
  wire half, half_n, s1, s2, sel_q;
  EX_DFF u_sel (.D(sel), .CK(hclk), .Q(sel_q));
  EX_DFF u_sync1 (.D(word[0]), .CK(hclk), .Q(s1));
  EX_DFF u_sync2 (.D(s1), .CK(hclk), .Q(s2));
  EX_INV u_divinv (.A(half), .ZN(half_n));
  EX_DFF u_div (.D(half_n), .CK(hclk), .Q(half));
  EX_DFF u_out (.D(s2), .CK(half), .Q(q));
endmodule

module io_ring (ref_l, ref_r, apb_clk, tie0, pll_en, psel, rx, tx, prdata, word);
  input ref_l, ref_r, apb_clk, tie0, pll_en, psel;
  input [3:0] rx;
  output [3:0] tx, word;
  output prdata;
  serdes56g u_s2 (.refclk_l(ref_l), .refclk_r(ref_r), .pclk(apb_clk), .bist_clk(tie0), .scan_clk(tie0), .refclk_cmos(tie0),
                  .jtag_tck(tie0), .pll_en(pll_en), .rx_data(rx), .tx_data(tx), .psel(psel), .prdata(prdata), .rx_word(word));
endmodule

module core_rev2 (ref_l, ref_r, apb_clk, hclk, tie0, pll_en, psel, hsel, rx0, rx1, rx2, tx0, tx1, tx2, prdata, q);
  input ref_l, ref_r, apb_clk, hclk, tie0, pll_en, psel, hsel;
  input [3:0] rx0, rx1, rx2;
  output [3:0] tx0, tx1, tx2;
  output [2:0] prdata;
  output q;
  wire [3:0] w0, w1, w2;
  serdes56g u_s0 (.refclk_l(ref_l), .refclk_r(ref_r), .pclk(apb_clk), .bist_clk(tie0), .scan_clk(tie0), .refclk_cmos(tie0),
                  .jtag_tck(tie0), .pll_en(pll_en), .rx_data(rx0), .tx_data(tx0), .psel(psel), .prdata(prdata[0]), .rx_word(w0));
  serdes56g u_s1 (.refclk_l(ref_l), .refclk_r(ref_r), .pclk(apb_clk), .bist_clk(tie0), .scan_clk(tie0), .refclk_cmos(tie0),
                  .jtag_tck(tie0), .pll_en(pll_en), .rx_data(rx1), .tx_data(tx1), .psel(psel), .prdata(prdata[1]), .rx_word(w1));
  io_ring u_io (.ref_l(ref_l), .ref_r(ref_r), .apb_clk(apb_clk), .tie0(tie0), .pll_en(pll_en), .psel(psel), .rx(rx2), .tx(tx2),
                .prdata(prdata[2]), .word(w2));
  bus_ip u_bus (.hclk(hclk), .sel(hsel), .word(w0), .q(q));
endmodule

module chip (ref_l, ref_r, apb_clk, hclk, tie0, pll_en, psel, hsel, rx0, rx1, rx2, tx0, tx1, tx2, prdata, q);
  input ref_l, ref_r, apb_clk, hclk, tie0, pll_en, psel, hsel;
  input [3:0] rx0, rx1, rx2;
  output [3:0] tx0, tx1, tx2;
  output [2:0] prdata;
  output q;
  core_rev2 u_core (.ref_l(ref_l), .ref_r(ref_r), .apb_clk(apb_clk), .hclk(hclk), .tie0(tie0), .pll_en(pll_en), .psel(psel),
                    .hsel(hsel), .rx0(rx0), .rx1(rx1), .rx2(rx2), .tx0(tx0), .tx1(tx1), .tx2(tx2), .prdata(prdata), .q(q));
endmodule
