#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
"""The runner of .test files must fail where it should: each case runs it on a small .test file with a shell script in
the place of sealring."""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FAKE = """#!/bin/sh
case "$1" in
  say) printf '%s\\n' "$2" ;;
  warn) printf '%s\\n' "$2" >&2; exit 1 ;;
  raw) printf '%s' "$2" ;;
  where) pwd ;;
  cat) cat ;;
  write) printf '%s\\n' "$3" > "$2" ;;
  read) cat "$2" ;;
  env) printf '%s\\n' "$FLAVOUR" ;;
esac
"""

# (name, text of the .test file, exit code of the runner)
CASES = [
    ("pass", "RUN: sealring say hello\nEXIT: 0\nOUT:\n| hello\nERR:\n", 0),
    ("out_differs", "RUN: sealring say hello\nEXIT: 0\nOUT:\n| hallo\n", 1),
    ("out_not_empty", "RUN: sealring say hello\nEXIT: 0\nOUT:\n", 1),
    ("exit_differs", "RUN: sealring warn no\nEXIT: 0\n", 1),
    ("exit_and_err", "RUN: sealring warn no\nEXIT: 1\nERR:\n| no\n", 0),
    ("exit_missing", "RUN: sealring warn no\nERR:\n| no\n", 1),
    ("exit_missing_before_run", "RUN: sealring warn no\nRUN: sealring say a\nEXIT: 0\n", 1),
    ("has", "RUN: sealring say 'a b c'\nEXIT: 0\nOUT-HAS: b c\nOUT-NOT: d\nOUT-MATCH: ^a .* c$\n", 0),
    ("has_fails", "RUN: sealring say abc\nEXIT: 0\nOUT-HAS: d\n", 1),
    ("not_fails", "RUN: sealring say abc\nEXIT: 0\nOUT-NOT: b\n", 1),
    ("match_fails", "RUN: sealring say abc\nEXIT: 0\nOUT-MATCH: ^b\n", 1),
    ("err_has_fails", "RUN: sealring warn abc\nEXIT: 1\nERR-HAS: d\n", 1),
    ("no_newline", "RUN: sealring raw abc\nEXIT: 0\nOUT:\n| abc{no newline}\n", 0),
    ("no_newline_differs", "RUN: sealring raw abc\nEXIT: 0\nOUT:\n| abc\n", 1),
    ("stdin", "STDIN:\n| one\n|\n| three\nRUN: sealring cat\nEXIT: 0\nOUT:\n| one\n|\n| three\n", 0),
    ("folder", "RUN: sealring where\nEXIT: 0\nOUT:\n| {cwd}\n", 0),
    ("file", "FILE a/b.txt:\n| x\nRUN: sealring read a/b.txt\nEXIT: 0\nOUT:\n| x\n", 0),
    ("copy", "COPY: copied.txt -> a b/c.txt\nCOPY: copied.txt\nRUN: sealring read 'a b/c.txt'\nEXIT: 0\nOUT:\n| copied\n"
             "RUN: sealring read copied.txt\nEXIT: 0\nOUT:\n| copied\n", 0),
    ("written", "RUN: sealring write w.txt data\nEXIT: 0\nWRITTEN w.txt:\n| data\n", 0),
    ("written_differs", "RUN: sealring write w.txt data\nEXIT: 0\nWRITTEN w.txt:\n| date\n", 1),
    ("written_missing", "RUN: sealring say data\nEXIT: 0\nWRITTEN w.txt:\n| data\n", 1),
    ("no_file", "RUN: sealring say data\nEXIT: 0\nNO-FILE: *.txt\n", 0),
    ("no_file_fails", "RUN: sealring write w.txt data\nEXIT: 0\nNO-FILE: *.txt\n", 1),
    ("env", "ENV: FLAVOUR=sweet\nRUN: sealring env\nEXIT: 0\nOUT:\n| sweet\n", 0),
    ("no_run", "# nothing here\n", 2),
    ("misspelt", "RUN: sealring say a\nEXIT: 0\nOUTT:\n| a\n", 2),
    ("other_program", "RUN: ls\nEXIT: 0\n", 2),
    ("check_before_run", "EXIT: 0\nRUN: sealring say a\n", 2),
]


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        fake = work / "fake"
        fake.write_text(FAKE, encoding="utf-8")
        fake.chmod(0o755)

        (work / "copied.txt").write_text("copied\n", encoding="utf-8")

        def run(path, update):
            env = dict(os.environ, SEALRING_UPDATE_GOLDEN="1" if update else "0")
            return subprocess.run([sys.executable, str(HERE / "run_cli_test.py"), "--binary", str(fake), "--source",
                                   str(work), str(path)], env=env, check=False, capture_output=True, text=True)

        for name, text, expected in CASES:
            path = work / f"{name}.test"
            path.write_text(text, encoding="utf-8")
            done = run(path, False)
            if done.returncode != expected:
                print(f"{name}: the runner ended with {done.returncode}, expected {expected}\n{done.stdout}{done.stderr}")
                wrong += 1
        path = work / "update.test"
        path.write_text("# kept\nRUN: sealring warn no\nEXIT: 0\nOUT:\n| old\nERR:\n| old\n", encoding="utf-8")
        run(path, True)
        if path.read_text(encoding="utf-8") != "# kept\nRUN: sealring warn no\nEXIT: 1\nOUT:\nERR:\n| no\n":
            print(f"update wrote\n{path.read_text(encoding='utf-8')}")
            wrong += 1
        if run(path, False).returncode != 0:
            print("an updated file does not pass")
            wrong += 1
    print(f"{len(CASES) + 2} cases, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
