#!/bin/sh
# Implements one version and prints its row for the table of recorded runs. Usage: timed_version.sh full|reuse FOLDER VERSION
set -e
here=$(cd "$(dirname "$0")" && pwd)
start=$(date +%s.%N)
sh "$here/version.sh" "$1" "$2" 2> /dev/null
end=$(date +%s.%N)
awk "BEGIN { h = ($end - $start) / 3600; printf \"$1,version,$3,place and route,%.9f,%.9f,0,0,passed,\n\", h, h }"
