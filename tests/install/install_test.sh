#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
#
# install_test.sh CMAKE BUILD_DIR CXX: installs the build below a path with a space, builds the consumer project against
# that alone, and runs both programs from there.
set -euo pipefail
cmake=$1 build=$2 cxx=$3
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
prefix="$work/installed here"

fail() { echo "install_test: $*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$prefix" >"$work/install.log" || { cat "$work/install.log"; fail "cmake --install failed"; }
[[ -x $prefix/bin/sealring ]] || fail "bin/sealring was not installed"
[[ -f $prefix/include/sealring/core/diagnostics/finding.h ]] || fail "the headers of core were not installed"
[[ -f $prefix/share/doc/sealring/LICENSE ]] || fail "the licence was not installed"

"$cmake" -S "$here/consumer" -B "$work/consumer build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_BUILD_TYPE=Release
"$cmake" --build "$work/consumer build"
said=$("$work/consumer build/consumer")
[[ $said == "0.5 ns" ]] || fail "the consumer printed '$said', expected '0.5 ns'"

# No installed file may point back into the build or source folder.
if grep -rIl -- "$build" "$prefix/lib" "$prefix/include"; then fail "the files above name the build folder"; fi
status=0
"$prefix/bin/sealring" version >"$work/version" || status=$?
[[ $status -eq 0 ]] || fail "the installed program ended with $status on 'version'"
grep -q sealring "$work/version" || fail "the installed program did not say its version: $(cat "$work/version")"
echo "installed, found by another project, linked and run"
