"""Finds a Python that has pyopencl: the running one, or the system's."""
import importlib.util
import os
import sys

SYSTEM = "/usr/bin/python3"


def ensure():
    """Restarts the program in a Python with pyopencl if needed; exits with 77 when there is none."""
    if importlib.util.find_spec("pyopencl"):
        return
    if "LANEWISE_OTHER_PYTHON" in os.environ or not os.path.exists(SYSTEM):
        sys.exit(77)
    os.environ["LANEWISE_OTHER_PYTHON"] = "1"
    os.execv(SYSTEM, [SYSTEM, *sys.argv])
