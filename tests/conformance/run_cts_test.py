#!/usr/bin/env python3
"""Tests run_cts.py without a CTS: a stand-in program plays the sub-tests."""
import io
import contextlib
import json
import pathlib
import stat
import tempfile
import unittest

import report
import run_cts
from suites import SUITES, Suite

# Behaves like a CTS program: lists its sub-tests, and writes its results file unless it crashes or hangs.
STAND_IN = """#!/usr/bin/env python3
import json, os, sys, time
names = ["good", "bad", "absent", "crashes", "hangs"]
if "--list" in sys.argv:
    print("Test names:\\n\\t" + "\\n\\t".join(names))
    sys.exit(0)
name = sys.argv[1]
if name == "crashes":
    os.abort()
if name == "hangs":
    time.sleep(60)
result = {"good": "pass", "bad": "fail", "absent": "skip"}[name]
with open(os.environ["CL_CONFORMANCE_RESULTS_FILENAME"], "w") as file:
    json.dump({"results": {name: result}}, file)
sys.exit(1 if result == "fail" else 0)
"""


class RunCts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        program = self.root / "test_conformance" / "computeinfo" / "test_computeinfo"
        program.parent.mkdir(parents=True)
        program.write_text(STAND_IN)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        (self.root / "CMakeCache.txt").write_text("X:STRING=1\n")
        self.table = self.root / "table.md"
        self.table.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n")

    def run_suite(self, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = run_cts.main(["--cts", str(self.root), "--suite", "computeinfo", "--timeout", "2",
                                 "--vendors", str(self.root), "--logs", str(self.root / "logs"),
                                 "--results", str(self.root / "results.jsonl"),
                                 "--table", str(self.table), *arguments])
        return code, output.getvalue()

    def recorded(self):
        lines = (self.root / "results.jsonl").read_text().splitlines()
        return [(e["test"], e["result"]) for e in map(json.loads, lines)]

    def test_every_kind_of_result(self):
        code, output = self.run_suite()
        self.assertEqual(code, 1)
        self.assertEqual(dict(self.recorded()), {"good": "pass", "bad": "fail", "absent": "skip",
                                                 "crashes": "crash", "hangs": "timeout"})
        self.assertIn("1 passed, 3 failed, 1 skipped", output)
        table = self.table.read_text()
        self.assertIn("CTS: commit unknown.", table)
        self.assertIn("| computeinfo | 1 | 3 | 1 |", table)
        self.assertIn("- computeinfo: hangs (timeout)", table)
        self.assertTrue(table.startswith("before\n") and table.endswith("after\n"))

    def test_resumes(self):
        self.run_suite("--test", "good", "--test", "bad")
        self.run_suite("--test", "good", "--test", "bad", "--test", "absent")
        self.assertEqual([t for t, _ in self.recorded()], ["good", "bad", "absent"])
        self.run_suite("--test", "good", "--test", "bad", "--rerun", "failed")
        self.assertEqual([t for t, _ in self.recorded()], ["good", "bad", "absent", "bad"])

    def test_cut_off_line_is_ignored(self):
        (self.root / "results.jsonl").write_text('{"suite": "computeinfo", "te\n')
        code, _ = self.run_suite("--test", "good")
        self.assertEqual(code, 0)

    def test_command_lines(self):
        plain = Suite("s", "p", before=("single", "5"), after=("-w",))
        self.assertEqual(run_cts.command_line("p", plain, "t"), ["p", "single", "5", "t", "-w"])
        unnamed = Suite("s", "p", after=("-w",), unnamed=True)
        self.assertEqual(run_cts.command_line("p", unnamed, "t"), ["p", "-w"])
        through_spirv = run_cts.command_line("p", plain, "t", self.root)
        self.assertEqual(through_spirv[:5], ["p", "single", "5", "t", "-w"])
        self.assertIn("spir-v", through_spirv)
        self.assertIn(str(self.root.resolve()), through_spirv)

    def test_suite_names_are_unique(self):
        self.assertEqual(len({s.name for s in SUITES}), len(SUITES))


if __name__ == "__main__":
    unittest.main()
