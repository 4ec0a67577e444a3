#!/usr/bin/env python3
"""Checks which part of Lanewise includes what.

runtime -> {compiler, device} -> include; compiler and device never see each other nor an OpenCL
handle. LLVM and Clang headers belong to src/compiler, oneTBB to src/device/worker_pool.cpp. The runtime
sees the compiler only through compiler/compiler.h, for that library is loaded at run time; the device's
headers, linked into the same library, are open to it.

Usage: check_includes.py SOURCE_ROOT. Prints every violation; the exit code is 1 when there is one.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# part: patterns of what it must not include. The first matching part counts, so the exception for
# one file stands before its folder.
FORBIDDEN = [
    ("include/lanewise/", [r"llvm/", r"llvm-c/", r"clang/", r"CL/", r"tbb/", r"oneapi/", r"compiler/",
                           r"device/", r"runtime/"]),
    ("src/device/worker_pool.cpp", [r"llvm", r"clang/", r"CL/", r"compiler/", r"runtime/"]),
    ("src/device/", [r"llvm", r"clang/", r"CL/", r"tbb/", r"oneapi/", r"compiler/", r"runtime/"]),
    ("src/compiler/", [r"CL/", r"tbb/", r"oneapi/", r"device/", r"runtime/"]),
    ("src/runtime/", [r"llvm", r"clang/", r"tbb/", r"oneapi/", r"compiler/(?!compiler\.h$)"]),
]


def forbidden_for(path):
    for part, patterns in FORBIDDEN:
        if path == part or (part.endswith("/") and path.startswith(part)):
            return patterns
    return []


def violations(path, text):
    """The includes of `text`, the file at `path` (relative to the root), that its part may not have."""
    found = []
    for _, name in INCLUDE.findall(text):
        if any(re.match(pattern, name) for pattern in forbidden_for(path)):
            found.append(f"{path} includes {name}")
    return found


def main(root):
    found = []
    for folder in ("include", "src"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".h", ".cpp"):
                found += violations(file.relative_to(root).as_posix(), file.read_text())
    print("\n".join(found) or "every include keeps the layers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
