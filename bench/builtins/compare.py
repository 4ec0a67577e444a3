#!/usr/bin/env python3
"""Measures the math functions of OpenCL drivers, libm, libmvec and SLEEF in one run.

usage: compare.py BUILD NAME=ICD_FILE[:LIBRARY_PATH] [NAME=...] [--cpu N] [--rounds N] [--figures FILE]
                  [--samples N | --accuracy double=FILE float=FILE ...] [--csv NAME]

BUILD is the build folder with measure_builtins, measure_libraries and math_accuracy. All runs are bound to one CPU and
take turns; the best figure of each counts. The figures go to bench/results/NAME.csv (default: builtins), from which
figures.py makes docs/figures; add lines that name the machine and the build at the start of that file. --figures only
measures and stores the results in FILE; with --rounds 0, the results in FILE are written to bench/results.
--accuracy names files with the output of math_accuracy, which then does not run.
"""
import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import figures as figures_page  # noqa: E402

TYPES = ["double", "float", "half", "relaxed"]
WORST = re.compile(r"^(\S+)\s+(\S+) of\s+(\S+) ulp at (\S+), (\S+):")


def run(cpu, command, environment=None):
    result = subprocess.run(["taskset", "-c", str(cpu), *map(str, command)], env=environment, text=True,
                            stdout=subprocess.PIPE, check=True)
    return result.stdout.splitlines()


def keep_best(figures, key, value):
    figures[key] = min(value, figures.get(key, math.inf))


def measure_driver(options, driver, folder, figures):
    name, _, location = driver.partition("=")
    icd, _, library_path = location.partition(":")
    (folder / name).mkdir(exist_ok=True)
    (folder / name / pathlib.Path(icd).name).write_text(pathlib.Path(icd).read_text())
    environment = dict(os.environ, OCL_ICD_VENDORS=str(folder / name), LANEWISE_CACHE="0")
    if library_path:
        environment["LD_LIBRARY_PATH"] = library_path
    for line in run(options.cpu, [options.build / "bench/measure_builtins"], environment):
        kind, function, nanoseconds = line.split()
        keep_best(figures, (kind, function, name), float(nanoseconds))


def measure_libraries(options, figures):
    for line in run(options.cpu, [options.build / "bench/measure_libraries"]):
        kind, function, library, nanoseconds = line.split()
        keep_best(figures, (kind, function, library), float(nanoseconds))


def accuracy(options):
    """Yields (type, line) for each line that math_accuracy prints."""
    for name in options.accuracy:
        kind, _, path = name.partition("=")
        yield from ((kind, line) for line in pathlib.Path(path).read_text().splitlines())
    if options.accuracy:
        return
    program = options.build / "tests/unit/math/math_accuracy"
    for kind, arguments in (("double", ["--double"]), ("double", ["--structured"]),
                            ("float", ["--stride", str(options.stride)])):
        for line in run(options.cpu, [program, "--samples", str(options.samples), *arguments]):
            yield kind, line


def worst_errors(options):
    """Returns {(type, function): (ulp, limit, where)}."""
    found = {}
    for kind, line in accuracy(options):
        function, ulp, limit, x, y = WORST.match(line).groups()
        error = (float(ulp), float(limit), x if y == "0x0p+0" else f"{x}, {y}")
        found[kind, function] = max(error, found.get((kind, function), error))
    return found


def measure(options):
    """Returns {(type, function, library): nanoseconds}: the figures stored in FILE and the figures of this run."""
    known = options.figures and options.figures.exists()
    figures = {tuple(key): value for key, value in json.loads(options.figures.read_text())} if known else {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            for driver in options.drivers:
                measure_driver(options, driver, pathlib.Path(folder), figures)
            measure_libraries(options, figures)
    if options.figures:
        options.figures.write_text(json.dumps([[key, value] for key, value in figures.items()]))
    return figures


def cell(value):
    return "" if value is None else f"{value:.3g}"


def names_of(options):
    return [driver.partition("=")[0] for driver in options.drivers]


def rows_of(figures, errors, columns):
    for kind in TYPES:
        for function in sorted({function for k, function, _ in figures if k == kind}):
            ulp, limit, where = errors.get((kind, function), (None, None, ""))
            yield [kind, function, *(cell(figures.get((kind, function, column))) for column in columns),
                   "" if ulp is None else f"{ulp:.2f}", "" if limit is None else f"{limit:g}", f"`{where}`" if where else ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("drivers", nargs="+")
    parser.add_argument("--cpu", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--samples", type=int, default=1000000)
    parser.add_argument("--stride", type=int, default=101)
    parser.add_argument("--figures", type=pathlib.Path)
    parser.add_argument("--accuracy", nargs="*", default=[])
    parser.add_argument("--csv", default="builtins")
    options = parser.parse_args()
    figures = measure(options)
    if options.figures and options.rounds:
        return
    columns = [*names_of(options), "libm", "libmvec", "SLEEF"]
    figures_page.write(options.csv, ["group", "function", *columns, "worst ULP", "limit", "at"],
                       rows_of(figures, worst_errors(options), columns))


if __name__ == "__main__":
    main()
