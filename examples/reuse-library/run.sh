#!/bin/sh
# Runs the whole example in a folder of its own. Usage: run.sh [SEALRING [FOLDER]]
set -e
here=$(cd "$(dirname "$0")" && pwd)
sealring=${1:-sealring}
work=${2:-$(mktemp -d)}
mkdir -p "$work"
cp -r "$here/." "$work"
cd "$work"

echo "== a sweep, taken from a record"
"$sealring" reuse sweep sweep.yaml --out-dir runs --recorded recorded --library modules.db --runs-csv runs.csv
"$sealring" reuse check runs/Default_Explore_0.000_pblock0 --out-of-context
"$sealring" reuse show core --library modules.db

echo "== the same with yosys, nextpnr and icepack"
cd ice40
sh prepare.sh build
"$sealring" reuse sweep sweep.yaml --out-dir runs --library modules.db --runs-csv sweep.csv
"$sealring" reuse list --library modules.db
"$sealring" reuse show filter --library modules.db
cp sweep.csv runs.csv
sh timed_version.sh full build 1 >> runs.csv
sh timed_version.sh reuse build 1 >> runs.csv
"$sealring" reuse check build/full --ignore RWB-0202,RWB-0211 || true
"$sealring" reuse cost cost.yaml

echo "== when the PicoBlaze array pays"
cd ..
"$sealring" reuse cost picoblaze.yaml --svg picoblaze.svg
