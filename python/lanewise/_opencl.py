"""Calls OpenCL through a library, which is an ICD loader or the driver itself.

As a program, `python -m lanewise._opencl LIBRARY [run]`, it prints as JSON the platforms that the library shows and
Lanewise's device. With `run`, it also runs a kernel on this device.
"""
import ctypes
import json
import os
import sys

PLATFORM_NAME = 0x0902
DEVICE_TYPE_ALL = 0xFFFFFFFF
DEVICE_MAX_COMPUTE_UNITS, DEVICE_NAME, DRIVER_VERSION = 0x1002, 0x102B, 0x102D
PROGRAM_BUILD_LOG = 0x1183
MEM_READ_WRITE, MEM_COPY_HOST_PTR = 1 << 0, 1 << 5
PLATFORM_NOT_FOUND = -1001
NAME = "Lanewise"

_HANDLE, _COUNT, _SIZE = ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t
_POINTER, _CODE = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
# The functions: their results and their parameters.
_FUNCTIONS = {
    "clGetPlatformIDs": (ctypes.c_int, _COUNT, _POINTER, _POINTER),
    "clGetPlatformInfo": (ctypes.c_int, _HANDLE, _COUNT, _SIZE, _POINTER, _POINTER),
    "clGetDeviceIDs": (ctypes.c_int, _HANDLE, ctypes.c_uint64, _COUNT, _POINTER, _POINTER),
    "clGetDeviceInfo": (ctypes.c_int, _HANDLE, _COUNT, _SIZE, _POINTER, _POINTER),
    "clCreateContext": (_HANDLE, _POINTER, _COUNT, _POINTER, _POINTER, _POINTER, _CODE),
    "clCreateCommandQueueWithProperties": (_HANDLE, _HANDLE, _HANDLE, _POINTER, _CODE),
    "clCreateProgramWithSource": (_HANDLE, _HANDLE, _COUNT, _POINTER, _POINTER, _CODE),
    "clCreateProgramWithIL": (_HANDLE, _HANDLE, _POINTER, _SIZE, _CODE),
    "clBuildProgram": (ctypes.c_int, _HANDLE, _COUNT, _POINTER, ctypes.c_char_p, _POINTER, _POINTER),
    "clGetProgramBuildInfo": (ctypes.c_int, _HANDLE, _HANDLE, _COUNT, _SIZE, _POINTER, _POINTER),
    "clCreateKernel": (_HANDLE, _HANDLE, ctypes.c_char_p, _CODE),
    "clCreateKernelsInProgram": (ctypes.c_int, _HANDLE, _COUNT, _POINTER, _POINTER),
    "clCreateBuffer": (_HANDLE, _HANDLE, ctypes.c_uint64, _SIZE, _POINTER, _CODE),
    "clSetKernelArg": (ctypes.c_int, _HANDLE, _COUNT, _SIZE, _POINTER),
    "clEnqueueNDRangeKernel": (ctypes.c_int, _HANDLE, _HANDLE, _COUNT, _POINTER, _POINTER, _POINTER, _COUNT, _POINTER,
                               _POINTER),
    "clEnqueueReadBuffer": (ctypes.c_int, _HANDLE, _HANDLE, _COUNT, _SIZE, _SIZE, _POINTER, _COUNT, _POINTER, _POINTER),
    **{f"clRelease{kind}": (ctypes.c_int, _HANDLE)
       for kind in ("Context", "CommandQueue", "Program", "Kernel", "MemObject")},
}


class Failure(Exception):
    """A call that failed, with its name and its error code."""


