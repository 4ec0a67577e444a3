#!/usr/bin/env python3
"""Runs hosts of the driver with allocators and other libraries in the process, and checks their output.

Usage: guests_test.py FOLDER DRIVER LIBRARY...
       guests_test.py FOLDER DRIVER sanitized

FOLDER holds the hosts of CMakeLists.txt. Each LIBRARY is a shared library to load into the process. "sanitized" runs
the hosts that are built with AddressSanitizer. Hosts must end with 0 and print nothing at all.
"""
import os
import pathlib
import subprocess
import sys

FOLDER, DRIVER = pathlib.Path(sys.argv[1]), sys.argv[2]
HOSTS = ["linked_host", "cpp_host"]
WAYS = ["plain", "deepbind", "thread", "driver", "close", "reopen"]
# AddressSanitizer refuses RTLD_DEEPBIND. When OpenCL is closed, it reports memory that the ICD loader never frees.
SANITIZED_WAYS = ["plain", "alone", "thread", "driver"]
# Some libraries harm the host itself: each host first runs without OpenCL, to find out.
PROBE = {"GUEST_PROBE": "1"}


def run(host, *arguments, preload=None, **variables):
    environment = os.environ | variables
    if preload:
        environment["LD_PRELOAD"] = str(preload)
    done = subprocess.run([str(FOLDER / host), *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def combinations(library):
    """Yields each host, and each way to load the library into it."""
    for host in HOSTS:
        yield host, (), library
    for way in WAYS:
        yield "loading_host", (way, DRIVER), library
    for way in ("before", "after", "bound"):
        yield "loading_host", (way, DRIVER, library), None
    if (FOLDER / f"linked_{library.stem}").is_file():
        yield f"linked_{library.stem}", (), None


def check(library):
    passed = failed = skipped = 0
    for host, arguments, preload in combinations(library):
        if run(host, *arguments, preload=preload, **PROBE)[0] != 0:
            skipped += 1  # the host itself fails with this library
            continue
        code, output = run(host, *arguments, preload=preload)
        if code == 0 and not output:
            passed += 1
        else:
            failed += 1
            print(f"{library.name}: {host} {' '.join(map(str, arguments))}: exit code {code}, {output[:300]!r}")
    print(f"{library.name}: {passed} passed, {failed} failed, {skipped} skipped")
    return failed


def check_host(host, *arguments):
    code, output = run(host, *arguments)
    if code != 0 or output:
        print(f"{host} {' '.join(arguments)}: exit code {code}, {output[:2000].decode(errors='replace')}")
    return int(code != 0 or output != b"")


def check_sanitized():
    failed = sum(check_host(f"sanitized_{host}") for host in HOSTS)
    return failed + sum(check_host("sanitized_loading_host", way, DRIVER) for way in SANITIZED_WAYS)


def main():
    if sys.argv[3:] == ["sanitized"]:
        return 1 if check_sanitized() else 0
    libraries = [pathlib.Path(name) for name in sys.argv[3:]]
    return 1 if check_host("loading_host", "alone", DRIVER) + sum(check(library) for library in libraries) else 0


if __name__ == "__main__":
    sys.exit(main())
