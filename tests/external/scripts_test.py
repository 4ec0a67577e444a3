#!/usr/bin/env python3
"""Tests the scripts that run other people's programs, with stand-ins for the programs.

usage: scripts_test.py RUN_KERNEL_FILE ICD_FILE LAUNCH_TIMES_LIBRARY
"""
import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import clsmith
import drivers
import launch_times
import programs
from references import ReferenceStore
from suites.program import Program, all_of, same_lines, with_line, without

HOST, ICD, LAYER = sys.argv[1:4]

# The generator's output: a header with sizes and parameters, then a program.
GENERATED = """// --atomics 2 ---emi -g 12,4,1 -l 6,2,1
__kernel void entry(__global ulong *result, __global volatile uint *a, __global volatile uint *b, __global int *emi) {
    atomic_inc(&a[get_group_id(0)]);
    result[get_global_id(1) * 12 + get_global_id(0)] = (ulong)(emi[3] + BONUS) << 32 | get_global_id(0);
}
"""


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "CLSmith.h").write_text("")
        self.driver = drivers.parse_driver(f"lanewise={ICD}@LANEWISE_CACHE=0")


class Drivers(Folder):
    def test_a_driver_has_a_library_path_and_variables(self):
        driver = drivers.parse_driver(f"a={ICD}:/lib/x@B=1@C=2")
        environment = driver.varied("b", D="3").environment(self.root)
        self.assertEqual([environment[n] for n in ("LD_LIBRARY_PATH", "B", "C", "D")], ["/lib/x", "1", "2", "3"])
        self.assertEqual([p.name for p in pathlib.Path(environment["OCL_ICD_VENDORS"]).iterdir()],
                         [pathlib.Path(ICD).name])

    def test_what_is_no_driver_is_refused(self):
        for text in ("a", "a=/nowhere.icd", ICD):
            self.assertRaises(ValueError, drivers.parse_driver, text)

    def run_shell(self, script, timeout=20):
        outcome = drivers.run(["/bin/sh", "-c", script], self.driver, timeout)
        return outcome.verdict, outcome.reason

    def test_every_kind_of_end(self):
        self.assertEqual(self.run_shell("echo x"), (drivers.OK, ""))
        self.assertEqual(self.run_shell("echo no >&2; exit 3"), (drivers.FAILED, "exit code 3: no"))
        self.assertEqual(self.run_shell("kill -SEGV $$"), (drivers.CRASHED, "SIGSEGV"))
        verdict, reason = self.run_shell("while :; do :; done", timeout=1)
        self.assertEqual(verdict, drivers.TIMED_OUT)  # on a busy machine it may get less than 1 s of CPU time in 10 s
        self.assertIn(reason, ("over 1 s of CPU time", "over 10 s, waiting"))
        self.assertEqual(self.run_shell("sleep 60 & wait", timeout=0.1), (drivers.TIMED_OUT, "over 1 s, waiting"))


class Judges(Folder):
    def test_lines(self):
        judge = all_of(with_line("Passed"), without("FAILED"))
        self.assertEqual(judge("Passed\n"), "")
        self.assertEqual(judge("Passed\nx FAILED\n"), "x FAILED")
        self.assertIn("Passed", judge("nothing\n"))

    def test_lines_of_a_file(self):
        path = self.root / "expected"
        path.write_text("1\n2\n")
        self.assertEqual(same_lines(path)("1\n2\n"), "")
        self.assertEqual(same_lines(path)("2\n1\n"), "line 1 is '2', not '1'")
        self.assertEqual(same_lines(path, in_order=False)("2\n1\n"), "")
        self.assertEqual(same_lines(path)("1\n"), "1 lines, not 2")

    def test_exit_codes_for_skipping(self):
        program = Program("p", [], self.root)
        skipped = drivers.Outcome(drivers.FAILED, "exit code 77: no images", "", 0)
        self.assertEqual(programs.verdict_of(program, skipped)[0], programs.SKIPPED)
        failed = drivers.Outcome(drivers.FAILED, "exit code 1: no", "", 0)
        self.assertEqual(programs.verdict_of(program, failed), (drivers.FAILED, "exit code 1: no"))


