#!/usr/bin/env python3
"""Tests bisect_passes.py on a command that obeys LANEWISE_PASSES as the driver does."""
import pathlib
import subprocess
import sys
import tempfile

BISECT = pathlib.Path(__file__).with_name("bisect_passes.py")

# A program of two kernels. It fails if pass `five`, the fifth of kernel `b`, runs.
PROGRAM = """
import os, sys
names = ["one", "two", "three", "four", "five", "six", "seven"]
items, _, kernel = os.environ["LANEWISE_PASSES"].partition("@")
ran = {}
for name in ["a", "b"]:
    limit, without = 1000, []
    for item in items.split(",") if kernel in ("", name) else []:
        if item.startswith("-"): without.append(item[1:])
        else: limit = int(item)
    asked = [each for each in names if each not in without]
    ran[name] = asked[:limit]
    if kernel in ("", name):
        print(f"lanewise: kernel '{name}': {len(ran[name])} of {len(asked)} executions of optional passes ran"
              + (f"; the last one was {ran[name][-1]}" if ran[name] else ""), file=sys.stderr)
sys.exit("five" in ran["b"])
"""


def output_of(program, *arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(program)
        file.flush()
        result = subprocess.run([sys.executable, BISECT, *arguments, sys.executable, file.name], capture_output=True, text=True)
    return result.returncode, result.stdout


def main():
    code, text = output_of(PROGRAM)
    assert code == 0 and "execution 5 of kernel b makes the command fail: five\nLANEWISE_PASSES=-five@b succeeds" in text, text
    code, text = output_of(PROGRAM, "--kernel", "b")
    assert code == 0 and "execution 5 of kernel b" in text and "@a" not in text, text
    code, text = output_of(PROGRAM.replace('"five" in ran["b"]', "False"))
    assert code == 1 and "nothing to find" in text, text
    code, text = output_of(PROGRAM.replace('"five" in ran["b"]', "True"))
    assert code == 1 and "without optional passes, too" in text, text
    code, text = output_of("raise SystemExit(1)")
    assert code == 1 and "told of no kernel" in text, text


if __name__ == "__main__":
    main()
