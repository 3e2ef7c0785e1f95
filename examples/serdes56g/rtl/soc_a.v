// A small system with one SerDes, made for this example.
module serdes56g (refclk_l, refclk_r, pclk, bist_clk, scan_clk, refclk_cmos, jtag_tck, pll_en,
                  rx_data, tx_data, psel, prdata, rx_word);
  input refclk_l, refclk_r, pclk, bist_clk, scan_clk, refclk_cmos, jtag_tck, pll_en;
  input [3:0] rx_data;
  output [3:0] tx_data;
  input psel;
  output prdata;
  output [3:0] rx_word;
  wire vco, vco_b, tx_clk, rx_clk, tx_clk_n, rx_half, rx_clk_n, sel_q;
  wire [3:0] rx_q, lock;

  // Voltage controlled oscillator and its dividers.
  EX_VCO u_vco (.EN(lock[0]), .CKO(vco));
  EX_BUF u_vcobuf (.A(vco), .Z(vco_b));
  EX_INV u_txinv (.A(tx_clk), .ZN(tx_clk_n));
  EX_DFF u_txdiv (.D(tx_clk_n), .CK(vco_b), .Q(tx_clk));
  EX_AND2 u_rxand (.A1(rx_clk_n), .A2(tx_clk_n), .Z(rx_half));
  EX_INV u_rxinv (.A(rx_clk), .ZN(rx_clk_n));
  EX_DFF u_rxdiv (.D(rx_half), .CK(vco_b), .Q(rx_clk));

  // Lock detection of the two sides.
  EX_DFF u_lock_l (.D(pll_en), .CK(refclk_l), .Q(lock[0]));
  EX_DFF u_lock_r (.D(lock[0]), .CK(refclk_r), .Q(lock[1]));

  // Receive and transmit words.
  EX_DFF u_rx0 (.D(rx_data[0]), .CK(rx_clk), .Q(rx_q[0]));
  EX_DFF u_rx1 (.D(rx_data[1]), .CK(rx_clk), .Q(rx_q[1]));
  EX_DFF u_rx2 (.D(rx_data[2]), .CK(rx_clk), .Q(rx_q[2]));
  EX_DFF u_rx3 (.D(rx_data[3]), .CK(rx_clk), .Q(rx_q[3]));
  assign rx_word = rx_q;
  EX_DFF u_tx0 (.D(rx_q[0]), .CK(tx_clk), .Q(tx_data[0]));
  EX_DFF u_tx1 (.D(rx_q[1]), .CK(tx_clk), .Q(tx_data[1]));
  EX_DFF u_tx2 (.D(rx_q[2]), .CK(tx_clk), .Q(tx_data[2]));
  EX_DFF u_tx3 (.D(rx_q[3]), .CK(tx_clk), .Q(tx_data[3]));

  // Register interface.
  EX_DFF u_sel (.D(psel), .CK(pclk), .Q(sel_q));
  EX_DFF u_rd (.D(sel_q), .CK(pclk), .Q(prdata));
endmodule

module core_a (ref_l, ref_r, apb_clk, tie0, pll_en, rx, tx, psel, prdata, word);
  input ref_l, ref_r, apb_clk, tie0, pll_en, psel;
  input [3:0] rx;
  output [3:0] tx, word;
  output prdata;
  serdes56g u_serdes0 (.refclk_l(ref_l), .refclk_r(ref_r), .pclk(apb_clk), .bist_clk(tie0), .scan_clk(tie0),
                       .refclk_cmos(tie0), .jtag_tck(tie0), .pll_en(pll_en), .rx_data(rx), .tx_data(tx),
                       .psel(psel), .prdata(prdata), .rx_word(word));
endmodule

module soc_a (ref_l, ref_r, apb_clk, tie0, pll_en, rx, tx, psel, prdata, word);
  input ref_l, ref_r, apb_clk, tie0, pll_en, psel;
  input [3:0] rx;
  output [3:0] tx, word;
  output prdata;
  wire apb_b;
  EX_BUF u_apbbuf (.A(apb_clk), .Z(apb_b));
  core_a u_core (.ref_l(ref_l), .ref_r(ref_r), .apb_clk(apb_b), .tie0(tie0), .pll_en(pll_en), .rx(rx), .tx(tx),
                 .psel(psel), .prdata(prdata), .word(word));
endmodule
