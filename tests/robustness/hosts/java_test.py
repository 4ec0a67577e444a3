#!/usr/bin/env python3
"""Builds programs and runs kernels in a JVM (Host.java), which handles SIGSEGV and other signals itself.

usage: java_test.py JAVA FOLDER_OF_LIBJAVA_HOST builds|faults
"""
import os
import pathlib
import subprocess
import sys


def main():
    java, folder, case = sys.argv[1:]
    # The JVM gets kernels' faults, unless the driver is told to handle them first.
    variables = {"LANEWISE_FAULTS": "1"} if case == "faults" else {}
    environment = dict(os.environ, LANEWISE_CACHE="0", **variables)
    source = pathlib.Path(__file__).with_name("Host.java")
    child = subprocess.run([java, "-Xmx256m", f"-Djava.library.path={folder}", "-XX:-CreateCoredumpOnCrash",
                            "-XX:ErrorFile=/dev/stderr", str(source), case],
                           env=environment, capture_output=True, text=True, timeout=280)
    good = child.returncode == 0 and child.stdout.strip() == "good"
    if not good:
        print(f"status {child.returncode}", child.stdout, child.stderr, sep="\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
