#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
"""Every code the program knows is documented, in order, used by its module and triggered by a test that names it.
With --self-test each of these rules is broken once and has to be found."""

import argparse
import copy
import json
import pathlib
import re
import subprocess
import sys

PREFIX = {"core": "IO", "cli": "CLI", "sdcgen": "SDC", "stack3d": "STK", "esd": "ESD", "manifest": "MAN",
          "rapidwright_bridge": "RWB"}
ID = re.compile(r"^[A-Z]{2,3}-\d{4}$")
SLUG = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
DEFINITION = re.compile(r"\bconstexpr\s+(?:core::)?Code\s+(k\w+)\s*\{(.*?)\n\};", re.S)
WORDS = {"severity": {"note", "warning", "error"}, "class": {"design", "input"},
         "owner": {"spec", "config", "design", "timing", "dft", "package", "process", "tool"}}
TEXTS = ["means", "matters", "fix", "example"]


def definitions(source):
    """Codes as the headers define them: id -> (file, constant)."""
    found = {}
    for module in PREFIX:
        for path in sorted((source / module).rglob("*.h")):
            for constant, body in DEFINITION.findall(path.read_text(encoding="utf-8")):
                code_id = re.search(r'\.id\s*=\s*"([^"]*)"', body)
                found[code_id.group(1) if code_id else constant] = (path.relative_to(source).as_posix(), constant)
    return found


def product_uses(source):
    """Every k-constant, and every id in quotes, that the program's sources name outside the tables of codes."""
    used = set()
    for module in PREFIX:
        for path in sorted((source / module).rglob("*")):
            if path.suffix not in {".cpp", ".h"} or not path.is_file():
                continue
            text = path.read_text(encoding="utf-8")
            text = DEFINITION.sub("", text)
            # A table lists addresses: `&kName`, also `&codes::kName`.
            text = re.sub(r"&\s*(?:\w+::)*k[A-Z]\w*\s*[,}]", "", text)
            used |= set(re.findall(r"\bk[A-Z]\w*", text)) | set(re.findall(r'"([A-Z]{2,3}-\d{4})"', text))
    return used


def named_in_tests(source):
    """Every code id that a test names."""
    named = set()
    for path in sorted((source / "tests").rglob("*")):
        if path.suffix in {".cpp", ".h", ".test", ".py"} and path.name != "codes_test.py" and path.is_file():
            named |= set(re.findall(r"\b[A-Z]{2,3}-\d{4}\b", path.read_text(encoding="utf-8", errors="replace")))
    return named


def judge(codes, defined, used, named):
    """What is wrong, one line each."""
    wrong = []
    if not codes:
        wrong.append("the program knows no code at all")
    seen_ids, seen_slugs, last = set(), set(), {}
    for code in codes:
        code_id = code.get("id", "")
        if not ID.match(code_id):
            wrong.append(f"{code_id!r} has not the form ABC-1234")
            continue
        prefix = code_id.split("-")[0]
        if code_id in seen_ids:
            wrong.append(f"{code_id} stands twice")
        if code.get("slug") in seen_slugs:
            wrong.append(f"{code_id}: slug '{code.get('slug')}' stands twice")
        if not SLUG.match(code.get("slug", "")):
            wrong.append(f"{code_id}: slug '{code.get('slug')}' is not in kebab-case")
        if last.get(prefix, "") > code_id:
            wrong.append(f"{code_id} stands after {last[prefix]}")
        seen_ids.add(code_id)
        seen_slugs.add(code.get("slug"))
        last[prefix] = max(last.get(prefix, ""), code_id)
        for key, words in WORDS.items():
            if code.get(key) not in words:
                wrong.append(f"{code_id}: {key} is '{code.get(key)}'")
        for key in TEXTS:
            if not code.get(key, "").strip():
                wrong.append(f"{code_id}: '{key}' is empty")
        if code_id not in defined:
            wrong.append(f"{code_id}: no header defines it")
        else:
            path, constant = defined[code_id]
            if PREFIX[path.split("/")[0]] != prefix:
                wrong.append(f"{code_id}: defined in {path}, whose codes start with {PREFIX[path.split('/')[0]]}-")
            if constant not in used and code_id not in used:
                wrong.append(f"{code_id}: nothing in the program reports {constant} of {path}")
        if code_id not in named:
            wrong.append(f"{code_id} ({code.get('slug')}): no test names it")
    for code_id, (path, constant) in defined.items():
        if code_id not in seen_ids:
            wrong.append(f"{code_id}: {constant} of {path} is in no table, so `explain` does not know it")
    return wrong


def self_test(codes, defined, used, named):
    """Breaks each rule once; returns how many breaks were not found."""
    # A sound world to start from, whatever the state of the real one: the real codes with their real definitions.
    codes = [c for c in codes if c["id"] in defined]
    defined = {c["id"]: defined[c["id"]] for c in codes}
    used = {constant for _, constant in defined.values()}
    named = set(defined)
    wrong = 0

    def expect(what, change, text):
        nonlocal wrong
        world = copy.deepcopy([codes, defined, used, named])
        change(*world)
        if not any(text in line for line in judge(*world)):
            print(f"self-test: {what} was not found")
            wrong += 1

    if len(codes) < 3 or judge(codes, defined, used, named):
        print("self-test: the real table is not sound enough to start from")
        return 1
    first, second = codes[0]["id"], codes[1]["id"]
    expect("an empty table", lambda c, d, u, n: c.clear(), "no code at all")
    expect("a duplicate id", lambda c, d, u, n: c.append(dict(c[0])), f"{first} stands twice")
    expect("a duplicate slug", lambda c, d, u, n: c[1].update(slug=c[0]["slug"]), "slug")
    expect("a wrong order", lambda c, d, u, n: c.insert(0, c.pop(1)), f"{first} stands after {second}")
    for key in TEXTS:
        expect(f"an empty {key}", lambda c, d, u, n, key=key: c[0].update({key: " "}), f"{first}: '{key}' is empty")
    expect("an unknown owner", lambda c, d, u, n: c[0].update(owner="nobody"), "owner is 'nobody'")
    expect("a malformed id", lambda c, d, u, n: c[0].update(id="X1"), "has not the form")
    expect("a wrong prefix", lambda c, d, u, n: d.update({first: ("esd/codes.h" if not first.startswith("ESD")
                                                                 else "core/codes.h", d[first][1])}), "whose codes start")
    expect("an unused code", lambda c, d, u, n: u.discard(d[first][1]), f"{first}: nothing in the program")
    expect("an untested code", lambda c, d, u, n: n.discard(first), "no test names it")
    expect("a code outside every table", lambda c, d, u, n: c.pop(0), "is in no table")
    print(f"self-test: {wrong} breaks not found")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    told = subprocess.run([str(options.binary), "explain", "--all", "--format", "json"], check=False,
                          capture_output=True, text=True)
    if told.returncode != 0:
        print(f"`explain --all --format json` ended with {told.returncode}: {told.stderr}")
        return 1
    codes = json.loads(told.stdout)["codes"]
    world = [codes, definitions(options.source), product_uses(options.source), named_in_tests(options.source)]
    if options.self_test:
        return 1 if self_test(*world) else 0
    wrong = judge(*world)
    for line in wrong:
        print(line)
    print(f"{len(codes)} codes, {len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
