#!/usr/bin/env python3
"""Compares the versions that the driver, its packages and the documents name with project(VERSION).

Usage: version_test.py SOURCE_DIR BUILD_DIR RELEASE_DIR
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

SOURCE, BUILD, RELEASE = (pathlib.Path(argument) for argument in sys.argv[1:4])
VERSION = re.search(r"project\(lanewise VERSION (\d+\.\d+\.\d+)", (SOURCE / "CMakeLists.txt").read_text())[1]


def run(*command, **environment):
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | environment).stdout


class Versions(unittest.TestCase):
    @unittest.skipUnless(shutil.which("clinfo"), "clinfo is not installed")
    def test_of_the_driver(self):
        vendors = str(BUILD / "vendors")
        for name, value in (("CL_DRIVER_VERSION", rf"{VERSION} \(build [0-9a-f]+\)"),
                            ("CL_PLATFORM_VERSION", rf"OpenCL \d\.\d Lanewise {VERSION}"),
                            ("CL_DEVICE_VERSION", rf"OpenCL \d\.\d Lanewise {VERSION}")):
            text = run("clinfo", "--raw", "--prop", name, OCL_ICD_VENDORS=vendors)
            self.assertRegex(text, rf"{name} +{value}\n")

    def test_of_the_packages(self):
        for pattern in ("lanewise_*.deb", "lanewise-dbgsym_*.ddeb"):
            package = next(RELEASE.glob(pattern))
            self.assertEqual(package.name.split("_")[1], VERSION)
            self.assertEqual(run("dpkg-deb", "-f", str(package), "Version").strip(), VERSION)

    def test_of_the_bill_of_materials(self):
        bill = json.loads((RELEASE / "lanewise.spdx.json").read_text())
        versions = {entry["name"]: entry.get("versionInfo") for entry in bill["packages"]}
        self.assertEqual({versions[name] for name in ("Lanewise", "liblanewise.so", "liblanewise-compiler.so")},
                         {VERSION})

    def test_of_documents_and_recipes(self):
        released = re.findall(r"^## \[(\d[^\]]*)\]", (SOURCE / "CHANGELOG.md").read_text(), re.M)
        self.assertEqual(released[0], VERSION)
        recipe = (SOURCE / "packaging/conda/recipe.yaml").read_text()
        self.assertIn(f'version: "{VERSION}"', recipe)
        named = set(re.findall(r"lanewise_(\d[\d.]*\d)_amd64", (SOURCE / "docs/ci.md").read_text()))
        self.assertEqual(named, {VERSION})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
