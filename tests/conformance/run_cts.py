#!/usr/bin/env python3
"""Runs a build of the Khronos OpenCL CTS against Lanewise, sub-test by sub-test.

Every sub-test runs in its own process with a time limit, so that a crash or a hang costs one verdict.
Results go to a file of JSON lines at once. A second run skips the sub-tests in that file and continues (--rerun, or
removing the file, starts anew). At the end the table in docs/conformance.md is written.

    tests/conformance/run_cts.py --cts BUILD_DIR                    every suite
    tests/conformance/run_cts.py --cts BUILD_DIR --suite basic --suite api
    tests/conformance/run_cts.py --cts BUILD_DIR --suite basic --test 'vload*'
    tests/conformance/run_cts.py --cts BUILD_DIR --spirv FOLDER     through SPIR-V, compiled offline
    tests/conformance/run_cts.py --cts BUILD_DIR --list
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from progress import Progress
from report import write_table
from suites import SUITES

ROOT = pathlib.Path(__file__).resolve().parents[2]


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cts", type=pathlib.Path, required=True, metavar="BUILD_DIR",
                        help="the CTS's build folder (it holds test_conformance/)")
    parser.add_argument("--suite", action="append", metavar="NAME",
                        help="run this suite only; may be repeated; NAME* takes all that start so")
    parser.add_argument("--test", action="append", metavar="PATTERN",
                        help="run only sub-tests whose name matches; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at a time (1)")
    parser.add_argument("--timeout", type=float, default=600, metavar="S",
                        help="seconds for one sub-test (600)")
    parser.add_argument("--vendors", type=pathlib.Path, default=ROOT / "build" / "vendors",
                        help="OCL_ICD_VENDORS of the driver to test (build/vendors)")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build" / "cts_results.jsonl",
                        help="file of JSON lines to resume from and add to")
    parser.add_argument("--logs", type=pathlib.Path, default=ROOT / "build" / "cts_logs",
                        help="folder for the output of sub-tests that do not pass")
    parser.add_argument("--table", type=pathlib.Path, default=ROOT / "docs" / "conformance.md",
                        help="document whose table is written; 'none' for none")
    parser.add_argument("--rerun", choices=["failed", "all"],
                        help="run again what is in the results file: what did not pass, or all")
    parser.add_argument("--spirv", type=pathlib.Path, metavar="FOLDER",
                        help="compile programs to SPIR-V first (offline_compiler.py); the folder keeps the modules")
    parser.add_argument("--list", action="store_true", help="list the suites and their sub-tests")
    return parser.parse_args(argv)


def chosen_suites(patterns):
    if not patterns:
        return SUITES
    chosen = [s for s in SUITES if any(fnmatch.fnmatchcase(s.name, p) or s.name.split()[0] == p
                                       for p in patterns)]
    if not chosen:
        sys.exit("no suite is called so; they are: " + ", ".join(s.name for s in SUITES))
    return chosen


def list_sub_tests(program, suite):
    """Returns the sub-tests that `program --list` prints. Each name stands on its own line, after a tab."""
    output = subprocess.run([program, "--list"], cwd=program.parent, capture_output=True, text=True,
                            timeout=60, check=False).stdout
    names = [line.strip() for line in output.splitlines() if line.startswith("\t")]
    return [name for name in names if name.startswith(suite.only)]


def command_line(program, suite, name, spirv=None):
    selection = [] if suite.unnamed else [name]
    command = [str(program), *suite.before, *selection, *suite.after]
    if spirv:
        # The CTS's validator rejects instructions that are newer than itself.
        command += ["--compilation-mode", "spir-v", "--compilation-cache-mode", "compile-if-absent",
                    "--compilation-cache-path", str(spirv.resolve()), "--disable-spirv-validation",
                    "--compilation-program", str(ROOT / "tests" / "conformance" / "offline_compiler.py")]
    return command


def verdict(results, name, exit_code):
    """Returns pass, fail, skip or crash, based on the CTS's own results file (None: the program wrote no file)."""
    if results is not None and name in results:
        return {"pass": "pass", "skip": "skip"}.get(results[name], "fail")
    if exit_code < 0:
        return "crash"
    return "fail"


