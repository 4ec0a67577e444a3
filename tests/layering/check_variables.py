#!/usr/bin/env python3
"""Checks that README.md lists exactly the LANEWISE_* environment variables that the sources read.

Usage: check_variables.py SOURCE_ROOT
"""
import pathlib
import re
import sys

READ = re.compile(r'"(LANEWISE_[A-Z_]+)"')
TABLED = re.compile(r"^\| `(LANEWISE_[A-Z_]+)", re.MULTILINE)


def main(root):
    read = set()
    for file in (root / "src").rglob("*.cpp"):
        read |= set(READ.findall(file.read_text()))
    tabled = set(TABLED.findall((root / "README.md").read_text()))
    for name in sorted(read - tabled):
        print(f"{name} is read but not in README.md's table")
    for name in sorted(tabled - read):
        print(f"{name} is in README.md's table but nothing reads it")
    return 0 if read == tabled else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
