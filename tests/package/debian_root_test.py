#!/usr/bin/env python3
"""Installs the .deb with dpkg in a copy of the root file system, uses it, and purges it.

Usage: debian_root_test.py SOURCE_DIR RELEASE_DIR. The copy ends with each test (in_copy_of_root.sh), so the machine
does not change. The tests of the installed package are those of packaging/debian/tests, in the form of autopkgtest.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, RELEASE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
HERE = pathlib.Path(__file__).resolve().parent
NO_OVERLAY = 77


def run_in_copy(command):
    """Returns the output of a command in a copy of the root with /payload: the package, and packaging/debian."""
    with tempfile.TemporaryDirectory() as folder:
        payload = pathlib.Path(folder)
        shutil.copy(next(RELEASE.glob("lanewise_*.deb")), payload)
        shutil.copytree(SOURCE / "packaging/debian", payload / "debian")
        done = subprocess.run(["sh", str(HERE / "in_copy_of_root.sh"), folder, command], capture_output=True, text=True,
                              timeout=600)
    if done.returncode == NO_OVERLAY:
        raise unittest.SkipTest("This system allows no overlay of its root file system.")
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def changes(output):
    return [line for line in output.splitlines() if line.startswith(("left ", "lost "))]


@unittest.skipUnless(shutil.which("dpkg") and shutil.which("unshare"), "needs dpkg and unshare")
class InstalledPackage(unittest.TestCase):
    def test_is_found_runs_a_kernel_and_leaves_nothing(self):
        output = run_in_copy("dpkg --install /payload/*.deb && /payload/debian/tests/kernel && "
                             "dpkg --verify lanewise && /payload/debian/tests/purge")
        self.assertIn("The device computed 1000 squares.", output)
        self.assertEqual(changes(output), [])

    def test_is_the_one_whose_files_are_in_use(self):
        output = run_in_copy("dpkg --install /payload/*.deb && ls -l /etc/OpenCL/vendors/lanewise.icd")
        files = {line.split()[1] for line in changes(output)}
        self.assertIn("/etc/OpenCL/vendors/lanewise.icd", files)
        self.assertTrue(any(file.endswith("/liblanewise-compiler.so") for file in files))

    def test_removal_without_purge_leaves_only_configuration(self):
        output = run_in_copy("dpkg --install /payload/*.deb && dpkg --remove lanewise")
        kept = {line for line in changes(output) if not re.fullmatch(r"left /etc(/OpenCL(/vendors)?)?", line)}
        self.assertEqual(kept, {"left /etc/OpenCL/vendors/lanewise.icd"})

    def test_the_workflow_of_the_documents_installs_it(self):
        """Runs the step "Install Lanewise" of docs/ci.md as far as it needs no network."""
        text = (SOURCE / "docs/ci.md").read_text()
        step = re.search(r"Install Lanewise\n +run: \|\n((?: {10}.*\n)+)", text)[1]
        lines = [line.strip().removeprefix("sudo ") for line in step.splitlines()]
        lines = [line for line in lines if line != "apt-get update"]
        self.assertEqual([line.split()[0] for line in lines], ["apt-get", "clinfo"])
        output = run_in_copy(f"cd /payload && {lines[0]} && {lines[1]}")
        self.assertRegex(output, r"Platform #\d+: Lanewise\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
