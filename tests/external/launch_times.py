#!/usr/bin/env python3
"""Compares the time of each kernel of a program on two drivers, launch by launch.

usage: launch_times.py --layer LIBRARY [--folder F] [--repeats N] [--below R] DRIVER DRIVER -- COMMAND...

Runs COMMAND in folder F twice on each driver (drivers.py), with the layer liblaunch_times.so (launch_times.cpp). The
first run fills the drivers' caches on disk. For each kernel and size, the quickest launch of both drivers counts if it
took 5 us or more on one of them. Prints the second driver's time over the first driver's, the lowest first, up to R;
then the geometric mean. With N, each kernel and size is launched N times, even if this changes the program's results.
"""
import argparse
import math
import pathlib
import subprocess
import sys
import tempfile

import drivers

LEAST_US = 5


def times(driver, command, folder, layer, repeats=1):
    """Returns the least microseconds of each kernel and sizes."""
    with tempfile.TemporaryDirectory() as scratch:
        rows = pathlib.Path(scratch) / "rows"
        for run in range(2):
            rows.write_text("")
            environment = dict(driver.environment(scratch), OPENCL_LAYERS=str(layer), LAUNCH_TIMES=str(rows),
                               LAUNCH_TIMES_REPEATS=str(repeats))
            subprocess.run(command, cwd=folder, env=environment, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        least = {}
        for line in rows.read_text().splitlines():
            launch, _, took = line.rpartition(" ")
            least[launch] = min(float(took), least.get(launch, math.inf))
        return least


def ratios(first, second):
    both = [(second[k] / first[k], k) for k in first.keys() & second.keys() if max(first[k], second[k]) >= LEAST_US]
    return sorted(both)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layer", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path.cwd())
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--below", type=float, default=math.inf)
    parser.add_argument("drivers", nargs=2, type=drivers.parse_driver)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args(arguments)
    first, second = (times(d, options.command, options.folder, options.layer.resolve(), options.repeats)
                     for d in options.drivers)
    found = ratios(first, second)
    for ratio, launch in found:
        if ratio < options.below:
            print(f"{ratio:6.2f} {first[launch]:12.1f} {second[launch]:12.1f} us  {launch}")
    if not found:
        print("no launch of both")
        return 1
    print(f"{len(found)} kernels and sizes, geometric mean {geometric_mean([r for r, _ in found]):.2f}, "
          f"{sum(r < 1 for r, _ in found)} below 1")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
