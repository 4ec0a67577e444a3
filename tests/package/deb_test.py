#!/usr/bin/env python3
"""Makes the .deb with cpack and checks its content and its dependencies.

Usage: deb_test.py CPACK BUILD_DIR
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CPACK, BUILD = sys.argv[1], pathlib.Path(sys.argv[2])
# LLVM needs zlib and zstd for compressed sections; every Debian system has them.
ALLOWED_DEPENDENCIES = {"libc6", "libgcc-s1", "libzstd1", "zlib1g"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Deb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        out = pathlib.Path(cls.folder.name)
        run(CPACK, "--config", str(BUILD / "CPackConfig.cmake"), "-B", str(out))
        cls.deb = str(next(out.glob("*.deb")))
        cls.tree = out / "tree"
        run("dpkg-deb", "-x", cls.deb, str(cls.tree))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_depends_on_nothing_of_cpp_or_llvm(self):
        depends = run("dpkg-deb", "-f", self.deb, "Depends")
        names = {re.split(r"[ (]", part.strip())[0] for part in depends.split(",")}
        self.assertIn("libc6", names)
        self.assertLessEqual(names, ALLOWED_DEPENDENCIES)

    def test_icd_names_the_installed_driver(self):
        icd = self.tree / "etc/OpenCL/vendors/lanewise.icd"
        library = icd.read_text().strip()
        self.assertTrue(library.startswith("/usr/"), library)
        self.assertTrue((self.tree / library.lstrip("/")).is_file(), library)

    def test_compiler_lies_beside_the_driver(self):
        driver = next(self.tree.rglob("liblanewise.so"))
        self.assertTrue((driver.parent / "liblanewise-compiler.so").is_file())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
