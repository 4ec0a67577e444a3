#!/usr/bin/env python3
"""Checks the names of all tests: short enough that ctest's lines fit 120 columns, and the same in every run.

Usage: check_test_names.py CTEST BUILD_FOLDER. Prints every bad name; the exit code is 1 when there is one.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

LONGEST = 72  # ctest prints number, result and time beside the name: about 46 characters
GOOD = re.compile(r"[A-Za-z0-9_./-]+(<[a-z ]+>)?$")  # a type may follow


def bad_names(names):
    found = [f"{name} has {len(name)} characters, {LONGEST} at most" for name in names if len(name) > LONGEST]
    found += [f"{name} is more than words and numbers: give the parameters a name" for name in names
              if not GOOD.match(name)]
    return found + [f"{name} is there twice" for name in sorted(set(names)) if names.count(name) > 1]


def names_of(ctest, build, configuration):
    """Lists the tests from a folder of its own, because ctest overwrites the log of a run in the build folder."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "CTestTestfile.cmake").write_text(f'subdirs("{pathlib.Path(build).resolve()}")\n')
        listing = subprocess.run([ctest, "-N", "-C", configuration], cwd=folder, capture_output=True, text=True,
                                 check=True).stdout
    return re.findall(r"^ *Test +#\d+: (.*)$", listing, re.MULTILINE)


if __name__ == "__main__":
    bad = []
    for configuration in ("", "cases"):
        test_names = names_of(sys.argv[1], sys.argv[2], configuration)
        bad += bad_names(test_names) if test_names else ["no tests found"]
    print("\n".join(dict.fromkeys(bad)))
    sys.exit(bool(bad))
