#!/usr/bin/env python3
"""Checks that no commit changes both the planner and the kernels that are held out (bench/held_out).

The held-out kernels tell how good the planner is for kernels that nobody has fitted it to. A commit that changes both
fits one of them to the other.

Usage: check_held_out.py SOURCE_ROOT. Prints every such commit among the last ones; the exit code is 1 if there is one.
"""
import re
import shutil
import subprocess
import sys

COMMITS = 200
PLANNER = re.compile(r"src/compiler/(plan/|limits/costs\.h)")
KERNELS = re.compile(r"bench/held_out/")


def commits_of(log):
    """Yields (description, changed files) of each commit in the output of git log --name-only."""
    for part in log.split("\0")[1:]:
        description, *files = part.strip().split("\n")
        yield description, [file for file in files if file]


def fits_kernels(files):
    return any(map(PLANNER.match, files)) and any(map(KERNELS.match, files))


def main(root):
    command = ["git", "-C", root, "log", f"--max-count={COMMITS}", "--no-merges", "--name-only", "--format=%x00%h %s"]
    done = subprocess.run(command, capture_output=True, text=True) if shutil.which("git") else None
    if not done or done.returncode != 0:
        print("There is no git, or the tree is no git repository of this user, so there is nothing to check.")
        return 0
    wrong = [description for description, files in commits_of(done.stdout) if fits_kernels(files)]
    for description in wrong:
        print(f"{description}: changes the planner and bench/held_out. Make two commits, and measure the regret of the "
              "held-out kernels between the two.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
