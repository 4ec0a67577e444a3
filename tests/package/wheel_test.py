#!/usr/bin/env python3
"""Makes the wheel from the build, installs it into an empty environment without network, and uses and removes it.

Usage: wheel_test.py SOURCE_DIR BUILD_DIR. Skipped (exit code 77) if no Python has hatchling or venv.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
PYTHONS = [sys.executable, "/usr/bin/python3"]
LARGEST_WHEEL = 30_000_000
SHOW_VARIABLES = "import json, os; print(json.dumps({k: v for k, v in os.environ.items() if k[0] == 'O'}))"


def run(*command, fails=False, **environment):
    clean = {k: v for k, v in os.environ.items()
             if not k.startswith(("OCL_ICD", "OPENCL", "LANEWISE", "PYTHON", "PIP"))}
    clean["PYTHONDONTWRITEBYTECODE"] = "1"  # an environment gets no file but the wheel's
    done = subprocess.run([str(part) for part in command], env=clean | environment, capture_output=True, text=True,
                          timeout=600)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"{command}: {done.returncode} {done.stdout}{done.stderr}")
    return done.stdout


def python_with(modules):
    for python in PYTHONS:
        if subprocess.run([python, "-c", f"import {modules}"], capture_output=True).returncode == 0:
            return python
    return None


HATCHLING, VENV = python_with("hatchling"), python_with("venv, ensurepip")


def make_wheel(folder):
    run("sh", SOURCE / "cmake/wheel.sh", BUILD, folder, PYTHON=HATCHLING)
    return next(folder.glob("*.whl"))


class Environment:
    """A Python environment with the wheel and nothing else."""

    def __init__(self, folder):
        self.folder = folder
        run(VENV, "-m", "venv", folder)
        self.python = folder / "bin/python"
        self.before = self.files()
        self.pip("install", "--no-index", WHEEL)

    def pip(self, *arguments):
        return run(self.python, "-m", "pip", "--disable-pip-version-check", *arguments)

    def files(self):
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*")}

    def library(self):
        """Returns where the library lies now."""
        return next(self.folder.rglob("lanewise/lib/liblanewise.so"))

    def variables_at_start(self, **environment):
        return json.loads(run(self.python, "-c", SHOW_VARIABLES, **environment))


def setUpModule():
    global FOLDER, WHEEL
    FOLDER = tempfile.TemporaryDirectory()
    WHEEL = make_wheel(pathlib.Path(FOLDER.name))


def tearDownModule():
    FOLDER.cleanup()


class Removal(unittest.TestCase):
    def test_a_moved_environment_works_and_removal_leaves_nothing(self):
        folder = pathlib.Path(FOLDER.name)
        environment = Environment(folder / "first")
        run(environment.python, "-c", "import lanewise; lanewise.icd()")
        (folder / "first").rename(folder / "second")
        environment.folder, environment.python = folder / "second", folder / "second/bin/python"
        icd = run(environment.python, "-c", "import lanewise; print(lanewise.icd())").strip()
        self.assertEqual(pathlib.Path(icd).read_text(), f"{environment.library()}\n")
        self.assertEqual(environment.variables_at_start()["OCL_ICD_FILENAMES"], str(environment.library()))
        environment.pip("uninstall", "--yes", "lanewise")
        self.assertEqual(environment.files(), environment.before)
        self.assertNotIn("OCL_ICD_FILENAMES", environment.variables_at_start())
        self.check_that_pyopencl_stays(environment)

    def check_that_pyopencl_stays(self, environment):
        libraries = next(environment.folder.glob("lib/*/site-packages")) / "pyopencl/.libs"
        libraries.mkdir(parents=True)
        for file in ("../__init__.py", "libOpenCL.so.1", "other.icd"):
            (libraries / file).touch()
        before = environment.files()
        environment.pip("install", "--no-index", WHEEL)
        self.assertTrue((libraries / "lanewise.icd").exists())
        environment.pip("uninstall", "--yes", "lanewise")
        self.assertEqual(environment.files(), before)


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(FOLDER.name)
        cls.wheel = WHEEL
        cls.environment = Environment(cls.folder / "venv")
        cls.python, cls.library = cls.environment.python, cls.environment.library()
        cls.packages = cls.library.parents[2]

    def test_name_and_size(self):
        version = re.search(r"project\(lanewise VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertRegex(self.wheel.name, rf"^lanewise-{re.escape(version)}-py3-none-manylinux_2_\d+_x86_64\.whl$")
        self.assertLess(self.wheel.stat().st_size, LARGEST_WHEEL)
        self.assertEqual(run(self.python, "-c", "import lanewise; print(lanewise.__version__)").strip(), version)

    def test_same_build_gives_the_same_bytes(self):
        self.assertEqual(make_wheel(self.folder / "again").read_bytes(), self.wheel.read_bytes())

    def test_contents(self):
        with zipfile.ZipFile(self.wheel) as archive:
            names = set(archive.namelist())
            metadata = next(name for name in names if name.endswith(".dist-info/WHEEL"))
            self.assertIn("Root-Is-Purelib: false", archive.read(metadata).decode())
        for name in ("lanewise/lib/liblanewise.so", "lanewise/lib/liblanewise-compiler.so", "lanewise.pth",
                     "pyopencl/.libs/lanewise.icd", "pyopencl/lanewise.txt"):
            self.assertIn(name, names)
        for wanted in ("/LICENSE", "/NOTICES", "lanewise/lanewise.spdx.json"):
            self.assertTrue(any(name.endswith(wanted) for name in names), wanted)

    def test_check_runs_a_kernel(self):
        lines = run(self.python, "-m", "lanewise", "--check", LANEWISE_CACHE="0").splitlines()
        self.assertIn(f"ok  {self.library}", lines)
        self.assertEqual([line for line in lines if not line.startswith("ok  ")], [])

    def test_check_tells_failures(self):
        output = run(self.python, "-m", "lanewise", "--check", fails=True, LANEWISE_CACHE="0",
                     LANEWISE_COMPILER="/nonexistent")
        self.assertIn(f"FAILED  {self.library}: ", output)
        self.assertIn("clBuildProgram", output)

    def test_json(self):
        report = json.loads(run(self.python, "-m", "lanewise", "--json"))
        self.assertEqual(report["library"], str(self.library))
        self.assertEqual(report["driver"]["platforms"], ["Lanewise"])
        self.assertGreater(report["driver"]["device"]["compute_units"], 0)
        self.assertEqual(report["environment"]["OCL_ICD_FILENAMES"], str(self.library))

    def test_report_names_library_and_variables(self):
        output = run(self.python, "-m", "lanewise")
        self.assertIn(str(self.library), output)
        self.assertIn(f"export OCL_ICD_FILENAMES={self.library}", output)

    def test_run_shows_programs_this_driver_only(self):
        output = run(self.python, "-m", "lanewise", "run", "sh", "-c", 'echo "$OCL_ICD_VENDORS:$OCL_ICD_FILENAMES:$1"',
                     "sh", "an argument")
        self.assertEqual(output.strip(), f"{self.library}:{self.library}:an argument")
        self.assertEqual(run(self.python, "-m", "lanewise", "run", "sh", "-c", "exit 3; #", fails=True), "")
        run(self.python, "-m", "lanewise", "run", "no such program", fails=True)
        run(self.python, "-m", "lanewise", "run", fails=True)

    def test_system_loader_finds_what_run_shows(self):
        program = BUILD / "examples/mandelbrot"
        if not program.exists() or "not found" in run("ldd", program):
            self.skipTest("no example or no loader")
        run(self.python, "-m", "lanewise", "run", program, "--size", "64x36", "--check", self.folder / "picture.png",
            LANEWISE_CACHE="0")

    def test_start_shows_the_driver_to_the_khronos_loader(self):
        self.assertEqual(self.environment.variables_at_start()["OCL_ICD_FILENAMES"], str(self.library))

    def test_start_leaves_what_the_user_set(self):
        for name in ("OCL_ICD_FILENAMES", "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"):
            found = {key: value for key, value in self.environment.variables_at_start(**{name: "/own"}).items()
                     if key.startswith(("OCL_ICD", "OPENCL"))}
            self.assertEqual(found, {name: "/own"})

    def test_start_hides_no_other_driver(self):
        """Starts the module with folders of drivers that the test makes."""
        script = ("import os, sys, _lanewise_startup as startup; startup._REGISTERED = sys.argv[1]; "
                  "startup.show_driver(sys.argv[2]); print(os.environ.get('OCL_ICD_VENDORS', ''))")
        place = self.folder / "places"
        registered, packages = place / "vendors", place / "packages"
        for folder in (registered, packages / "pyopencl/.libs"):
            def vendors():
                # With this variable, lanewise.pth does not call show_driver() itself when the interpreter starts.
                return run(self.python, "-c", script, registered, packages, OCL_ICD_FILENAMES="x").strip()

            library = str(packages / "lanewise/lib/liblanewise.so")
            self.assertEqual(vendors(), library)
            folder.mkdir(parents=True)
            (folder / "lanewise.icd").touch()
            self.assertEqual(vendors(), library)
            (folder / "other.icd").touch()
            self.assertEqual(vendors(), "")
            (folder / "other.icd").unlink()

    def test_icd_names_the_library(self):
        path = pathlib.Path(run(self.python, "-c", "import lanewise; print(lanewise.icd())").strip())
        self.assertEqual(path.read_text(), f"{self.library}\n")
        self.assertEqual([entry.name for entry in path.parent.iterdir()], ["lanewise.icd"])

    def test_icd_beside_pyopencls_loader_leads_to_the_library(self):
        place = self.packages / "pyopencl/.libs"
        relative = (place / "lanewise.icd").read_text().strip()
        self.assertTrue(relative.startswith("$ORIGIN/"), relative)
        self.assertEqual((place / relative.removeprefix("$ORIGIN/")).resolve(), self.library.resolve())


if __name__ == "__main__":
    if not (HATCHLING and VENV):
        print("No Python has hatchling, or none has venv with pip.")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