class ClSmith(Folder):
    def outcome(self, verdict, output="", reason=""):
        return drivers.Outcome(verdict, reason, output, 0)

    def test_arguments_follow_the_header(self):
        self.assertEqual(clsmith.buffers_of(GENERATED.splitlines()[0], "u64"),
                         ["u64*48=0", "u32*8=0", "u32*8=0", "u32*1024=1024-1"])

    def test_verdicts(self):
        ok = lambda output: self.outcome(drivers.OK, output)
        crash = self.outcome(drivers.CRASHED, reason="SIGSEGV")
        no_build = self.outcome(drivers.FAILED, reason="exit code 3: error")
        cases = [({"a": ok("1"), "b": ok("1")}, {"r": ok("1")}, "ok"),
                 ({"a": ok("1"), "b": ok("2")}, {"r": ok("1")}, "wrong"),
                 ({"a": ok("1"), "b": ok("1")}, {"r": ok("2")}, "wrong"),
                 ({"a": ok("1"), "b": ok("1")}, {"r": ok("1"), "s": ok("2")}, "undecided"),
                 ({"a": ok("1"), "b": ok("2")}, {"r": crash}, "wrong"),
                 ({"a": ok("1"), "b": crash}, {"r": ok("1")}, "crashed"),
                 ({"a": crash, "b": crash}, {"r": crash}, "undecided"),
                 ({"a": no_build}, {"r": no_build}, "skipped"),
                 ({"a": no_build}, {"r": ok("1")}, "failed")]
        for own, references, verdict in cases:
            self.assertEqual(clsmith.judge(own, references)[0], verdict, (own, references))

    def test_a_program_runs_and_its_first_buffer_is_printed(self):
        path = self.root / "p.cl"
        path.write_text(GENERATED)
        command = clsmith.command_for(HOST, path, self.root, "-DBONUS=1")
        outcome = drivers.run(command, self.driver, 60)
        self.assertEqual(outcome.verdict, drivers.OK, outcome.reason)
        self.assertEqual([int(line, 16) for line in outcome.output.split()],
                         [(1022 << 32) | x for _ in range(4) for x in range(12)])
        broken = drivers.run(clsmith.command_for(HOST, path, self.root, ""), self.driver, 60)
        self.assertTrue(broken.reason.startswith(clsmith.DOES_NOT_BUILD), broken.reason)

    def test_references_are_asked_once(self):
        path, log = self.root / "p.cl", self.root / "asked"
        path.write_text("x")
        command = ["/bin/sh", "-c", f"echo . >> {log}; echo result", str(path)]
        for _ in range(2):
            outcome = ReferenceStore(self.root / "store").outcome(path, self.driver, command, 20)
            self.assertEqual(outcome.verdict, drivers.OK)
        self.assertEqual(log.read_text(), ".\n")

    def test_a_run_goes_on_where_it_ended(self):
        generator = self.root / "generator"
        generator.write_text('#!/bin/sh\nfor last; do :; done\ncp "$(dirname "$0")/p.cl" "$last"\n')
        generator.chmod(0o755)
        (self.root / "p.cl").write_text(GENERATED.replace("BONUS", "1"))
        arguments = ["--generator", str(generator), "--include", str(self.root), "--host", HOST, "--seeds", "1:2",
                     "--modes", "basic", "--widths", "8", "--results", str(self.root / "results"),
                     f"lanewise={ICD}", f"other={ICD}"]
        for said in ("2 ok", "nothing left to run"):
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                self.assertEqual(clsmith.main(arguments), 0)
            self.assertEqual(output.getvalue().strip(), said)
        entries = [json.loads(line) for line in (self.root / "results").read_text().splitlines()]
        self.assertEqual([(e["seed"], e["verdict"]) for e in entries], [(1, "ok"), (2, "ok")])


class LaunchTimes(Folder):
    def test_launches_of_a_program_are_told(self):
        source = self.root / "p.cl"
        source.write_text("kernel void entry(global ulong* a) {"
                          " ulong x = a[get_global_id(0)]; for (ulong i = 0; i < 100000; ++i) x ^= x * 5 + i;"
                          " a[get_global_id(0)] = x; }")
        command = [HOST, str(source), "entry", "64,2", "8,1", "", "u64*128=1"]
        times = launch_times.times(self.driver, command, self.root, LAYER)
        self.assertEqual(list(times), ["entry 64x2:8x1"])
        self.assertGreater(times["entry 64x2:8x1"], launch_times.LEAST_US)

    def test_launches_again_and_prints_each(self):
        source = self.root / "quick.cl"
        source.write_text("kernel void count(global uint* a) { a[get_global_id(0)] += 1; }")
        rows = self.root / "rows"
        with tempfile.TemporaryDirectory() as scratch:
            environment = dict(self.driver.environment(scratch), OPENCL_LAYERS=LAYER, LAUNCH_TIMES=str(rows),
                               LAUNCH_TIMES_REPEATS="5")
            done = subprocess.run([HOST, str(source), "count", "8", "8", "", "u32*8=1"], env=environment,
                                  capture_output=True, text=True, check=True)
        self.assertEqual([row.rpartition(" ")[0] for row in rows.read_text().splitlines()], ["count 8:8"] * 5)
        self.assertIn("6", done.stdout)

    def test_ratios_are_of_what_both_drivers_ran(self):
        first, second = {"a": 10.0, "b": 40.0, "short": 1.0, "mine": 9.0}, {"a": 20.0, "b": 20.0, "short": 2.0}
        self.assertEqual(launch_times.ratios(first, second), [(0.5, "b"), (2.0, "a")])
        self.assertAlmostEqual(launch_times.geometric_mean([0.5, 2.0]), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
