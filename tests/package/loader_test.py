#!/usr/bin/env python3
"""Tests every way to tell an ICD loader where the driver is, with every available loader.

Usage: loader_test.py BUILD_DIR [FOLDER_OF_THE_KHRONOS_LOADER]

The system's loader on Debian 12 is ocl-icd, for which OCL_ICD_VENDORS names a folder, an .icd file or a library. The
Khronos loader accepts only a folder in OCL_ICD_VENDORS; it takes libraries from OCL_ICD_FILENAMES.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv[1])
KHRONOS = sys.argv[2] if len(sys.argv) > 2 else ""

VENDORS = str(BUILD / "vendors")
DRIVER = str(BUILD / "liblanewise.so")


def run(command, **environment):
    """Returns the output of the command, or None when it fails."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("OCL_ICD")}
    done = subprocess.run(command, env=clean | environment, capture_output=True, text=True, timeout=120)
    return done.stdout if done.returncode == 0 else None


def platforms(**environment):
    listing = run(["clinfo", "-l"], **environment) or ""
    return [line.split(":", 1)[1].strip() for line in listing.splitlines() if line.startswith("Platform")]


class Loaders(unittest.TestCase):
    def check(self, **environment):
        self.assertIn("Lanewise", platforms(**environment), environment)
        # This program builds and runs kernels, and checks their results itself.
        picture = BUILD / "loader_test.png"
        command = [str(BUILD / "examples/mandelbrot"), "--size", "64x36", "--check", str(picture)]
        self.assertIsNotNone(run(command, **environment), environment)
        picture.unlink(missing_ok=True)


@unittest.skipUnless(shutil.which("clinfo"), "clinfo is not installed")
class SystemLoader(Loaders):
    def test_vendors_folder(self):
        self.check(OCL_ICD_VENDORS=VENDORS)
        self.check(OCL_ICD_VENDORS=VENDORS + "/")

    def test_vendors_file(self):
        self.check(OCL_ICD_VENDORS=VENDORS + "/lanewise.icd")

    def test_vendors_library(self):
        self.check(OCL_ICD_VENDORS=DRIVER)

    def test_nothing_found_elsewhere(self):
        self.assertNotIn("Lanewise", platforms(OCL_ICD_VENDORS="/nonexistent"))


@unittest.skipUnless(shutil.which("clinfo") and KHRONOS, "no Khronos loader (LANEWISE_KHRONOS_LOADER)")
class KhronosLoader(Loaders):
    def test_vendors_folder(self):
        self.check(LD_LIBRARY_PATH=KHRONOS, OCL_ICD_VENDORS=VENDORS)

    def test_filenames(self):
        self.check(LD_LIBRARY_PATH=KHRONOS, OCL_ICD_FILENAMES=DRIVER, OCL_ICD_VENDORS="/nonexistent")

    def test_filenames_and_vendors_name_it_twice(self):
        listed = platforms(LD_LIBRARY_PATH=KHRONOS, OCL_ICD_FILENAMES=DRIVER, OCL_ICD_VENDORS=VENDORS)
        self.assertEqual(listed.count("Lanewise"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
