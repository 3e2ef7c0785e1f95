#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
# Simulates the FIFO with Icarus Verilog, then makes the three reports from what was printed.
set -eu
mkdir reports
iverilog -g2005 -o simulation rtl/fifo.v tb.v
vvp -n simulation >cycles.txt
report() {
  awk -v what="$1" -v execution="$SEALRING_EXECUTION" -v trace="$2" -f check.awk stim/stimulus.hex cycles.txt
}
report trace none >reports/trace.json
trace=$(sha256sum reports/trace.json | cut -c1-64)
report scoreboard "$trace" >reports/scoreboard.json
report coverage "$trace" >reports/coverage.json
