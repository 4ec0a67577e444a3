#!/usr/bin/env python3
"""Prints a table of the time and memory that several drivers need to compile populations of programs. Serves to compare
commits.

usage: table.py COMPILE_PROGRAM FOLDER NAME=ICD_FILE[:LIBRARY_PATH] ... [--shared] [--runs N] [--every N]
                [--stages TIME_COMPILE ...] [--worst N]

FOLDER holds a folder of .cl files for each population (write_programs makes those of the repository; others go beside
them). In a separate process without caches, each program is built and each of its kernels launched once
(compile_program). The figures are the CPU time of all threads, of which the least of --runs counts, and the largest
memory peak. A ratio is the other driver's time divided by the first driver's, as geometric mean over the programs that
both build: above 1, the first driver takes less time. "worst" is the least ratio to the fastest other driver. --shared
gives all pointers of a kernel the same buffer. --every N measures each N-th program. --stages TIME_COMPILE sums the
compile times of Lanewise builds by stage.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import drivers
from figures import geometric_mean

SECONDS = 120  # limit of a process; a driver that takes longer counts as failed


def without_caches(icd, library_path, folder):
    folder.mkdir()
    return drivers.environment(icd, library_path, folder) | {"LANEWISE_CACHE": "0", "POCL_KERNEL_CACHE": "0"}


def measure(program, source, env, mode):
    """Returns (CPU milliseconds, peak memory in MB) of one process; None if the driver fails or omits launches."""
    with tempfile.TemporaryDirectory() as cache:
        try:
            done = subprocess.run([program, source, *mode], env=dict(env, POCL_CACHE_DIR=cache, cl_cache_dir=cache),
                                  capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
    if done.returncode:
        return None
    figures = json.loads(done.stdout.splitlines()[-1])
    return figures["cpu_ms"], figures["peak_mb"]


def best(results):
    results = [result for result in results if result]
    return (min(ms for ms, _ in results), max(mb for _, mb in results)) if results else None


def number(value):
    return "-" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def rows_of(population, sources, arguments, environments):
    """Returns the cells of a population's row, and (ratio to the fastest other driver, text) for each program."""
    names = [name for name, _, _ in arguments.drivers]
    figures = {name: {} for name in names}
    for source in sources:
        for name in names:
            mode = ["shared"] if arguments.shared else []
            figures[name][source] = best([measure(arguments.program, source, environments[name], mode)
                                          for _ in range(arguments.runs)])
    first = figures[names[0]]
    built = [source for source in sources if first[source]]
    cells = [population, f"{len(built)} of {len(sources)}", number(sum(first[s][0] for s in built))]
    for other in names[1:]:
        both = [s for s in built if figures[other][s]]
        cells.append(f"{number(geometric_mean([figures[other][s][0] / first[s][0] for s in both]))} ({len(both)})")
    programs = []
    for source in built:
        others = [figures[name][source][0] for name in names[1:] if figures[name][source]]
        if others:
            programs.append((min(others) / first[source][0],
                             f"{population}/{source.stem}: {first[source][0]:.0f} ms, {first[source][1]} MB, "
                             + ", ".join(f"{name} {figures[name][source][0]:.0f} ms" for name in names[1:]
                                         if figures[name][source])))
    cells.append(number(min(programs)[0]) if programs else "-")
    cells.append(str(max((first[s][1] for s in built), default=0)))
    return cells, programs


def print_rows(head, rows):
    widths = [max(map(len, column)) for column in zip(head, *rows)]
    for row in [head, ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])], *rows]:
        print("| " + " | ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))]) + " |")


def stages_of(tool, sources):
    """Returns the milliseconds that compiling all of `sources` takes in each stage."""
    done = subprocess.run([tool, "--runs=1", "--stages", *map(str, sources)], capture_output=True, text=True)
    lines = re.findall(r"^ *([\d.]+) ms +[\d.]+ % +\d+ (\S+)$", done.stdout, re.MULTILINE)
    return {name: float(ms) for ms, name in lines}


def print_stages(tools, populations):
    for population, sources in populations.items():
        by_tool = [stages_of(tool, sources) for tool in tools]
        stages = sorted(by_tool[0], key=by_tool[0].get, reverse=True)
        head = [f"{population}, ms by stage", *(f"build {i + 1}" for i in range(len(tools)))]
        rows = [[stage, *(number(times.get(stage)) for times in by_tool)] for stage in stages]
        rows.append(["all", *(number(sum(times.values())) for times in by_tool)])
        print()
        print_rows(head, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("drivers", nargs="+", type=drivers.parse_driver)
    parser.add_argument("--shared", action="store_true")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--stages", nargs="+", default=[])
    parser.add_argument("--worst", type=int, default=10)
    arguments = parser.parse_args()
    populations = {folder.name: sorted(folder.glob("*.cl"))[::arguments.every]
                   for folder in sorted(arguments.folder.iterdir()) if folder.is_dir()}
    names = [name for name, _, _ in arguments.drivers]
    rows, programs = [], []
    with tempfile.TemporaryDirectory() as root:
        environments = {name: without_caches(icd, library_path, pathlib.Path(root) / name)
                        for name, icd, library_path in arguments.drivers}
        for population, sources in populations.items():
            cells, lines = rows_of(population, sources, arguments, environments)
            rows.append(cells)
            programs += lines
    print_rows(["population", "programs", f"{names[0]} ms", *(f"{other} / {names[0]}" for other in names[1:]),
                "worst", "peak MB"], rows)
    if arguments.stages:
        print_stages(arguments.stages, populations)
    for ratio, text in sorted(programs)[:arguments.worst]:
        print(f"  {ratio:.2f}  {text}")


if __name__ == "__main__":
    main()
