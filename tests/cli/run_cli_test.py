#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
"""Runs one .test file against the sealring program and compares exit code, standard output, standard error and written
files. With SEALRING_UPDATE_GOLDEN=1 the expected blocks are rewritten instead. The form is in tests/README.md."""

import argparse
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ONE_LINE = {"RUN", "EXIT", "COPY", "ENV", "OUT-HAS", "OUT-NOT", "OUT-MATCH", "ERR-HAS", "ERR-NOT", "ERR-MATCH",
            "NO-FILE"}
BLOCK = {"FILE", "STDIN", "OUT", "ERR", "WRITTEN"}
DIRECTIVE = re.compile(r"^([A-Z][A-Z-]*)(?: ([^:]+))?:(?: (.*))?$")
SECONDS = 120


class Broken(Exception):
    """The .test file itself is wrong."""


class Item:
    """One directive: keyword, argument, text and the line it stands on; a block's text has its '| ' removed."""

    def __init__(self, keyword, argument, text, line):
        self.keyword, self.argument, self.text, self.line = keyword, argument, text, line


def parse(path):
    """The directives of a file in order; comments and empty lines are kept as items for rewriting."""
    items = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if raw.startswith("|"):
            if not items or items[-1].keyword not in BLOCK:
                raise Broken(f"{path}:{number}: a '|' line stands only after {sorted(BLOCK)}")
            items[-1].text += (raw[2:] if raw.startswith("| ") else raw[1:]) + "\n"
            continue
        if raw == "" or raw.startswith("#"):
            items.append(Item("#", None, raw, number))
            continue
        match = DIRECTIVE.match(raw)
        if not match or match.group(1) not in ONE_LINE | BLOCK:
            raise Broken(f"{path}:{number}: '{raw}' is no directive; see tests/README.md")
        keyword, argument, text = match.groups()
        if (argument is None) == (keyword in {"FILE", "WRITTEN"}):
            raise Broken(f"{path}:{number}: {keyword} {'needs' if argument is None else 'takes no'} file name")
        if (keyword in BLOCK) == bool(text):
            raise Broken(f"{path}:{number}: what {keyword} holds stands {'below it' if keyword in BLOCK else 'behind it'}")
        items.append(Item(keyword, argument, text or "", number))
    if not any(item.keyword == "RUN" for item in items):
        raise Broken(f"{path}: there is no RUN")
    return items


