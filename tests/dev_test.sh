#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
#
# dev_test.sh SOURCE: the set-up of ./dev with dpkg-query, apt-get and id replaced by scripts that play each kind of
# machine, in a copy below a path with a blank.
set -euo pipefail
source_dir=$1
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -p "$work/a copy" "$work/bin"
cp -- "$source_dir/dev" "$work/a copy/dev"
failed=0

# What the replaced programs do: dpkg-query knows every package asked for but those in $MISSING; apt-get writes down how
# it was called, and "installs" by emptying the list; id says who we are.
cat >"$work/bin/dpkg-query" <<'FAKE'
#!/bin/bash
for word in "$@"; do
  case "$word" in -*) continue ;; esac
  grep -qxF -- "$word" "$STATE/missing" || printf '%s installed\n' "$word"
done
FAKE
cat >"$work/bin/apt-get" <<'FAKE'
#!/bin/bash
printf '%s %s\n' "${DEBIAN_FRONTEND:-interactive}" "$*" >>"$STATE/apt"
[[ -e $STATE/broken ]] && exit 100
case "$*" in *install*) : >"$STATE/missing" ;; esac
exit 0
FAKE
cat >"$work/bin/id" <<'FAKE'
#!/bin/bash
echo "$WHO"
FAKE
chmod +x "$work/bin/"*

# run WHO MISSING-PACKAGES ARGUMENT...: leaves output in $work/out, exit status in $status, apt-get's calls in $work/apt
run() {
  local who=$1
  printf '%s\n' "$2" | tr ' ' '\n' >"$work/missing"
  shift 2
  rm -f -- "$work/apt"
  status=0
  (cd / && STATE="$work" WHO="$who" PATH="$work/bin:$PATH" "$work/a copy/dev" "$@" >"$work/out" 2>&1 </dev/null) || status=$?
}

expect() {
  local what=$1
  shift
  if ! "$@"; then
    echo "dev_test: $what; exit status $status, output:"
    cat "$work/out"
    [[ ! -e $work/apt ]] || { echo "apt-get was called:"; cat "$work/apt"; }
    failed=$((failed + 1))
  fi
}
said() { grep -qF -- "$1" "$work/out"; }
no_apt() { [[ ! -e $work/apt ]]; }
ended() { [[ $status -eq $1 ]]; }

run 0 '' help
expect 'help works' ended 0
expect 'help names the verbs' said 'demo'
run 0 '' nonsense
expect 'an unknown verb is an error' ended 2
expect 'an unknown verb is named' said "no verb 'nonsense'"
run 0 '' setup nonsense
expect 'an unknown package set is an error' ended 2
run 0 '' test --nonsense
expect 'an unknown option of test is an error' ended 2
run 0 '' fuzz ten
expect 'fuzz takes a number' ended 2

run 0 '' setup all
expect 'nothing missing, as root: works' ended 0
expect 'nothing missing, as root: apt-get is not called' no_apt
run 1000 '' setup all
expect 'nothing missing, not root: works' ended 0

run 1000 'opensta ninja-build' setup demo
expect 'missing and not root: an error' ended 2
expect 'missing and not root: exactly these are named' said '2 packages are missing: ninja-build opensta'
expect 'missing and not root: the command is given' \
  said 'apt-get update && apt-get install -y --no-install-recommends ninja-build opensta'
expect 'missing and not root: apt-get is not called' no_apt

run 0 'opensta ninja-build' setup demo
expect 'missing and root: works' ended 0
expect 'missing and root: installed without questions' \
  grep -qE '^noninteractive .*install --no-install-recommends ninja-build opensta$' "$work/apt"
run 0 'opensta' setup build
expect 'a package of another set is not installed' no_apt

touch "$work/broken"
run 0 'opensta' setup demo
expect 'apt-get fails: an error' ended 2
expect 'apt-get fails: the package is named' said 'could not install: opensta'

[[ $failed -eq 0 ]] || exit 1
echo "set-up: every kind of machine answered as it should"
