"""Builds OpenCL C or SPIR-V and prints the build log, for `python -m lanewise build`.

The log has the compiler's messages, and for each kernel a line with the number of work-items that run at once.
"""
import ctypes

import lanewise
from lanewise._opencl import PROGRAM_BUILD_LOG, Failure, OpenCL

_SPIRV_MAGIC = (b"\x03\x02\x23\x07", b"\x07\x23\x02\x03")


def _create_program(opencl, context, text):
    if text[:4] in _SPIRV_MAGIC:
        return opencl.call("clCreateProgramWithIL", context, text, len(text))
    lines, lengths = (ctypes.c_char_p * 1)(text), (ctypes.c_size_t * 1)(len(text))
    return opencl.call("clCreateProgramWithSource", context, 1, lines, lengths)


def build(path, options):
    """Builds the file for Lanewise's device; returns whether that succeeded, and the build log."""
    with open(path, "rb") as file:
        text = file.read()
    opencl = OpenCL(lanewise.library())
    device = opencl.device()
    devices = (ctypes.c_void_p * 1)(device)
    context = opencl.call("clCreateContext", None, 1, devices, None, None)
    try:
        program = _create_program(opencl, context, text)
    except Failure as failure:
        return False, f"{path} is no program: {failure}. LANEWISE_LOG=1 tells more."
    try:
        opencl.call("clBuildProgram", program, 1, devices, " ".join(options).encode(), None, None)
        # The log gets the line of a kernel when the kernel is created.
        opencl.handles("clCreateKernelsInProgram", program)
        succeeded = True
    except Failure:
        succeeded = False
    return succeeded, opencl.text("clGetProgramBuildInfo", program, device, PROGRAM_BUILD_LOG)
