#!/bin/sh
# One run of the sweep: place and route the module in its region. Called in the folder of the run.
# Usage: flow.sh RUN PBLOCK PLACER ROUTER PERIOD_NS NETLIST
set -e
run=$1 pblock=$2 placer=$3 router=$4 period=$5 netlist=$6
# "LC_X2Y2:LC_X7Y8" -> four numbers
# shellcheck disable=SC2046 # the four numbers are words
set -- $(echo "$pblock" | tr -c '0-9\n' ' ')
cat > region.py <<EOF
ctx.createRectangularRegion("module", $1, $2, $3, $4)
for name, cell in ctx.cells:
    if cell.type == "ICESTORM_LC":
        ctx.constrainCellToRegion(name, "module")
EOF
frequency=$(awk "BEGIN { printf \"%.6f\", 1000 / $period }")
nextpnr-ice40 --hx1k --package tq144 --pcf-allow-unconstrained --json "${netlist%.edf}.json" --pre-place region.py \
  --placer "$placer" --router "$router" --freq "$frequency" --seed 1 --timing-allow-fail \
  --report report.json --log nextpnr.log --asc routed.asc --quiet
icepack routed.asc routed.bin
echo "SEALRING END $run" > end.txt
