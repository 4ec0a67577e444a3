#!/usr/bin/env python3
"""Compiles OpenCL C to SPIR-V for the CTS, which calls it as its offline compiler (--compilation-program).

    offline_compiler.py --mode=spir-v --source=FILE --output=FILE --cl-device-info=FILE [-- OPTIONS...]

LANEWISE_TO_SPIRV chooses the producer: "clang" (clang-22, the default) or "translator" (clang-15 and llvm-spirv-15).
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

# Options that only the driver understands.
FOR_THE_DRIVER = ("-cl-kernel-arg-info", "-cl-uniform-work-group-size", "-cl-no-subgroup-ifp", "-create-library",
                  "-enable-link-options")


def parse_arguments(argv):
    own, separator, options = argv, [], []
    if "--" in argv:
        at = argv.index("--")
        own, separator, options = argv[:at], ["--"], argv[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--mode", choices=["spir-v"], required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--cl-device-info", type=pathlib.Path)
    arguments = parser.parse_args(own)
    arguments.options = [option for option in options if separator and option not in FOR_THE_DRIVER]
    return arguments


def language_options(options):
    """Adds the standard's default version. No compiler knows OpenCL C 3.1, whose syntax is that of OpenCL C 3.0."""
    chosen = [] if any(option.startswith("-cl-std=") for option in options) else ["-cl-std=CL1.2"]
    if "-cl-std=CL3.1" in options:
        chosen = ["-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"]
        options = ["-cl-std=CL3.0" if option == "-cl-std=CL3.1" else option for option in options]
    return chosen + options


def clang_commands(arguments):
    return [["clang-22", "--target=spirv64v1.4", "-x", "cl", "-O1", "-mllvm", "-spirv-ext=all", "-c",
             *language_options(arguments.options), str(arguments.source), "-o", str(arguments.output)]]


def translator_commands(arguments, folder):
    bitcode = str(pathlib.Path(folder) / "program.bc")
    return [["clang-15", "-target", "spir64", "-x", "cl", "-O1", "-emit-llvm", "-c", "-Xclang", "-finclude-default-header",
             *language_options(arguments.options), str(arguments.source), "-o", bitcode],
            ["llvm-spirv-15", "--spirv-max-version=1.4", "--spirv-ext=+all", bitcode, "-o", str(arguments.output)]]


def main(argv):
    arguments = parse_arguments(argv)
    with tempfile.TemporaryDirectory() as folder:
        if os.environ.get("LANEWISE_TO_SPIRV") == "translator":
            commands = translator_commands(arguments, folder)
        else:
            commands = clang_commands(arguments)
        for command in commands:
            code = subprocess.run(command, check=False).returncode
            if code != 0:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