class OpenCL:
    """The functions of a library; each raises Failure if its error code is not CL_SUCCESS."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path)

    def call(self, name, *arguments):
        result, *parameters = _FUNCTIONS[name]
        function = getattr(self._library, name)
        function.restype, function.argtypes = result, parameters
        code = ctypes.c_int(0)
        value = function(*arguments, ctypes.byref(code)) if result is _HANDLE else function(*arguments)
        error = code.value if result is _HANDLE else value
        if error:
            raise Failure(f"{name} returned {error}")
        return value

    def text(self, query, *arguments):
        size = _SIZE()
        self.call(query, *arguments, 0, None, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self.call(query, *arguments, size.value, text, None)
        return text.value.decode(errors="replace").strip()

    def handles(self, query, *arguments):
        count = _COUNT()
        self.call(query, *arguments, 0, None, ctypes.byref(count))
        handles = (_HANDLE * count.value)()
        self.call(query, *arguments, count.value, handles, None)
        return list(handles)

    def platforms(self):
        """Returns the name of each platform with its handle."""
        try:
            found = self.handles("clGetPlatformIDs")
        except Failure as failure:
            if str(PLATFORM_NOT_FOUND) in str(failure):
                return []
            raise
        return [(self.text("clGetPlatformInfo", platform, PLATFORM_NAME), platform) for platform in found]

    def device(self):
        """Returns Lanewise's first device, or None."""
        for name, platform in self.platforms():
            if name == NAME:
                return self.handles("clGetDeviceIDs", platform, DEVICE_TYPE_ALL)[0]
        return None

    def describe(self, device):
        units = _COUNT()
        self.call("clGetDeviceInfo", device, DEVICE_MAX_COMPUTE_UNITS, 4, ctypes.byref(units), None)
        return {"name": self.text("clGetDeviceInfo", device, DEVICE_NAME),
                "driver_version": self.text("clGetDeviceInfo", device, DRIVER_VERSION),
                "compute_units": units.value}


SOURCE = b"kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }"


def run_kernel(opencl, device, count=1000):
    """Doubles numbers with a kernel; returns whether all results are right."""
    one = (_HANDLE * 1)(device)
    context = opencl.call("clCreateContext", None, 1, one, None, None)
    queue = opencl.call("clCreateCommandQueueWithProperties", context, device, None)
    lines = (ctypes.c_char_p * 1)(SOURCE)
    program = opencl.call("clCreateProgramWithSource", context, 1, lines, None)
    try:
        opencl.call("clBuildProgram", program, 1, one, b"", None, None)
    except Failure as failure:
        log = opencl.text("clGetProgramBuildInfo", program, device, PROGRAM_BUILD_LOG)
        raise Failure(f"{failure}: {log}") from failure
    kernel = opencl.call("clCreateKernel", program, b"twice")
    numbers = (ctypes.c_float * count)(*range(count))
    buffer = opencl.call("clCreateBuffer", context, MEM_READ_WRITE | MEM_COPY_HOST_PTR, ctypes.sizeof(numbers), numbers)
    argument = _HANDLE(buffer)
    opencl.call("clSetKernelArg", kernel, 0, ctypes.sizeof(argument), ctypes.byref(argument))
    opencl.call("clEnqueueNDRangeKernel", queue, kernel, 1, None, ctypes.byref(_SIZE(count)), None, 0, None, None)
    results = (ctypes.c_float * count)()
    opencl.call("clEnqueueReadBuffer", queue, buffer, 1, 0, ctypes.sizeof(results), results, 0, None, None)
    for kind, handle in (("MemObject", buffer), ("Kernel", kernel), ("Program", program), ("CommandQueue", queue),
                         ("Context", context)):
        opencl.call(f"clRelease{kind}", handle)
    return all(result == 2 * index for index, result in enumerate(results))


def path_of_loaded(name):
    """Returns the path of the library that was loaded by `name`, which may be a path or a name to search for."""
    wanted = os.path.basename(name).partition(".so")[0] + ".so"
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        for line in maps:
            path = line.rstrip("\n").partition("/")
            if path[1] and os.path.basename(path[2]).startswith(wanted):
                return "/" + path[2]
    return name


def report(name, run):
    opencl = OpenCL(name)
    result = {"path": path_of_loaded(name), "platforms": [platform for platform, _ in opencl.platforms()]}
    device = opencl.device()
    result["device"] = opencl.describe(device) if device else None
    if run:
        result["kernel"] = bool(device) and run_kernel(opencl, device)
    return result


if __name__ == "__main__":
    print(json.dumps(report(sys.argv[1], "run" in sys.argv[2:])))
