#!/usr/bin/env python3
"""Runs a benchmark program on several OpenCL drivers and prints the figures side by side.

usage: compare.py PROGRAM NAME=ICD_FILE [NAME=ICD_FILE ...] [-- ARGUMENTS FOR PROGRAM]

The first driver is the one the ratios are for: a ratio over 1 means it is faster than the other. Each driver runs in
a process of its own (OCL_ICD_VENDORS names a folder with just its .icd), so that drivers cannot meet; the drivers
take turns within each of --rounds rounds and the best figure of each counts, because shared machines drift.
Set LD_LIBRARY_PATH for a driver that needs it as NAME=ICD_FILE:LIBRARY_PATH.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def parse_driver(text):
    name, _, location = text.partition("=")
    icd, _, library_path = location.partition(":")
    if not name or not pathlib.Path(icd).exists():
        sys.exit(f"not NAME=ICD_FILE: {text}")
    return name, pathlib.Path(icd), library_path


def environment(icd, library_path, folder):
    link = pathlib.Path(folder) / icd.name
    if not link.exists():
        link.write_text(icd.read_text())
    env = dict(os.environ, OCL_ICD_VENDORS=str(folder))
    if library_path:
        env["LD_LIBRARY_PATH"] = library_path
    return env


def figures_of(benchmark):
    """Every figure of one benchmark: {name: (value, whether larger is better)}."""
    known = {"name", "run_name", "run_type", "repetitions", "repetition_index", "threads", "iterations",
             "real_time", "cpu_time", "time_unit", "family_index", "per_family_instance_index"}
    name = benchmark["name"].split("/iterations")[0].replace("/manual_time", "").replace("/real_time", "")
    custom = {k: v for k, v in benchmark.items() if k not in known and isinstance(v, (int, float))}
    if not custom:
        return {f"{name} {benchmark['time_unit']}": (benchmark["real_time"], False)}
    return {f"{name} {k}": (v, "/s" in k) for k, v in custom.items()}


def run(program, env, arguments):
    command = [program, *arguments]
    if not program.endswith("startup"):
        command.append("--benchmark_format=json")
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    if done.returncode:
        print(f"  failed: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return {}
    data = json.loads(done.stdout)
    if "benchmarks" not in data:
        return {name: (value, False) for name, value in data.items()}
    result = {}
    for benchmark in data["benchmarks"]:
        if "error_occurred" not in benchmark:
            result.update(figures_of(benchmark))
    return result


def better(a, b, larger):
    if a is None or b is None:
        return a if b is None else b
    return max(a, b) if larger else min(a, b)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("drivers", nargs="+", type=parse_driver)
    parser.add_argument("--rounds", type=int, default=2)
    own, _, rest = " ".join(sys.argv[1:]).partition(" -- ")
    arguments = parser.parse_args(own.split())
    best, larger = {}, {}
    with tempfile.TemporaryDirectory() as root:
        for _ in range(arguments.rounds):
            for name, icd, library_path in arguments.drivers:
                folder = pathlib.Path(root) / name
                folder.mkdir(exist_ok=True)
                print(f"running {name} ...", file=sys.stderr, flush=True)
                env = environment(icd, library_path, folder)
                for figure, (value, is_larger) in run(arguments.program, env, rest.split()).items():
                    larger[figure] = is_larger
                    row = best.setdefault(figure, {})
                    row[name] = better(row.get(name), value, is_larger)
    print_table([name for name, _, _ in arguments.drivers], best, larger)


def print_table(names, best, larger):
    ours = names[0]
    print("| figure | " + " | ".join(names) + " | " + " | ".join(f"{ours} / {n}" for n in names[1:]) + " |")
    print("|---|" + "--:|" * (2 * len(names) - 1))
    for figure, row in best.items():
        cells = [f"{row[n]:.3g}" if n in row else "-" for n in names]
        for other in names[1:]:
            if ours in row and other in row and row[ours] and row[other]:
                ratio = row[ours] / row[other] if larger[figure] else row[other] / row[ours]
                cells.append(f"{ratio:.2f}")
            else:
                cells.append("-")
        print(f"| {figure} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
