#!/usr/bin/env python3
"""Runs random programs of CLSmith on a driver, and compares the results with other drivers and vector widths.

    clsmith.py --generator CLSmith --include FOLDER --host run_kernel_file --results FILE --seeds 1:100
               DRIVER [REFERENCE ...]                       (drivers: see drivers.py)

Each program of a mode and seed runs on DRIVER in its default way, at each vector width, and with -cl-opt-disable.
If all results agree with the first reference, the program is ok. Otherwise the other references run it as well, and the
result of most of them is right. Results go to a file of JSON lines. A further run continues where the last one ended,
and several runs may share one file if their seeds or modes differ. Programs with a fault stay in the folder --keep.

The verdicts: ok, wrong (results differ from the references', or from each other), crashed, timed out, failed (the
program does not build or run), undecided (the references do not agree, or none could run it, and all results of DRIVER
are the same), skipped (the generator gave up).
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import drivers
from references import ReferenceStore, digested

# --message_passing is left out: its work-items wait for others of their group without a barrier, and OpenCL promises no
# progress then. Fake and group divergence use the array of --emi, but do not request it.
MODES = {
    "basic": [],
    "small": ["--small"],
    "vectors": ["--vectors"],
    "barriers": ["--barriers", "--emi"],
    "divergence": ["--divergence"],
    "tracked": ["--barriers", "--emi", "--divergence", "--track_divergence"],
    "fake": ["--barriers", "--emi", "--fake_divergence"],
    "group": ["--barriers", "--emi", "--group_divergence"],
    "atomics": ["--atomics"],
    "reductions": ["--atomic_reductions"],
    "communication": ["--inter_thread_comm"],
    "emi": ["--emi"],
    "emi_pruned": ["--emi", "--emi_p_leaf", "90", "--emi_p_compound", "5", "--emi_p_lift", "5"],
    "embedded": ["--embedded", "--barriers", "--emi", "--vectors"],
    "all": ["--barriers", "--vectors", "--atomics", "--atomic_reductions", "--inter_thread_comm", "--emi",
            "--fake_divergence", "--group_divergence"],
    "flow": ["--barriers", "--atomics", "--atomic_reductions", "--inter_thread_comm", "--emi", "--fake_divergence",
             "--group_divergence"],
}

# The first line of a program names the flags in use. The order here is that of the kernel's parameters.
FLAGS = ("---atomic_reductions", "---emi", "---fake_divergence", "---inter_thread_comm")
WIDTHS = (1, 8, 16, 32)
DOES_NOT_BUILD = "exit code 3:"


def sizes_of(text, option):
    match = re.search(rf"(?:^|\s){option} ([\d,]+)", text)
    return [int(n) for n in match.group(1).split(",")]


def buffers_of(header, result_type):
    """Returns the kernel's arguments in the notation of run_kernel_file, from the first line of a program."""
    global_size, local_size = sizes_of(header, "-g"), sizes_of(header, "-l")
    items = groups = 1
    for g, l in zip(global_size, local_size):
        items, groups = items * g, groups * (g // l)
    buffers = [f"{result_type}*{items}=0"]
    counters = re.search(r"--atomics (\d+)", header)
    if counters:
        buffers += [f"u32*{max(1, int(counters.group(1)) * groups)}=0"] * 2
    kinds = {"---atomic_reductions": f"u32*{groups}=0", "---emi": "u32*1024=1024-1",
             "---fake_divergence": f"u32*{max(global_size)}=10+1", "---inter_thread_comm": f"u64*{items}=1"}
    return buffers + [kinds[flag] for flag in FLAGS if flag in header]


def command_for(host, program, include, options):
    with open(program, encoding="utf-8") as file:
        text = file.read()
    header = text.splitlines()[0]
    result_type = "u64" if "entry(__global ulong *" in text else "u32"
    sizes = [",".join(map(str, sizes_of(header, option))) for option in ("-g", "-l")]
    return [str(host), str(program), "entry", *sizes, f"-w -I{include} {options}".strip(),
            *buffers_of(header, result_type)]


def generate(generator, mode, seed, path):
    """Tells whether CLSmith made a program; for some seeds it crashes or does not end."""
    command = [str(generator), "--seed", str(seed), *MODES[mode], "-o", str(path)]
    try:
        done = subprocess.run(command, cwd=path.parent, capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0 and path.exists() and "entry(" in path.read_text()


def configurations(driver, widths):
    """Yields (name, driver, build options) of every configuration of the driver under test."""
    yield "default", driver, ""
    yield "no optimization", driver, "-cl-opt-disable"
    for width in widths:
        yield f"width {width}", driver.varied(driver.name, LANEWISE_VECTOR_WIDTH=str(width)), ""


def agreed(outcomes):
    """Returns the most frequent result of the references, or None when there is no single such result."""
    said = collections.Counter(o.output for o in outcomes if o.verdict == drivers.OK)
    if not said:
        return None
    (output, count), *others = said.most_common()
    return output if not others or count > others[0][1] else None


def judge(own, references):
    """Returns (verdict, reason) of a program; `own` and `references` map names to outcomes."""
    if all(o.reason.startswith(DOES_NOT_BUILD) for o in (*own.values(), *references.values())):
        return "skipped", "no driver builds it"
    for kind in (drivers.CRASHED, drivers.TIMED_OUT, drivers.FAILED):
        bad = [name for name, outcome in own.items() if outcome.verdict == kind]
        if bad:
            elsewhere = {o.verdict for o in references.values()}
            if elsewhere and drivers.OK not in elsewhere:
                return "undecided", f"no reference runs it; {kind} with {', '.join(bad)}"
            return kind, f"{', '.join(bad)}: {own[bad[0]].reason}"
    expected = agreed(references.values())
    outputs = {o.output for o in own.values()}
    if expected is None:
        if len(outputs) > 1:
            return "wrong", "differs from itself: " + shared_outputs(own)
        return "undecided", "the references do not agree"
    bad = [name for name, outcome in own.items() if outcome.output != expected]
    return ("wrong", f"differs with {', '.join(bad)}") if bad else ("ok", "")


def shared_outputs(own):
    groups = collections.defaultdict(list)
    for name, outcome in own.items():
        groups[outcome.output].append(name)
    return " | ".join(", ".join(names) for names in groups.values())


def run_program(path, options, driver, references, store):
    """Returns the entry of the results file for one program.

    A program that times out both in one configuration and on the first reference is not run in the other
    configurations.
    """
    own, others = {}, {}

    def ask(reference):
        if reference.name not in others:
            command = command_for(options.host, path, options.include, options.reference_options)
            others[reference.name] = store.outcome(path, reference, command, options.reference_timeout)
        return others[reference.name]

    for name, configured, flags in configurations(driver, options.widths):
        command = command_for(options.host, path, options.include, flags)
        own[name] = digested(drivers.run(command, configured, options.timeout))
        if own[name].verdict == drivers.TIMED_OUT and references and ask(references[0]).verdict == drivers.TIMED_OUT:
            return {"verdict": "undecided", "reason": f"does not end with {name}, nor on {references[0].name}"}
    for reference in references:
        ask(reference)
        verdict, reason = judge(own, others)
        if verdict in ("ok", "skipped"):
            break
    if not references:
        verdict, reason = judge(own, {})
    said = {name: o.reason or "ok" for name, o in others.items()}
    return {"verdict": verdict, "reason": reason, "references": said, "seconds": round(own["default"].seconds, 2)}


def known_results(path):
    if not path.exists():
        return set()
    return {(entry["mode"], entry["seed"]) for entry in map(json.loads, path.read_text().splitlines())}


def run_all(options, driver, references):
    store = ReferenceStore(options.references)
    known = known_results(options.results)
    counts = collections.Counter()
    for seed in range(*options.seeds):
        for mode in options.modes:
            if (mode, seed) in known:
                continue
            with tempfile.TemporaryDirectory(prefix="clsmith-") as folder:
                program = pathlib.Path(folder) / f"{mode}-{seed}.cl"
                entry = {"mode": mode, "seed": seed, "verdict": "skipped", "reason": "the generator gave up"}
                if generate(options.generator, mode, seed, program):
                    entry.update(run_program(program, options, driver, references, store))
                if entry["verdict"] not in ("ok", "skipped") and options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / program.name).write_text(program.read_text())
            counts[entry["verdict"]] += 1
            with open(options.results, "a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
            if entry["verdict"] not in ("ok", "skipped"):
                print(f"{mode} {seed}: {entry['verdict']}: {entry['reason']}", flush=True)
    return counts


def seed_range(text):
    first, _, last = text.partition(":")
    return int(first), int(last or first) + 1


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("drivers", nargs="+", type=drivers.parse_driver, metavar="NAME=ICD_FILE",
                        help="the driver under test, then the references")
    parser.add_argument("--generator", type=pathlib.Path, required=True, help="CLSmith's program")
    parser.add_argument("--include", type=pathlib.Path, required=True, help="folder of CLSmith.h")
    parser.add_argument("--host", type=pathlib.Path, required=True, help="build/tests/external/run_kernel_file")
    parser.add_argument("--results", type=pathlib.Path, required=True, help="file of JSON lines to add to")
    parser.add_argument("--references", type=pathlib.Path,
                        help="file of JSON lines that keeps what the references say, for later runs")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for programs that show a fault")
    parser.add_argument("--seeds", type=seed_range, default=(1, 11), metavar="A:B")
    parser.add_argument("--modes", type=lambda text: text.split(","), default=list(MODES),
                        help="of " + ", ".join(MODES))
    parser.add_argument("--widths", type=lambda text: [int(w) for w in text.split(",") if w], default=list(WIDTHS))
    parser.add_argument("--reference-options", default="-cl-opt-disable",
                        help="build options for references (-cl-opt-disable: faster, and right more often)")
    parser.add_argument("--timeout", type=float, default=20, help="CPU seconds for one run (20)")
    parser.add_argument("--reference-timeout", type=float, default=60, help="the same for references (60)")
    return parser.parse_args(argv)


def main(argv):
    options = parse_arguments(argv)
    unknown = set(options.modes) - set(MODES)
    if unknown:
        sys.exit(f"no such mode: {', '.join(sorted(unknown))}")
    driver, *references = options.drivers
    counts = run_all(options, driver, references)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()) or "nothing left to run")
    return 1 if set(counts) - {"ok", "skipped", "undecided"} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
