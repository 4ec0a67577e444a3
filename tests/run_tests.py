#!/usr/bin/env python3
"""Runs ctest and shows one progress line, the ten slowest tests, and the failures with their output last.

Usage: run_tests.py BUILD_DIR [CTEST_OPTION...]. The exit code is ctest's. A report in BUILD_DIR holds the names of the
failed tests and the end of the output of each; it is empty if none failed.
"""
import pathlib
import re
import subprocess
import sys
import time

SLOWEST = 10
REPORTED_LINES = 25
RESULT = re.compile(r"^ *(\d+)/(\d+) Test +#\d+: (.*?) \.{3,}(.*?) +([\d.]+) sec$")
SKIPPED_CASE = re.compile(r"^\[  SKIPPED \] \S+\.\S+ \(", re.MULTILINE)
LOGGED = re.compile(r"^\d+/\d+ Testing: (.*)\n\d+/\d+ Test: .*$", re.MULTILINE)


class Progress:
    """One line that changes on a terminal; elsewhere, one line per tenth of the tests."""

    def __init__(self):
        self.tenth = 0

    def show(self, done, total, failed):
        text = f"{done} of {total} tests, {failed} failed"
        if sys.stdout.isatty():
            print(f"\r{text}", end="\n" if done == total else "", flush=True)
        elif done * 10 // total > self.tenth:
            self.tenth = done * 10 // total
            print(text, flush=True)


def run(build, options):
    """Returns ctest's exit code, pairs of seconds and name, names of failed tests, and lines that are no results."""
    command = ["ctest", "--test-dir", str(build), "--parallel", "2", *options]
    times, failed, rest, progress = [], [], [], Progress()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as ctest:
        for line in ctest.stdout:
            result = RESULT.match(line.rstrip())
            if not result:
                rest.append(line)
                continue
            done, total, name, verdict, seconds = result.groups()
            times.append((float(seconds), name))
            if not re.fullmatch(r" *(Passed|\*+Skipped|\*+Not Run \(Disabled\))", verdict):
                failed.append(name)
            progress.show(int(done), int(total), len(failed))
    return ctest.returncode, times, failed, rest


def outputs(log):
    """Returns the output of each test by its name, from ctest's log."""
    parts = LOGGED.split(log)
    return {name: text.partition("<end of output>")[0] for name, text in zip(parts[1::2], parts[2::2])}


def write_report(path, failed, output):
    """Writes the names of failed tests and the last lines that each printed."""
    ends = ("\n".join(output.get(name, "").strip().splitlines()[-REPORTED_LINES:]) for name in failed)
    path.write_text("".join(f"--> {name}\n{end}\n" for name, end in zip(failed, ends)))


def main(build, options):
    start = time.monotonic()
    code, times, failed, rest = run(build, options)
    log = build / "Testing/Temporary/LastTest.log"
    text = log.read_text(errors="replace") if times and log.exists() else ""
    skipped = len(SKIPPED_CASE.findall(text))
    print(f"\nThe {min(SLOWEST, len(times))} slowest:")
    for seconds, name in sorted(times, reverse=True)[:SLOWEST]:
        print(f"{seconds:8.1f} s  {name}")
    output = outputs(text)
    write_report(build / "failed_tests.txt", failed, output)
    for name in failed:
        print(f"\n==> Failed: {name}\n{output.get(name, '').strip()}")
    if code != 0 and not failed:
        print("".join(rest))
    print(f"\n{len(times)} tests in {time.monotonic() - start:.0f} s: {len(failed)} failed"
          + (f", {skipped} cases skipped (see {log})" if skipped else ""))
    for name in failed:
        print(f"    {name}")
    return code


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
