#!/usr/bin/env python3
"""Checks that the files of a release do not depend on the folder and the time at which they are packed.

cmake/check_reproducible.sh compares whole builds.

Usage: same_bytes_test.py SOURCE_DIR BUILD_DIR RELEASE_DIR
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD, RELEASE = (pathlib.Path(argument) for argument in sys.argv[1:4])


class SameBytes(unittest.TestCase):
    def test_a_second_release_is_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            again = pathlib.Path(folder) / "elsewhere"
            other = {"COMPRESSION": "gzip", "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
            subprocess.run(["sh", str(SOURCE / "cmake/release.sh"), str(BUILD), str(again)], check=True,
                           env=os.environ | other, capture_output=True)
            names = {file.name for file in again.iterdir()}
            self.assertEqual(names, {file.name for file in RELEASE.iterdir()})
            for name in names:
                self.assertEqual((again / name).read_bytes(), (RELEASE / name).read_bytes(), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
