#!/usr/bin/env python3
"""Runs suites of OpenCL programs that verify their own results, on any number of drivers side by side.

    programs.py SUITE --built FOLDER --sources FOLDER --results FILE NAME=ICD_FILE [NAME=ICD_FILE ...]
    programs.py --table FILE [FILE ...]              prints a table of the result files, in Markdown

The suites are the modules of suites/. The top of each module says what its two folders hold. The programs exist
already: nothing is built here. Results go to a file of JSON lines, and a further run continues where the last one
ended.
"""
import argparse
import collections
import fnmatch
import importlib
import json
import pathlib
import sys

import drivers

SKIPPED = "skipped"
FOLDER = pathlib.Path(__file__).resolve().parent


def suite_names():
    return sorted(p.stem for p in (FOLDER / "suites").glob("*.py") if p.stem != "program")


def verdict_of(program, outcome):
    """Returns (verdict, reason) of a program that ran. The program's own judge checks the output if it ended
    normally."""
    if outcome.verdict in (drivers.CRASHED, drivers.TIMED_OUT):
        return outcome.verdict, outcome.reason
    if outcome.reason.startswith(tuple(f"exit code {code}:" for code in program.skip_codes)):
        return SKIPPED, outcome.reason
    if outcome.verdict != drivers.OK:
        return outcome.verdict, outcome.reason
    complaint = program.complaint(outcome.output)
    return (drivers.FAILED, complaint) if complaint else (drivers.OK, "")


def known_results(path):
    if not path.exists():
        return set()
    return {(e["suite"], e["program"], e["driver"]) for e in map(json.loads, path.read_text().splitlines())}


def run_suite(name, programs, options):
    known = known_results(options.results)
    counts = {driver.name: collections.Counter() for driver in options.drivers}
    for program in programs:
        for driver in options.drivers:
            if (name, program.name, driver.name) in known:
                continue
            outcome = drivers.run(program.command, driver, options.timeout or program.timeout, cwd=program.folder)
            verdict, reason = verdict_of(program, outcome)
            counts[driver.name][verdict] += 1
            entry = {"suite": name, "program": program.name, "driver": driver.name, "verdict": verdict,
                     "reason": reason, "seconds": round(outcome.seconds, 2)}
            with open(options.results, "a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
            if verdict not in (drivers.OK, SKIPPED):
                print(f"{program.name} on {driver.name}: {verdict}: {reason}", flush=True)
    for driver, verdicts in counts.items():
        print(f"{driver}: " + (", ".join(f"{n} {v}" for v, n in verdicts.most_common()) or "nothing left to run"))
    first = counts[options.drivers[0].name]
    return 1 if set(first) - {drivers.OK, SKIPPED} else 0


def table(paths):
    """Returns rows of suites and columns of drivers, then every program on which the drivers' verdicts differ."""
    entries = [json.loads(line) for path in paths for line in path.read_text().splitlines()]
    names = list(dict.fromkeys(e["driver"] for e in entries))
    suites = list(dict.fromkeys(e["suite"] for e in entries))
    lines = ["| suite | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for suite in suites:
        cells = []
        for name in names:
            verdicts = collections.Counter(e["verdict"] for e in entries if (e["suite"], e["driver"]) == (suite, name))
            cells.append(", ".join(f"{n} {v}" for v, n in verdicts.most_common()))
        lines.append(f"| {suite} | " + " | ".join(cells) + " |")
    verdicts = collections.defaultdict(dict)
    for e in entries:
        verdicts[e["suite"], e["program"]][e["driver"]] = f"{e['verdict']} {e['reason']}".strip()
    for (suite, program), said in verdicts.items():
        if set(said.values()) - {drivers.OK}:
            lines.append(f"- {suite} {program}: " + "; ".join(f"{n} {v}" for n, v in said.items()))
    return "\n".join(lines)


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("suite", nargs="?", choices=suite_names())
    parser.add_argument("drivers", nargs="*", type=drivers.parse_driver, metavar="NAME=ICD_FILE")
    parser.add_argument("--built", type=pathlib.Path, help="folder of the suite's programs")
    parser.add_argument("--sources", type=pathlib.Path, help="folder of the suite's repository")
    parser.add_argument("--results", type=pathlib.Path, help="file of JSON lines to add to")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="programs whose name matches")
    parser.add_argument("--timeout", type=float, help="CPU seconds for a program, instead of the suite's own limit")
    parser.add_argument("--table", nargs="+", type=pathlib.Path, metavar="FILE")
    return parser.parse_intermixed_args(argv)


def main(argv):
    options = parse_arguments(argv)
    if options.table:
        print(table(options.table))
        return 0
    if not (options.suite and options.drivers and options.built and options.results):
        sys.exit("a suite, --built, --results and a driver are needed")
    suite = importlib.import_module(f"suites.{options.suite}")
    sources = (options.sources or options.built).resolve()
    programs = [p for p in suite.programs(options.built.resolve(), sources) if fnmatch.fnmatchcase(p.name, options.only)]
    if not programs:
        sys.exit(f"no program of {options.suite} in {options.built}")
    return run_suite(options.suite, programs, options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
