#!/usr/bin/env python3
"""Runs a benchmark program on several OpenCL drivers and prints the figures side by side.

usage: compare.py PROGRAM NAME=ICD_FILE [NAME=ICD_FILE ...] [-- ARGUMENTS FOR PROGRAM]

A ratio compares the first driver with another one: above 1, the first driver is faster. Each driver runs in a separate
process that can load no other driver (OCL_ICD_VENDORS names a folder with only its .icd file). In each of --rounds
rounds, every driver runs once, and the best figure of a driver counts, because the speed of shared machines drifts.
NAME=ICD_FILE:LIBRARY_PATH sets LD_LIBRARY_PATH for a driver that needs it.

Benchmarks named reference/X or native_X measure plain C++; their figures become a column in the line of X. The script
reports results (the benchmarks' labels) that differ between drivers. --csv NAME also writes the figures to
bench/results/NAME.csv, from which figures.py makes docs/figures; add lines that name the date, the machine and the build
at the start of that file. --slower lists, worst first, the figures for which the first driver is slower than the fastest
other driver.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import figures as figures_page
from drivers import environment, parse_driver


def figures_of(benchmark, cpu):
    """Returns every figure of one benchmark: {name: (value, whether larger is better)}."""
    known = {"name", "run_name", "run_type", "repetitions", "repetition_index", "threads", "iterations",
             "real_time", "cpu_time", "time_unit", "family_index", "per_family_instance_index"}
    name = re.sub(r"/(iterations:\d+|min_time:[\d.]+|manual_time|real_time)", "", benchmark["name"])
    custom = {k: v for k, v in benchmark.items() if k not in known and isinstance(v, (int, float))}
    if not custom:
        return {f"{name} {benchmark['time_unit']}": (benchmark["real_time"], False)}
    chosen = {k: v for k, v in custom.items() if k.startswith(CPU) == cpu}
    figures = {k.removeprefix(CPU): v for k, v in (chosen or custom).items()}
    return {f"{name} {k}": (v, k.endswith("/s") or k == "GFLOPS") for k, v in figures.items()}


def benchmarks_of(program, env, arguments):
    """Returns the output of each benchmark. If a benchmark crashes, a new process runs the remaining ones."""
    command, found = [program, *arguments, "--benchmark_format=json"], []
    listed = subprocess.run([program, *arguments, "--benchmark_list_tests"], env=env, capture_output=True, text=True)
    names = listed.stdout.split()
    if listed.returncode:
        print(f"  {program} does not list its benchmarks: {listed.stderr.strip()[-300:]}", file=sys.stderr)
    while names:
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        if done.returncode == 0:
            return found + json.loads(done.stdout)["benchmarks"]
        if '"benchmarks"' not in done.stdout:
            print(f"  {program} ended without results: {done.stderr.strip()[-300:]}", file=sys.stderr)
            return found
        complete = done.stdout.rfind("\n    }")
        if complete >= 0:
            found += json.loads(done.stdout[:complete] + "}]}")["benchmarks"]
            names = names[names.index(found[-1]["run_name"]) + 1:]
        print(f"  {names[0]} ended the process, and is left out: {done.stderr.strip()[-300:]}", file=sys.stderr)
        names = names[1:]
        command = [program, *(a for a in arguments if not a.startswith("--benchmark_filter")),
                   "--benchmark_filter=^(" + "|".join(map(re.escape, names)) + ")$", "--benchmark_format=json"]
    return found


def run(program, env, arguments, cpu):
    """Returns the figures and the labels of one run."""
    if program.endswith("startup"):
        done = subprocess.run([program, *arguments], env=env, capture_output=True, text=True)
        if done.returncode:
            print(f"  {program} failed: {done.stderr.strip()[-300:]}", file=sys.stderr)
            return {}, {}
        return {name: (value, False) for name, value in json.loads(done.stdout).items()}, {}
    figures, labels = {}, {}
    for benchmark in benchmarks_of(program, env, arguments):
        if "error_occurred" in benchmark:
            print(f"  {benchmark['name']}: {benchmark['error_message']}", file=sys.stderr)
            continue
        figures.update(figures_of(benchmark, cpu))
        if benchmark.get("label"):
            labels[benchmark["name"]] = benchmark["label"]
    return figures, labels


def tell_different(labels, name, others):
    """Prints a warning for each result that differs from the result of the first driver that has one."""
    for benchmark, label in labels.items():
        first_name, first = others.setdefault(benchmark, (name, label))
        try:
            same = abs(float(label) - float(first)) <= 0.01 * (abs(float(label)) + abs(float(first)))
        except ValueError:
            same = label == first
        if not same:
            print(f"  {benchmark}: the results differ: {label} on {name}, {first} on {first_name}", file=sys.stderr)


def better(a, b, larger):
    if a is None or b is None:
        return a if b is None else b
    return max(a, b) if larger else min(a, b)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("drivers", nargs="+", type=parse_driver)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--cpu", action="store_true", help="compare the threads' time, not the wall's (busy machines)")
    parser.add_argument("--csv", metavar="NAME", help="also write the figures to bench/results/NAME.csv")
    parser.add_argument("--slower", action="store_true", help="also list where the first driver is not the fastest")
    own, _, rest = " ".join(sys.argv[1:]).partition(" -- ")
    arguments = parser.parse_args(own.split())
    best, larger, results = {}, {}, {}
    with tempfile.TemporaryDirectory() as root:
        for _ in range(arguments.rounds):
            for name, icd, library_path in arguments.drivers:
                folder = pathlib.Path(root) / name
                folder.mkdir(exist_ok=True)
                print(f"running {name} ...", file=sys.stderr, flush=True)
                figures, labels = run(arguments.program, environment(icd, library_path, folder), rest.split(),
                                      arguments.cpu)
                tell_different(labels, name, results)
                for figure, (value, is_larger) in figures.items():
                    column = name
                    if figure.startswith(NATIVE):
                        figure, column = re.sub(NATIVE_PREFIX, "", figure), "native"
                    larger[figure] = is_larger
                    row = best.setdefault(figure, {})
                    row[column] = better(row.get(column), value, is_larger)
    names = [name for name, _, _ in arguments.drivers]
    if any("native" in row for row in best.values()):
        names.append("native")
    ratios = {figure: ratios_of(names, row, larger[figure]) for figure, row in best.items()}
    print_table(names, best, ratios)
    if arguments.slower:
        print_slower(best, ratios)
    if arguments.csv:
        figures_page.write(arguments.csv, ["figure", *names],
                           [[figure, *(f"{row[n]:.3g}" if n in row else "" for n in names)] for figure, row in best.items()])


CPU = "cpu:"
NATIVE = ("reference/", "native_")
NATIVE_PREFIX = "^(reference/|native_)"


def ratios_of(names, row, is_larger):
    """Returns how many times faster the first driver is than each other driver that has the figure."""
    ours = names[0]
    result = {}
    for other in names[1:]:
        if row.get(ours) and row.get(other):
            result[other] = row[ours] / row[other] if is_larger else row[other] / row[ours]
    return result


def unit_of(figure):
    return figure.partition(" ")[2]


def print_slower(best, ratios):
    """Prints for each unit the mean ratio to each other driver, and the figures for which another driver is faster."""
    for unit in dict.fromkeys(map(unit_of, best)):
        chosen = {figure: ratio for figure, ratio in ratios.items() if unit_of(figure) == unit and ratio}
        others = list(dict.fromkeys(name for ratio in chosen.values() for name in ratio))
        means = ", ".join(f"{figures_page.number(figures_page.geometric_mean([r[name] for r in chosen.values() if name in r]))} {name}"
                          for name in others)
        slower = sorted((min(ratio.values()), figure) for figure, ratio in chosen.items() if min(ratio.values()) < 1)
        print(f"\n{unit}: {means} (geometric means); {len(slower)} of {len(chosen)} slower than the fastest")
        for ratio, figure in slower:
            print(f"  {ratio:.2f}  {figure}")


def print_table(names, best, ratios):
    ours = names[0]
    lines = [["figure", *names, *(f"{ours} / {name}" for name in names[1:])]]
    for figure, row in best.items():
        if ours in row:
            lines.append([figure, *(figures_page.number(row.get(name)) for name in names),
                          *(figures_page.number(ratios[figure].get(name)) for name in names[1:])])
    means = [figures_page.geometric_mean([r[name] for r in ratios.values() if name in r]) for name in names[1:]]
    lines.append(["geometric mean", *("" for _ in names), *map(figures_page.number, means)])
    print(figures_page.markdown(lines[0], lines[1:]))


if __name__ == "__main__":
    main()
