#!/usr/bin/env python3
"""Runs clang-tidy on the sources that changed, and on those that include a changed header.

Changes count from the merge base with origin/main, and include the working tree. On main itself they count from
HEAD~20. Without enough history, or when .clang-tidy changed, all sources are checked.

Usage: tidy_changed.py SOURCE_ROOT BUILD_DIR. Prints what clang-tidy finds; the exit code is 1 when it finds something.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

COMMITS_OF_MAIN = 20
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def git(root, *words):
    """Returns the output's lines, or None when git fails."""
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else None


def base_of(root):
    """Returns the commit to compare with and its description, or (None, why there is none)."""
    head, base = git(root, "rev-parse", "HEAD"), git(root, "merge-base", "HEAD", "origin/main")
    if base and base != head:
        return base[0], f"the merge base with origin/main, {base[0][:10]}"
    before = git(root, "rev-parse", "--verify", "--quiet", f"HEAD~{COMMITS_OF_MAIN}")
    return (before[0], f"HEAD~{COMMITS_OF_MAIN}") if before else (None, "no history to compare with")


def changed_files(root, base):
    return set(git(root, "diff", "--name-only", base)) | set(git(root, "ls-files", "--others", "--exclude-standard"))


def affected(files, changed):
    """Returns the sources among `files` (path: text) that are in `changed` or include a changed file, at any depth."""
    includers = {}
    for path, text in files.items():
        for name in INCLUDE.findall(text):
            for folder in (os.path.dirname(path), "include", "src"):
                included = os.path.normpath(os.path.join(folder, name))
                if included in files:
                    includers.setdefault(included, set()).add(path)
    found, waiting = set(), [path for path in changed if path in files]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += includers.get(path, ())
    return sorted(path for path in found if is_checked(path))


def is_checked(path):
    return path.endswith(".cpp") and path.startswith("src/") and not path.startswith("src/builtins/")


def read_sources(root):
    paths = [path for top in ("include", "src") for path in (root / top).rglob("*")
             if path.suffix in (".h", ".cpp", ".def")]
    return {path.relative_to(root).as_posix(): path.read_text(errors="replace") for path in paths}


def main(root, build):
    files = read_sources(root)
    base, described = base_of(root)
    changed = changed_files(root, base) if base else set(files)
    if ".clang-tidy" in changed:
        changed, described = set(files), ".clang-tidy changed"
    sources = affected(files, changed)
    print(f"{len(sources)} of {sum(map(is_checked, files))} sources ({described})", flush=True)

    def check(source):
        command = ["clang-tidy-22", "-p", str(build), "--quiet", str(root / source)]
        return source, subprocess.run(command, capture_output=True, text=True)

    failed = []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for number, (source, done) in enumerate(pool.map(check, sources), 1):
            if done.returncode != 0:
                failed.append(f"==> {source}\n{done.stdout}{done.stderr}")
            if sys.stdout.isatty():
                print(f"\r{number} of {len(sources)} sources, {len(failed)} failed", end="", flush=True)
    print("", *failed, f"{len(sources)} sources checked: {len(failed)} failed", sep="\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))
