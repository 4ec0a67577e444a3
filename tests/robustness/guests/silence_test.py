#!/usr/bin/env python3
"""Runs tests of a suite with stdout and stderr closed, and once more to count the driver's output.

Usage: silence_test.py PROGRAM SHARD SHARDS
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SHARD, SHARDS = sys.argv[1:4]
# Lines that the test framework itself prints.
FRAMEWORK = re.compile(rb"^(\[[-=A-Z ]*\].*|Running main\(\) from .*|Note: .*|)$")


def run(**streams):
    """Returns the exit code, both outputs, and the report that the framework writes to a file."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        environment = os.environ | {"GTEST_TOTAL_SHARDS": SHARDS, "GTEST_SHARD_INDEX": SHARD}
        done = subprocess.run([PROGRAM, f"--gtest_output=json:{report.name}"], env=environment, timeout=600, **streams)
        return done, json.load(report)


class Silence(unittest.TestCase):
    def check(self, done, report):
        failed = [
            (f"{test['classname']}.{test['name']}", test["failures"])
            for suite in report["testsuites"]
            for test in suite["testsuite"]
            if "failures" in test
        ]
        self.assertEqual(failed, [])
        self.assertEqual(done.returncode, 0)
        self.assertGreater(report["tests"], 0)
        self.assertEqual((report["failures"], report["errors"]), (0, 0))

    def test_closed(self):
        def close_all():
            for stream in range(3):
                os.close(stream)

        self.check(*run(preexec_fn=close_all))

    def test_piped(self):
        done, report = run(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.check(done, report)
        self.assertEqual(done.stderr, b"")
        foreign = [line for line in done.stdout.split(b"\n") if not FRAMEWORK.match(line)]
        self.assertEqual(foreign, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
