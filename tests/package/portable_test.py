#!/usr/bin/env python3
"""Checks that the two libraries run with old C libraries and need nothing else.

Usage: portable_test.py BUILD_DIR OLDEST_GLIBC, for example portable_test.py build 2.28
"""
import pathlib
import re
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv[1])
LIBRARIES = [BUILD / "liblanewise.so", BUILD / "liblanewise-compiler.so"]
# Every system with glibc has these. libstdc++, zlib and zstd are linked statically.
ALLOWED_LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "libgcc_s.so.1",
                     "ld-linux-x86-64.so.2"}
# The newest symbols of each library that an old system has. GCC 8, which came with glibc 2.28, has GCC_7.0.0.
NEWEST = {"GLIBC": tuple(map(int, sys.argv[2].split("."))), "GCC": (7, 0, 0)}


def readelf(*arguments):
    return subprocess.run(["readelf", "-W", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def needed_versions(library):
    """Returns the versions of other libraries' symbols that the library needs, such as GLIBC_2.17."""
    needs = readelf("-V", library).partition("Version needs section")[2]
    return set(re.findall(r"Name: (\w[\w.]*)  Flags", needs))


class Portable(unittest.TestCase):
    def test_no_symbol_is_newer_than_the_oldest_system(self):
        for library in LIBRARIES:
            for version in needed_versions(library):
                family, _, number = version.partition("_")
                self.assertRegex(number, r"^[\d.]+$", f"{library.name} needs {version}")
                self.assertLessEqual(tuple(map(int, number.split("."))), NEWEST[family],
                                     f"{library.name} needs {version}")

    def test_the_check_sees_versions(self):
        for library in LIBRARIES:
            self.assertIn("GLIBC_2.2.5", needed_versions(library))

    def test_only_libraries_that_every_system_has(self):
        for library in LIBRARIES:
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d", library)))
            self.assertIn("libc.so.6", needed)
            self.assertEqual(needed - ALLOWED_LIBRARIES, set(), library.name)

    def test_functions_are_bound_to_the_library_that_has_them_on_old_systems(self):
        for library in LIBRARIES:
            blocks = re.split(r"Version: 1  File: ", readelf("-V", library))
            self.assertTrue(any(block.startswith("libpthread.so.0") for block in blocks), library.name)
            self.assertTrue(any(block.startswith("libdl.so.2") for block in blocks), library.name)

    def test_relocations_have_a_form_that_old_loaders_know(self):
        for library in LIBRARIES:
            self.assertNotIn("(RELR)", readelf("-d", library), library.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
