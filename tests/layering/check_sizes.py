#!/usr/bin/env python3
"""Checks that folders and files stay small enough to read through.

Usage: check_sizes.py SOURCE_ROOT. Prints every folder of more than 40 files and every source file of more than 500
lines; the exit code is 1 when there is one.
"""
import pathlib
import sys

MOST_FILES = 40
MOST_LINES = 500
PARTS = ("include", "src", "tests", "bench", "examples", "cmake")
SOURCES = {".cpp", ".h", ".cl", ".py", ".def", ".sh", ".cmake"}


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = []
    for part in PARTS:
        for folder in [root / part, *(f for f in (root / part).rglob("*") if f.is_dir())]:
            if folder.name == "__pycache__":
                continue
            files = [f for f in folder.iterdir() if f.is_file()]
            if len(files) > MOST_FILES:
                wrong.append(f"{folder.relative_to(root)} has {len(files)} files")
            for file in files:
                lines = len(file.read_text().splitlines()) if file.suffix in SOURCES else 0
                if lines > MOST_LINES:
                    wrong.append(f"{file.relative_to(root)} has {lines} lines")
    print("\n".join(wrong) or "folders and files are small")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
