#!/usr/bin/env python3
"""Finds the first execution of an optional pass that makes a command fail.

Usage: bisect_passes.py [--kernel NAME] [--timeout SECONDS] COMMAND...

COMMAND runs OpenCL kernels by Lanewise (OCL_ICD_VENDORS names the driver), and fails by its exit code. It runs again and
again with other values of LANEWISE_PASSES. First the kernel is found whose passes make the command fail, then the number
of the pass in it. The exit code is 0 when a pass was found.
"""
import argparse
import os
import re
import subprocess
import sys

LINE = re.compile(r"^lanewise: kernel '(\w+)': (\d+) of (\d+) executions of optional passes ran(?:; the last one was (\S+))?",
                  re.MULTILINE)
ALL = 1000000000


class Runs:
    """Runs of the command with a selection of passes."""

    def __init__(self, command, timeout):
        self.command, self.timeout = command, timeout

    def run(self, passes):
        """Returns whether the command succeeds, and its kernels: name, executions that ran, all of them, last pass."""
        environment = dict(os.environ, LANEWISE_PASSES=passes, LANEWISE_CACHE="0", LANEWISE_LOG="1")
        try:
            result = subprocess.run(self.command, env=environment, timeout=self.timeout, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE)
            code, errors = result.returncode, result.stderr
        except subprocess.TimeoutExpired as expired:
            code, errors = "timeout", expired.stderr or b""
        kernels = [(name, int(ran), int(total), last) for name, ran, total, last in LINE.findall(errors.decode(errors="replace"))]
        print(f"LANEWISE_PASSES={passes}: {'succeeds' if code == 0 else f'fails ({code})'}", flush=True)
        return code == 0, kernels

    def succeeds(self, passes):
        return self.run(passes)[0]


def find_kernel(runs, names):
    """Returns the kernel whose optional passes make the command fail, or None if it takes those of several."""
    return next((name for name in names if runs.succeeds(f"0@{name}")), None)


def first_bad(runs, most, suffix):
    """Returns the least number of executions that makes the command fail; 0 does not, and `most` does."""
    good, bad = 0, most
    while bad - good > 1:
        middle = (good + bad) // 2
        if runs.succeeds(f"{middle}{suffix}"):
            good = middle
        else:
            bad = middle
    return bad


def bisect(runs, kernel):
    """Returns a text about the pass, or None."""
    fine, kernels = runs.run(str(ALL))
    if fine:
        print("the command succeeds with all passes: nothing to find")
        return None
    if not kernels:
        print("the driver told of no kernel: does OCL_ICD_VENDORS name Lanewise, and does the command show its stderr?")
        return None
    if not runs.succeeds("0"):
        print("the command fails without optional passes, too: no such pass makes it fail")
        return None
    names = sorted({name for name, *_ in kernels})
    kernel = kernel or (names[0] if len(names) == 1 else find_kernel(runs, names))
    suffix = f"@{kernel}" if kernel else ""
    most = max((total for name, _, total, _ in kernels if kernel in (None, name)), default=0)
    bad = first_bad(runs, most, suffix)
    lasts = sorted({last for name, ran, _, last in runs.run(f"{bad}{suffix}")[1] if ran == bad and kernel in (None, name)})
    guilty = next((last for last in lasts if runs.succeeds(f"-{last}{suffix}")), None)
    text = f"execution {bad} of kernel {kernel or 'of any name'} makes the command fail: {' or '.join(lasts) or 'unknown'}"
    if guilty:
        text += f"\nLANEWISE_PASSES=-{guilty}{suffix} succeeds"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", help="the kernel whose passes to look at")
    parser.add_argument("--timeout", type=float, default=600, help="seconds after which a run counts as failed")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("which command fails?")
    text = bisect(Runs(arguments.command, arguments.timeout), arguments.kernel)
    print(text or "")
    return 0 if text else 1


if __name__ == "__main__":
    sys.exit(main())
