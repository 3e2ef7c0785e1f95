#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
"""Checks the rules of docs/architecture.md that a compiler does not: which way includes point, where heavy headers
and printing may stand, the size of files, the folders there are. With --self-test each rule is broken once in a copy
of the tree, and the check has to find it."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MODULES = ["sdcgen", "stack3d", "esd", "manifest", "rapidwright_bridge"]
PRODUCT = ["core", "cli"] + MODULES
TOP_FOLDERS = set(PRODUCT + ["tests", "docs", "examples", "cmake", ".ci"])
HEAVY = ["CLI/", "nlohmann/json.hpp", "yaml-cpp/", "sqlite3.h", "Eigen/", "eigen3/", "cholmod.h", "suitesparse/",
         "pugixml.hpp", "clang-c/"]
MAX_LINES = 500
CODE = {".h", ".cpp"}
SIZED = CODE | {".py", ".sh"}
TEXT = SIZED | {".md", ".txt", ".cmake", ".yaml", ".json", ".test"}
CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.M)

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
PRINTS = re.compile(r"\bstd::(?:cout|cerr|clog)\b|(?<![\w.>])(?:std::)?(?:printf|fprintf|vprintf|puts|putchar|fputs)\s*\("
                    r"|\bfmt::print(?:ln)?\s*\(")
VAGUE = {"util", "utils", "common", "misc", "helpers"}
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b|\bGTEST_" r"SKIP\b|\bDIS" r"ABLED_\w")


def tracked_files(root):
    """Files of the project relative to `root`: what git knows or would add, else everything but build results."""
    try:
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                check=True, capture_output=True).stdout.decode().split("\0")
        top = subprocess.run(["git", "-C", str(root), "rev-parse", "--show-toplevel"], check=True,
                             capture_output=True).stdout.decode().strip()
        if pathlib.Path(top).resolve() == root.resolve():
            return sorted(f for f in listed if f and (root / f).is_file())
    except (OSError, subprocess.CalledProcessError):
        pass
    found = []
    for folder, folders, files in os.walk(root):
        here = pathlib.Path(folder).relative_to(root)
        if here == pathlib.Path("."):
            folders[:] = [f for f in folders if f not in {"build", "out", ".git", ".sealring"}]
        found += [str(here / name) for name in files]
    return sorted(found)


def may_include(module, header):
    """Why a file of `module` must not include `header` (a path of this project), or None."""
    parts = header.split("/")
    target = parts[0]
    if target == module:
        return None
    if target == "core":
        return None
    if module == "core":
        return "core includes nothing but core"
    if target == "cli":
        return "nothing includes cli but cli"
    if module == "cli":
        if len(parts) > 2:
            return f"subfolders of {target} are private to it"
        return None
    if module == "esd" and header == "stack3d/stack.h":
        return None
    return f"{module} must not include {target}; modules meet only in cli"


def check_code(path, text, report):
    """Rules on the lines of one source file."""
    module = path.split("/")[0]
    product = module in PRODUCT
    prints = product and module != "cli" and not path.startswith("core/report/")
    lines = text.split("\n")
    if "SPDX-License-Identifier: GPL-3.0-or-later" not in "\n".join(lines[:3]):
        report(path, 1, "spdx", "the two licence lines are missing")
    if path.endswith(".h") and not re.search(r"^#pragma once$", text, re.M):
        report(path, 1, "guard", "no #pragma once")
    for number, line in enumerate(lines, 1):
        include = INCLUDE.match(line)
        if include:
            header = include.group(2)
            if product and path.endswith(".h") and any(header.startswith(heavy) for heavy in HEAVY):
                report(path, number, "heavy-header", f"'{header}' in a header slows every file that includes it")
            if product and header.split("/")[0] in PRODUCT:
                why = may_include(module, header)
                if why:
                    report(path, number, "arrow", f"includes '{header}': {why}")
            if product and header.split("/")[0] == "tests":
                report(path, number, "arrow", f"includes '{header}': the program does not depend on its tests")
            continue
        code = line.split("//")[0]
        if prints and PRINTS.search(code):
            report(path, number, "printing", "only cli and core/report write to the standard streams")
        if UNFINISHED.search(line):
            report(path, number, "unfinished", "an unfinished or switched-off place")


def check_tree(root):
    """All violations below `root` as (path, line, rule, text)."""
    found = []

    def report(path, line, rule, text):
        found.append((path, line, rule, text))

    files = tracked_files(root)
    if not any(f.startswith("core/") for f in files):
        report(".", 0, "empty", f"no sources found below {root}")
    for path in files:
        parts = path.split("/")
        if len(parts) > 1 and parts[0] not in TOP_FOLDERS:
            report(path, 0, "top-folder", f"'{parts[0]}' is not one of the folders of this project")
        for folder in parts[:-1]:
            if folder in VAGUE:
                report(path, 0, "vague-folder", f"'{folder}' does not say what it holds")
        suffix = pathlib.PurePath(path).suffix
        if suffix in TEXT and CONFLICT.search((root / path).read_text(encoding="utf-8", errors="replace")):
            report(path, 0, "conflict", "a merge conflict is not resolved")
        if suffix not in SIZED:
            continue
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        count = text.count("\n")
        if count > MAX_LINES:
            report(path, count, "size", f"{count} lines, the limit is {MAX_LINES}")
        if suffix in CODE:
            check_code(path, text, report)
    for module in PRODUCT:
        if not (root / module / "README.md").is_file():
            report(module, 0, "readme", f"{module} has no README.md")
    return found


def seeds():
    """One violation per rule: (rule, file, text appended)."""
    head = "// SPDX-License-Identifier: GPL-3.0-or-later\n// Copyright The sealring authors\n"
    return [
        ("arrow", "core/files/seed.cpp", head + '#include "esd/codes.h"\n'),
        ("arrow", "manifest/seed.cpp", head + '#include "sdcgen/codes.h"\n'),
        ("arrow", "stack3d/seed.cpp", head + '#include "cli/verb.h"\n'),
        ("arrow", "esd/seed.cpp", head + '#include "stack3d/codes.h"\n'),
        ("arrow", "cli/seed.cpp", head + '#include "esd/rules/seed.h"\n'),
        ("arrow", "sdcgen/seed.cpp", head + '#include "tests/support/soak.h"\n'),
        ("heavy-header", "core/files/seed.h", head + "#pragma once\n#include <yaml-cpp/yaml.h>\n"),
        ("heavy-header", "cli/seed.h", head + "#pragma once\n#include <CLI/CLI.hpp>\n"),
        ("heavy-header", "core/report/seed.h", head + "#pragma once\n#include <nlohmann/json.hpp>\n"),
        ("printing", "esd/seed.cpp", head + 'void f() { std::cout << "x"; }\n'),
        ("printing", "core/units/seed.cpp", head + 'void f() { printf("x"); }\n'),
        ("printing", "sdcgen/seed.cpp", head + 'void f() { std::fputs("x", stderr); }\n'),
        ("size", "manifest/seed.cpp", head + "int x;\n" * MAX_LINES),
        ("size", "tests/esd/seed_test.cpp", head + "int x;\n" * MAX_LINES),
        ("top-folder", "library/seed.cpp", head),
        ("vague-folder", "esd/util/seed.cpp", head),
        ("unfinished", "esd/seed.cpp", head + "// TO" "DO later\n"),
        ("unfinished", "tests/esd/seed_test.cpp", head + "TEST(A, DIS" "ABLED_b) {}\n"),
        ("guard", "esd/seed.h", head + "int x;\n"),
        ("spdx", "esd/seed.cpp", "int x;\n"),
        ("conflict", "docs/seed.md", "<" * 7 + " HEAD\n"),
    ]


def allowed():
    """Things that look like violations and are none: (file, text)."""
    head = "// SPDX-License-Identifier: GPL-3.0-or-later\n// Copyright The sealring authors\n"
    return [
        ("esd/seed.cpp", head + '#include "stack3d/stack.h"\n'),
        ("core/report/seed.cpp", head + 'void f() { std::fputs("x", stdout); }\n'),
        ("core/report/seed.h", head + "#pragma once\n#include <nlohmann/json_fwd.hpp>\n"),
        ("esd/rules/seed.cpp", head + '#include "esd/rules/seed.h"\nvoid f() { std::snprintf(b, n, "x"); }\n'),
        ("sdcgen/seed.cpp", head + "// std::cout is not used here\nvoid f() { sink.printf(1); }\n"),
        ("tests/esd/seed_test.cpp", head + '#include "esd/rules/seed.h"\n#include "stack3d/codes.h"\n'),
        ("manifest/seed.cpp", head + "int x;\n" * (MAX_LINES - 2)),
    ]


def self_test(root):
    """Breaks each rule in a copy; returns the number of seeds that were judged wrongly."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy"
        for path in tracked_files(root):
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, copy / path)
        before = set(check_tree(copy))

        def new_rules(path, text):
            target = copy / path
            made = [p for p in target.parents if not p.exists()]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            rules = {rule for (_, _, rule, _) in set(check_tree(copy)) - before}
            target.unlink()
            for parent in made:
                parent.rmdir()
            return rules

        for rule, path, text in seeds():
            rules = new_rules(path, text)
            if rule not in rules:
                print(f"self-test: the seeded '{rule}' in {path} was not found")
                wrong += 1
        for path, text in allowed():
            rules = new_rules(path, text)
            if rules:
                print(f"self-test: {path} is allowed, but {sorted(rules)} was reported")
                wrong += 1
        readme = copy / "core" / "README.md"
        kept = readme.read_text(encoding="utf-8") if readme.exists() else ""
        if readme.exists():
            readme.unlink()
        if "readme" not in {rule for (path, _, rule, _) in check_tree(copy) if path == "core"}:
            print("self-test: the missing core/README.md was not found")
            wrong += 1
        readme.write_text(kept, encoding="utf-8")
    print(f"self-test: {len(seeds()) + len(allowed()) + 1} seeds, {wrong} judged wrongly")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    root = options.source.resolve()
    if options.self_test:
        return 1 if self_test(root) else 0
    found = check_tree(root)
    for path, line, rule, text in found:
        print(f"{path}:{line}: {text} [{rule}]")
    print(f"layering: {len(tracked_files(root))} files, {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
