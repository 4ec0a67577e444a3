#!/usr/bin/env python3
"""Tests the functions that the driver's library exports: a program linked with the library needs no loader.

Usage: exported_test.py SOURCE_DIR BUILD_DIR C_COMPILER

The same program is linked with the library, with the system's loader, and with both in either order.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
COMPILER = sys.argv[3]

DRIVER = BUILD / "liblanewise.so"


def output_of(*command, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("OCL_ICD")}
    return subprocess.run([str(part) for part in command], env=clean | environment, capture_output=True, text=True,
                          timeout=300, check=True).stdout


def exports(library):
    """Returns the version of each exported function; empty for a library without versions."""
    symbols = [line.split()[-1] for line in output_of("nm", "-D", "--defined-only", library).splitlines()]
    pairs = (symbol.partition("@") for symbol in symbols)
    return {name: version.lstrip("@") for name, _, version in pairs if name.startswith("cl")}


def system_loader():
    for line in output_of("/sbin/ldconfig", "-p").splitlines():
        if "libOpenCL.so.1 " in line and "x86-64" in line:
            return line.split("=>")[1].strip()
    return None


LOADER = system_loader()


class Exports(unittest.TestCase):
    def test_every_function_of_the_icd_table(self):
        text = (SOURCE / "src/runtime/api/api_table.def").read_text()
        functions = set(re.findall(r"^(?:BUILT|ABSENT)\((cl\w+)\)", text, re.MULTILINE))
        self.assertGreater(len(functions), 100)
        self.assertEqual(functions - exports(DRIVER).keys(), set())

    def test_every_extension_function(self):
        text = (SOURCE / "src/runtime/api/extension_functions.def").read_text()
        functions = set(re.findall(r"EXTENSION\((cl\w+)\)", text))
        self.assertIn("clIcdGetPlatformIDsKHR", functions)
        self.assertEqual(functions - exports(DRIVER).keys(), set())

    @unittest.skipUnless(LOADER, "no libOpenCL.so.1")
    def test_the_names_and_versions_of_the_loader(self):
        ours = exports(DRIVER)
        for name, version in exports(LOADER).items():
            self.assertIn(name, ours)
            if version.startswith("OPENCL_"):
                self.assertEqual(ours[name], version, name)

    def test_no_other_library_can_replace_the_drivers_own_calls(self):
        relocations = output_of("readelf", "-rW", DRIVER).splitlines()
        self.assertEqual([line for line in relocations if re.search(r" cl[A-Z]\w+", line)], [])


class LinkedPrograms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def libraries_of(self, *libraries, **environment):
        """Links the host program with the libraries, runs it, and returns the libraries that its calls go to."""
        program = self.folder / "host"
        output_of(COMPILER, SOURCE / "tests/package/linked_host.c", "-o", program, "-Wl,--no-as-needed", *libraries,
                  "-ldl", f"-Wl,-rpath,{BUILD}")
        return {pathlib.Path(line).resolve() for line in output_of(program, **environment).splitlines()}

    def test_the_library_alone(self):
        self.assertEqual(self.libraries_of(DRIVER), {DRIVER.resolve()})

    @unittest.skipUnless(LOADER, "no libOpenCL.so.1")
    def test_the_loader_alone(self):
        self.assertEqual(self.libraries_of(LOADER, OCL_ICD_VENDORS=str(BUILD / "vendors")),
                         {pathlib.Path(LOADER).resolve()})

    @unittest.skipUnless(LOADER, "no libOpenCL.so.1")
    def test_the_loader_before_the_library(self):
        self.assertEqual(self.libraries_of(LOADER, DRIVER, OCL_ICD_VENDORS=str(BUILD / "vendors")),
                         {pathlib.Path(LOADER).resolve()})

    @unittest.skipUnless(LOADER, "no libOpenCL.so.1")
    def test_the_library_before_the_loader(self):
        self.assertEqual(self.libraries_of(DRIVER, LOADER, OCL_ICD_VENDORS=str(BUILD / "vendors")),
                         {DRIVER.resolve()})

    @unittest.skipUnless(LOADER, "no libOpenCL.so.1")
    def test_the_library_in_the_loaders_place(self):
        (self.folder / "libOpenCL.so.1").symlink_to(DRIVER)
        self.assertEqual(self.libraries_of(LOADER, LD_LIBRARY_PATH=str(self.folder)), {DRIVER.resolve()})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