def read_results(path):
    try:
        return json.loads(path.read_text())["results"]
    except (OSError, ValueError, KeyError):
        return None  # the process ended before it wrote its results


def run_sub_test(options, suite, name):
    program = options.cts.resolve() / "test_conformance" / suite.program
    with tempfile.TemporaryDirectory() as folder:
        results_file = pathlib.Path(folder) / "results.json"
        environment = dict(os.environ, OCL_ICD_VENDORS=str(options.vendors.resolve()),
                           CL_CONFORMANCE_RESULTS_FILENAME=str(results_file))
        begin = time.monotonic()
        try:
            done = subprocess.run(command_line(program, suite, name, options.spirv), cwd=program.parent,
                                  env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=options.timeout, check=False)
            output = done.stdout
            result = verdict(read_results(results_file), name, done.returncode)
        except subprocess.TimeoutExpired as expired:
            output = expired.stdout or b""
            result = "timeout"
    if result in ("fail", "crash", "timeout"):
        options.logs.mkdir(parents=True, exist_ok=True)
        log = options.logs / f"{suite.name}.{name}.log".replace(" ", "_")
        log.write_bytes(output[-1_000_000:])
    return {"suite": suite.name, "test": name, "result": result,
            "seconds": round(time.monotonic() - begin, 2)}


class Results:
    """The file of JSON lines. The last line of each sub-test counts."""

    def __init__(self, path):
        self.path = path
        self.by_test = {}
        if path.exists():
            for line in path.read_text().splitlines():
                try:
                    entry = json.loads(line)
                    self.by_test[(entry["suite"], entry["test"])] = entry
                except (ValueError, KeyError):
                    continue  # a line cut off when a run was killed

    def add(self, entry):
        self.by_test[(entry["suite"], entry["test"])] = entry
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")

    def is_done(self, suite, name, rerun):
        entry = self.by_test.get((suite.name, name))
        if entry is None or rerun == "all":
            return False
        return rerun != "failed" or entry["result"] in ("pass", "skip")


def cts_version(build):
    """Returns the commit of the CTS's sources, found through the build's CMake cache."""
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        name, _, source = line.partition("=")
        if name.startswith("CMAKE_HOME_DIRECTORY:"):
            shown = subprocess.run(["git", "-C", source, "log", "-1", "--format=%h of %cs"],
                                   capture_output=True, text=True, check=False)
            return shown.stdout.strip() or "unknown"
    return "unknown"


def plan(options):
    """Returns the (suite, sub-test) pairs to run, in the order of the table."""
    pairs = []
    for suite in chosen_suites(options.suite):
        program = options.cts.resolve() / "test_conformance" / suite.program
        if not program.exists():
            print(f"{suite.name}: this CTS build has no {suite.program}", file=sys.stderr)
            continue
        for name in list_sub_tests(program, suite):
            if not options.test or any(fnmatch.fnmatchcase(name, p) for p in options.test):
                pairs.append((suite, name))
    return pairs


def main(argv):
    options = parse_arguments(argv)
    if options.spirv:
        options.spirv.mkdir(parents=True, exist_ok=True)
    pairs = plan(options)
    if options.list:
        for suite, name in pairs:
            print(f"{suite.name}: {name}")
        return 0

    results = Results(options.results)
    to_run = [(s, n) for s, n in pairs if not results.is_done(s, n, options.rerun)]
    print(f"{len(pairs)} sub-tests, {len(pairs) - len(to_run)} of them known from {options.results}")
    progress = Progress(len(to_run))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(run_sub_test, options, suite, name) for suite, name in to_run]
        for future in concurrent.futures.as_completed(running):
            entry = future.result()
            results.add(entry)
            progress.step(entry)
    progress.finish()

    if str(options.table) != "none":
        write_table(options.table, results.by_test.values(), SUITES, cts_version(options.cts))
    chosen = [results.by_test[(s.name, n)] for s, n in pairs]
    bad = [e for e in chosen if e["result"] not in ("pass", "skip")]
    for entry in bad:
        print(f"{entry['result']}: {entry['suite']} {entry['test']}")
    counts = {r: sum(e["result"] == r for e in chosen) for r in ("pass", "skip")}
    print(f"{counts['pass']} passed, {len(bad)} failed, {counts['skip']} skipped")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
