#!/usr/bin/env python3
"""Expands the repeated parts of a test. The lines between

    ; FOR n IN first..last
    ; END

are written for each number from first to last (both included), with {n}, {n-1}, {n+2} and so on replaced.
Lines with checks or commands are omitted, because FileCheck reads them in the original file.

Usage: expand.py FILE. Writes to standard output.
"""
import re
import sys

START = re.compile(r"; FOR (\w+) IN (\d+)\.\.(\d+)$")


def repeat(lines, name, first, last):
    pattern = re.compile(r"\{" + name + r"([+-]\d+)?\}")
    for number in range(first, last + 1):
        for line in lines:
            yield pattern.sub(lambda match: str(number + int(match[1] or 0)), line)


def expand(lines):
    lines = iter(lines)
    for line in lines:
        start = START.match(line)
        if not start:
            yield line
            continue
        body = []
        for inner in lines:
            if inner == "; END":
                break
            body.append(inner)
        else:
            raise SystemExit("FOR without END")
        yield from repeat(body, start[1], int(start[2]), int(start[3]))


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in expand(file.read().splitlines()):
            if not line.startswith(("; CHECK", "; RUN")):
                print(line)
