"""Tells what `pip install lanewise` installed, which ICD loaders find it, and how to use it.

python -m lanewise                  a report for people
python -m lanewise --json           the same report for programs
python -m lanewise --check          runs a kernel through the driver and each loader that finds it
python -m lanewise run PROGRAM ...  runs a program that sees this driver and no other
python -m lanewise build FILE ...   builds OpenCL C or SPIR-V with the given options, and prints the build log
"""
import argparse
import glob
import importlib.util
import json
import os
import shutil
import subprocess
import sys

import lanewise

VARIABLES = ("OCL_ICD_FILENAMES", "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH")
SECONDS = 300


def folder_of_package(name):
    """Returns the folder of a package, which is not imported, or None."""
    found = importlib.util.find_spec(name)
    return os.path.dirname(found.origin) if found and found.origin else None


def places_of_loaders():
    """Returns the ICD loaders to ask: a description, a path or name, and the variables that their users set."""
    places = [("system", "libOpenCL.so.1", {})]
    # The folder to which Intel's packages and conda install a loader, with the libraries that this loader needs.
    folder = os.path.join(sys.prefix, "lib")
    if os.path.exists(os.path.join(folder, "libOpenCL.so.1")):
        places.append(("environment", os.path.join(folder, "libOpenCL.so.1"), {"LD_LIBRARY_PATH": folder}))
    pyopencl = folder_of_package("pyopencl")
    if pyopencl:
        for path in glob.glob(os.path.join(pyopencl, ".libs", "libOpenCL*")):
            places.append(("pyopencl", path, {"PYOPENCL_HOME": pyopencl}))
    return places


def ask(path, variables, run):
    """Loads a library in a process of its own; returns what it shows, or None if there is no such library."""
    command = [sys.executable, "-m", "lanewise._opencl", path, *(["run"] if run else [])]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode == 0:
        return json.loads(done.stdout)
    lines = done.stderr.strip().splitlines() or [f"The process ended with the code {done.returncode}."]
    if f"{path}: cannot open shared object file" in lines[-1]:
        return None
    return {"path": path, "platforms": [], "device": None, "kernel": False, "error": lines[-1]}


def read_variables(path):
    """Returns the variables whose names the loader contains."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return []
    return [name for name in VARIABLES if name.encode() in content]


def survey(run=False):
    """Returns everything that the report says."""
    driver = ask(lanewise.library(), {}, run)
    result = {"version": lanewise.__version__, "library": lanewise.library(), "driver": driver, "loaders": [],
              "variables": {name: os.environ[name] for name in VARIABLES if name in os.environ},
              "environment": lanewise.environment()}
    for user, path, variables in places_of_loaders():
        loader = ask(path, variables, run)
        if loader:
            loader.update(user=user, reads=read_variables(loader["path"]), finds_lanewise=loader["device"] is not None)
            result["loaders"].append(loader)
    return result


def print_report(result):
    device = (result["driver"] or {}).get("device")
    print(f"Lanewise {result['version']}")
    print(f"  library   {result['library']}")
    if device:
        print(f"  device    {device['name']}, {device['compute_units']} compute units")
    else:
        print(f"  device    none: {(result['driver'] or {}).get('error', 'The library is missing.')}")
    print("\nICD loaders")
    for loader in result["loaders"]:
        found = "finds Lanewise" if loader["finds_lanewise"] else "does not find Lanewise"
        print(f"  {loader['path']} ({loader['user']})")
        print(f"    {found}; platforms: {', '.join(loader['platforms']) or 'none'}; "
              f"reads {', '.join(loader['reads']) or 'no variable'}")
    if not result["loaders"]:
        print("  none. Programs may load the library itself, which exports all functions of OpenCL.")
    print("\nVariables that are set")
    for name, value in result["variables"].items():
        print(f"  {name}={value}")
    if not result["variables"]:
        print("  none")
    print("\nTo use Lanewise in")
    print("  Python      import pyopencl, dpctl or dpnp, if their loader finds Lanewise")
    print("  a program   python -m lanewise run PROGRAM ..., which then sees no other driver")
    print("  a shell     " + "\n              ".join(f"export {name}={value}"
                                                      for name, value in result["environment"].items()))
    print("  a system    as root, write the path of the library to /etc/OpenCL/vendors/lanewise.icd")


def checked(result):
    """Returns the driver and the loaders that had to run the kernel: those that find the driver, and those that failed."""
    rows = [result["driver"] or {"path": result["library"], "error": "The library is missing."}]
    return rows + [loader for loader in result["loaders"] if loader["finds_lanewise"] or "error" in loader]


def print_check(result):
    for row in checked(result):
        verdict = "ok" if row.get("kernel") else "FAILED"
        print(f"{verdict}  {row['path']}" + (f": {row['error']}" if "error" in row else ""))


def run_program(command):
    """Replaces this process by the program."""
    if not shutil.which(command[0]):
        sys.exit(f"There is no program {command[0]!r} in PATH.")
    os.execvpe(command[0], command, {**os.environ, **lanewise.environment()})


def build_program(path, options):
    """Prints the build log; returns the exit code."""
    from lanewise._build import build

    try:
        succeeded, log = build(path, options)
    except OSError as error:
        sys.exit(f"{path} cannot be read: {error.strerror}.")
    except (MemoryError, UnicodeEncodeError) as error:
        sys.exit(f"{path} cannot be built: {error or 'there is not enough memory'}.")
    print(log)
    return 0 if succeeded else 1


def main():
    words = sys.argv[1:]
    if words[:2] == ["run", "--"]:
        del words[1]
    if words[:1] == ["run"]:
        if len(words) < 2:
            sys.exit("usage: python -m lanewise run PROGRAM [ARGUMENT ...]")
        run_program(words[1:])
    if words[:1] == ["build"]:
        if len(words) < 2 or words[1].startswith("-"):
            sys.exit("usage: python -m lanewise build FILE [BUILD_OPTION ...]")
        return build_program(words[1], words[2:])
    parser = argparse.ArgumentParser("python -m lanewise", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--check", action="store_true", help="run a kernel; the exit code is 1 if that fails")
    options = parser.parse_args()
    result = survey(run=options.check)
    if options.json:
        print(json.dumps(result, indent=2))
    elif options.check:
        print_check(result)
    else:
        print_report(result)
    return 0 if not options.check or all(row.get("kernel") for row in checked(result)) else 1


if __name__ == "__main__":
    sys.exit(main())
