"""John the Ripper (repository openwall/john, with OpenCL): the self-test of each format that runs in OpenCL.

--built: the folder of the program `john`. john keeps the binaries of its kernels there in opencl/, by source and
options but hardly by driver. They are removed before each format.
"""
import subprocess

from suites.program import Program, all_of, with_line, without

SCRIPT = 'rm -f opencl/*.bin; exec "$1" --test=0 --format="$2" 2>&1'


def formats(john):
    """Returns the formats that end in -opencl, from john's comma-separated list."""
    told = subprocess.run([john, "--list=formats"], capture_output=True, text=True, errors="replace", check=True)
    return [name for name in told.stdout.replace(",", " ").split() if name.endswith("-opencl")]


def programs(built, _sources):
    john = built / "john"
    judge = all_of(without("FAILED"), with_line("PASS"))
    for name in formats(john):
        yield Program(name, ["/bin/sh", "-c", SCRIPT, "john", str(john), name], built, judge)
