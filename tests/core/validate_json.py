# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The sealring authors
"""Validates the JSON on standard input against the schema file named first; exit status 1 with the reasons if it fails."""

import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    document = json.load(sys.stdin)
    problems = list(jsonschema.Draft7Validator(schema).iter_errors(document))
    for problem in problems:
        print("/".join(str(part) for part in problem.path), problem.message, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
