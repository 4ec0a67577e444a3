#!/usr/bin/env python3
"""Checks the content and the dependencies of the .deb, and the package of its debug symbols.

Usage: deb_test.py RELEASE_DIR
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

RELEASE = pathlib.Path(sys.argv[1])
ALLOWED_DEPENDENCIES = {"libc6", "libgcc-s1"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def build_id(file):
    return re.search(r"Build ID: ([0-9a-f]+)", run("readelf", "-n", "-W", str(file)))[1]


class Deb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.deb = str(next(RELEASE.glob("lanewise_*.deb")))
        cls.tree = pathlib.Path(cls.folder.name) / "tree"
        run("dpkg-deb", "-x", cls.deb, str(cls.tree))
        cls.symbols = pathlib.Path(cls.folder.name) / "symbols"
        run("dpkg-deb", "-x", str(next(RELEASE.glob("lanewise-dbgsym_*.ddeb"))), str(cls.symbols))

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

    def test_files_of_the_system_are_kept_by_administrators(self):
        control = run("dpkg-deb", "-I", self.deb, "conffiles")
        self.assertEqual(control.split(), ["/etc/OpenCL/vendors/lanewise.icd"])

    def test_symbols_are_in_their_own_package(self):
        for name, symbol in (("liblanewise.so", "clEnqueueNDRangeKernel"), ("liblanewise-compiler.so", "clang")):
            library = next(self.tree.rglob(name))
            self.assertNotIn(".symtab", run("readelf", "-S", "-W", str(library)))
            identity = build_id(library)
            debug = self.symbols / "usr/lib/debug/.build-id" / identity[:2] / f"{identity[2:]}.debug"
            self.assertTrue(debug.is_file(), debug)
            self.assertEqual(build_id(debug), identity)
            self.assertIn(symbol, run("nm", str(debug)))

    def test_digests_in_the_packages_are_those_of_the_files(self):
        for pattern, tree in (("lanewise_*.deb", self.tree), ("lanewise-dbgsym_*.ddeb", self.symbols)):
            for line in run("dpkg-deb", "-I", str(next(RELEASE.glob(pattern))), "md5sums").splitlines():
                digest, name = line.split(maxsplit=1)
                self.assertEqual(run("md5sum", str(tree / name)).split()[0], digest, name)

    def test_sums_are_those_of_the_files(self):
        listed = set()
        for line in (RELEASE / "SHA256SUMS").read_text().splitlines():
            digest, name = line.split()
            self.assertEqual(run("sha256sum", str(RELEASE / name)).split()[0], digest, name)
            listed.add(name)
        self.assertEqual(listed | {"SHA256SUMS"}, {file.name for file in RELEASE.iterdir()})

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_finds_no_error(self):
        done = subprocess.run(["lintian", "--fail-on", "error", "--tag-display-limit", "0", self.deb],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
