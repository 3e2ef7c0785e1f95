#!/bin/sh
# Implements one version of the design, in full or with each filter in its own region. Usage: version.sh full|reuse FOLDER
set -e
mkdir -p "$2/$1"
cd "$2"
case $1 in
  full) region= ;;
  reuse)
    cat > reuse/regions.py <<'EOF'
regions = [(1 + 3 * (i % 4) + (1 if i % 4 >= 1 else 0) + (1 if i % 4 >= 3 else 0), 1 + 8 * (i // 4)) for i in range(8)]
for i, (x, y) in enumerate(regions):
    ctx.createRectangularRegion("f%d" % i, x, y, x + 1, y + 7)
for name, cell in ctx.cells:
    for i in range(8):
        if cell.type == "ICESTORM_LC" and name.startswith("stage[%d]" % i):
            ctx.constrainCellToRegion(name, "f%d" % i)
EOF
    region="--pre-place reuse/regions.py" ;;
esac
# shellcheck disable=SC2086 # an option with its value, or nothing
nextpnr-ice40 --hx1k --package tq144 --pcf-allow-unconstrained --json chain.json $region --freq 100 --seed 1 \
  --report "$1/report.json" --log "$1/nextpnr.log" --asc "$1/routed.asc" --quiet
icepack "$1/routed.asc" "$1/routed.bin"
