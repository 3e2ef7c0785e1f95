#!/bin/sh
# Synthesises the module and the design with yosys. Usage: prepare.sh FOLDER
set -e
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
yosys -q -p "read_verilog $here/filter.v; synth_ice40 -top filter -json filter.json; write_edif filter.edf" > yosys_filter.txt
yosys -q -p "read_verilog $here/filter.v $here/chain.v; synth_ice40 -top chain -json chain.json" > yosys_chain.txt
