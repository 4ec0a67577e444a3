#!/usr/bin/env python3
"""Installs into an empty folder with `cmake --install` and lets the ICD loader use the installed driver.

Usage: install_test.py CMAKE BUILD_DIR SOURCE_DIR
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def run(*command, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OCL_ICD", "LANEWISE"))}
    done = subprocess.run(command, env=clean | environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        # DESTDIR keeps the .icd file inside the folder, too, although its path is fixed.
        run(CMAKE, "--install", str(BUILD), "--strip", "--prefix", "/opt/lanewise", DESTDIR=str(cls.root))
        cls.driver = next(cls.root.rglob("liblanewise.so"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_icd_names_the_driver_by_its_final_path(self):
        named = (self.root / "etc/OpenCL/vendors/lanewise.icd").read_text().strip()
        self.assertEqual(self.root / named.lstrip("/"), self.driver)
        self.assertTrue(named.startswith("/opt/lanewise/"), named)

    def test_notices_are_installed(self):
        documents = self.root / "opt/lanewise/share/doc/lanewise"
        self.assertLessEqual({"copyright", "THIRD_PARTY_NOTICES", "lanewise.spdx.json"},
                             {file.name for file in documents.iterdir()})

    def test_the_script_of_conda_installs_into_its_environment(self):
        """Installs as packaging/conda/build.sh does: a folder of the prefix for lanewise.icd, and no notices."""
        script = (SOURCE / "packaging/conda/build.sh").read_text()
        options = dict(re.findall(r"-D(LANEWISE_\w+)=(\S+)", script))
        self.assertEqual(options, {"LANEWISE_ICD_DIR": "etc/OpenCL/vendors", "LANEWISE_NOTICES": "OFF"})
        for option in options:
            self.assertIn(f"\n{option}:", (BUILD / "CMakeCache.txt").read_text())
        prefix = self.root / "environment"
        values = {"icd_dir": options["LANEWISE_ICD_DIR"], "with_notices": options["LANEWISE_NOTICES"],
                  "driver": "lib/lanewise/liblanewise.so", "documents_dir": "share/doc/lanewise", "source_dir": SOURCE,
                  "CMAKE_INSTALL_PREFIX": prefix}
        run(CMAKE, *(f"-D{name}={value}" for name, value in values.items()), "-P",
            str(SOURCE / "cmake/write_installed.cmake"))
        named = (prefix / "etc/OpenCL/vendors/lanewise.icd").read_text()
        self.assertEqual(named, f"{prefix}/lib/lanewise/liblanewise.so\n")
        self.assertEqual((prefix / "share/doc/lanewise/copyright").read_text(), (SOURCE / "LICENSE").read_text())

    def test_libraries_need_nothing_of_the_build(self):
        for library in self.root.rglob("*.so"):
            dynamic = run("readelf", "-d", str(library))
            self.assertNotIn("RPATH", dynamic)
            self.assertNotIn("RUNPATH", dynamic)
            self.assertNotIn("libLLVM", dynamic)
            self.assertNotIn("libclang", dynamic)
            self.assertNotIn("not found", run("ldd", str(library)))

    def test_only_the_entry_points_are_exported(self):
        for library in self.root.rglob("*.so"):
            names = {line.split()[-1] for line in run("nm", "-D", "--defined-only", str(library)).splitlines()}
            foreign = {n for n in names if not n.startswith(("cl", "lanewise", "LANEWISE"))}
            self.assertEqual(foreign, set(), library.name)

    def test_programs_run_on_what_is_installed(self):
        picture = self.root / "picture.png"
        run(str(BUILD / "examples/mandelbrot"), "--size", "64x36", "--check", str(picture),
            OCL_ICD_VENDORS=str(self.driver), LANEWISE_CACHE="0")

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "needs root and unshare")
    def test_programs_run_without_the_build_folder(self):
        """Runs with an empty folder mounted over the build folder, as on a machine that never built."""
        program = self.root / "mandelbrot"
        shutil.copy(BUILD / "examples/mandelbrot", program)
        picture = self.root / "picture.png"
        script = (f"mount -t tmpfs none '{BUILD}' && cd / && "
                  f"exec '{program}' --size 64x36 --check '{picture}'")
        try:
            run("unshare", "--mount", "true")
        except AssertionError:
            self.skipTest("mount namespaces are not allowed here")
        run("unshare", "--mount", "sh", "-c", script, OCL_ICD_VENDORS=str(self.driver), LANEWISE_CACHE="0")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