def as_block(text):
    """Text as lines of a block; a missing newline at the end is shown, so that it is part of what is compared."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines[-1] += "{no newline}"
    return "".join(("| " + line if line else "|") + "\n" for line in lines)


class Case:
    def __init__(self, path, binary, source, work):
        self.path, self.binary, self.source, self.work = path, binary, source, work
        self.problems = []
        self.out = self.err = None
        self.code = None
        self.checked_exit = True
        self.env = {"PATH": os.environ.get("PATH", ""), "HOME": str(work / "home"), "LC_ALL": "C.UTF-8", "TERM": "dumb",
                    "SOURCE_DATE_EPOCH": "1700000000"}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.env[name] = os.environ[name]
        self.stdin = ""

    def fail(self, item, text):
        self.problems.append(f"{self.path.name}:{item.line}: {text}")

    def neutral(self, text):
        """Output without the folders of this machine."""
        for folder, name in ((str(self.work / "cwd"), "{cwd}"), (str(self.source), "{source}")):
            text = text.replace(folder, name)
        return text

    def run(self, item):
        if not self.checked_exit:
            self.fail(item, "the run before this one has no EXIT")
        words = shlex.split(item.text.replace("{source}", str(self.source)))
        if not words or words[0] != "sealring":
            raise Broken(f"{self.path}:{item.line}: RUN starts with 'sealring'")
        done = subprocess.run([str(self.binary)] + words[1:], cwd=self.work / "cwd", env=self.env, check=False,
                              input=self.stdin.encode(), capture_output=True, timeout=SECONDS)
        self.stdin = ""
        self.code = done.returncode
        self.out = self.neutral(done.stdout.decode("utf-8", "backslashreplace"))
        self.err = self.neutral(done.stderr.decode("utf-8", "backslashreplace"))
        self.checked_exit = False

    def stream(self, keyword):
        return self.out if keyword.startswith("OUT") else self.err

    def compare(self, item, actual):
        expected, actual = as_block(item.text), as_block(actual)
        if expected == actual:
            return
        what = item.keyword + (f" {item.argument}" if item.argument else "")
        self.fail(item, f"{what} differs (- expected, + actual)\n" + "".join(
            difflib.unified_diff(expected.splitlines(True), actual.splitlines(True), "expected", "actual", n=3)))

    def check_text(self, item):
        """OUT-HAS, OUT-NOT, OUT-MATCH and the same for ERR."""
        text = self.stream(item.keyword)
        kind = item.keyword.split("-")[1]
        held = bool(re.search(item.text, text, re.M)) if kind == "MATCH" else item.text in text
        if held != (kind != "NOT"):
            self.fail(item, f"{item.keyword}: {item.text}\n--- the stream was\n{text}")

    def step(self, item, update):
        """Carries out one directive; with `update` blocks take the actual text. Returns nothing."""
        keyword = item.keyword
        target = self.work / "cwd" / item.argument if item.argument else None
        if keyword in {"EXIT", "OUT", "ERR"} or "-" in keyword and keyword != "NO-FILE":
            if self.code is None:
                raise Broken(f"{self.path}:{item.line}: {keyword} before the first RUN")
        if keyword == "RUN":
            self.run(item)
        elif keyword == "EXIT":
            self.checked_exit = True
            if update:
                item.text = str(self.code)
            elif str(self.code) != item.text:
                self.fail(item, f"exit code {self.code}, expected {item.text}\n--- stdout\n{self.out}--- stderr\n{self.err}")
        elif keyword in {"OUT", "ERR"}:
            if update:
                item.text = self.stream(keyword)
            else:
                self.compare(item, self.stream(keyword))
        elif keyword == "WRITTEN":
            if not target.is_file():
                self.fail(item, f"{item.argument} was not written")
                return
            actual = self.neutral(target.read_text(encoding="utf-8", errors="backslashreplace"))
            if update:
                item.text = actual
            else:
                self.compare(item, actual)
        elif keyword == "NO-FILE":
            if list((self.work / "cwd").glob(item.text)):
                self.fail(item, f"{item.text} exists")
        elif keyword == "FILE":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(re.sub(r"\{no newline\}\n$", "", item.text), encoding="utf-8")
        elif keyword == "COPY":
            name, _, wanted = item.text.partition(" -> ")
            origin = self.source / name
            place = self.work / "cwd" / (wanted or origin.name)
            place.parent.mkdir(parents=True, exist_ok=True)
            if origin.is_dir():
                shutil.copytree(origin, place)
            else:
                shutil.copyfile(origin, place)
        elif keyword == "ENV":
            name, _, value = item.text.partition("=")
            self.env[name] = value
        elif keyword == "STDIN":
            self.stdin = item.text
        elif keyword != "#":
            self.check_text(item)


def rewrite(path, items):
    lines = []
    for item in items:
        if item.keyword == "#":
            lines.append(item.text + "\n")
        elif item.keyword in BLOCK:
            lines.append(item.keyword + (f" {item.argument}" if item.argument else "") + ":\n")
            lines.append(as_block(item.text))
        else:
            lines.append(f"{item.keyword}: {item.text}\n")
    path.write_text("".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("test", type=pathlib.Path)
    options = parser.parse_args()
    update = os.environ.get("SEALRING_UPDATE_GOLDEN") == "1"
    try:
        items = parse(options.test)
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder).resolve()
            (work / "cwd").mkdir()
            (work / "home").mkdir()
            case = Case(options.test, options.binary.resolve(), options.source.resolve(), work)
            for item in items:
                case.step(item, update)
            if not case.checked_exit:
                case.problems.append(f"{options.test.name}: the last run has no EXIT")
    except Broken as broken:
        print(broken)
        return 2
    except subprocess.TimeoutExpired:
        print(f"{options.test.name}: no end after {SECONDS} s")
        return 1
    if update:
        rewrite(options.test, items)
    for problem in case.problems:
        print(problem)
    print(f"{options.test.name}: {sum(i.keyword == 'RUN' for i in items)} runs, {len(case.problems)} problems")
    return 1 if case.problems else 0


if __name__ == "__main__":
    sys.exit(main())
