#!/usr/bin/env python3
"""Checks that folders, files and functions stay small enough to read through.

Usage: check_sizes.py SOURCE_ROOT. Prints every folder of more than 35 files, every source file of more than 500 lines
and every function of more than 60 lines; the exit code is 1 when there is one. functions.py says which blocks are
functions.
"""
import pathlib
import sys

import functions

MOST_FILES = 35
MOST_LINES = 500
MOST_LINES_OF_FUNCTION = 60
PARTS = ("include", "src", "tests", "bench", "examples", "cmake", "python")
SOURCES = {".cpp", ".h", ".cl", ".py", ".def", ".sh", ".cmake"}
FUNCTIONS = {".cpp": functions.functions_of_cpp, ".h": functions.functions_of_cpp, ".cl": functions.functions_of_cpp,
             ".c": functions.functions_of_cpp, ".py": functions.functions_of_python}


def too_long(name, text):
    """The file `name` if it has too many lines, and its functions that have."""
    suffix = pathlib.PurePath(name).suffix
    if suffix not in SOURCES | set(FUNCTIONS):
        return []
    lines = len(text.splitlines())
    found = [f"{name} has {lines} lines"] if lines > MOST_LINES else []
    if suffix in FUNCTIONS:
        found += [f"{name}:{line}: {function} has {lines} lines" for function, line, lines in FUNCTIONS[suffix](text)
                  if lines > MOST_LINES_OF_FUNCTION]
    return found


def wrong_sizes(root):
    found = []
    for part in PARTS:
        for folder in [root / part, *(root / part).rglob("*")]:
            if not folder.is_dir() or folder.name == "__pycache__":
                continue
            files = [f for f in folder.iterdir() if f.is_file()]
            if len(files) > MOST_FILES:
                found.append(f"{folder.relative_to(root)} has {len(files)} files")
            for file in files:
                if file.suffix in SOURCES | set(FUNCTIONS):
                    found += too_long(file.relative_to(root).as_posix(), file.read_text())
    return found


def main():
    found = wrong_sizes(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "folders, files and functions are small")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
