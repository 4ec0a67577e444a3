"""The suites of the Khronos CTS: the program, flags and peculiarities of each."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Suite:
    name: str
    program: str                    # relative to test_conformance/ in the CTS build
    before: tuple = ()              # arguments before the sub-test's name
    after: tuple = ()               # arguments after the sub-test's name
    only: str = ""                  # run only sub-tests whose names start with this text
    unnamed: bool = False           # one sub-test; its name as an argument selects an empty custom test


QUICK = ("-w",)

SUITES = [
    Suite("computeinfo", "computeinfo/test_computeinfo"),
    Suite("basic", "basic/test_basic"),
    Suite("api", "api/test_api"),
    Suite("compiler", "compiler/test_compiler"),
    Suite("commonfns", "commonfns/test_commonfns"),
    Suite("geometrics", "geometrics/test_geometrics"),
    Suite("relationals", "relationals/test_relationals"),
    Suite("thread_dimensions quick", "thread_dimensions/test_thread_dimensions", only="quick"),
    Suite("thread_dimensions full", "thread_dimensions/test_thread_dimensions", only="full"),
    Suite("multiple_device_context", "multiple_device_context/test_multiples"),
    Suite("atomics", "atomics/test_atomics"),
    Suite("profiling", "profiling/test_profiling"),
    Suite("events", "events/test_events"),
    Suite("allocations single", "allocations/test_allocations", before=("single", "5")),
    Suite("allocations multiple", "allocations/test_allocations", before=("multiple", "5")),
    Suite("vectors", "vectors/test_vectors"),
    Suite("printf", "printf/test_printf"),
    Suite("device_partition", "device_partition/test_device_partition"),
    Suite("buffers", "buffers/test_buffers"),
    Suite("mem_host_flags", "mem_host_flags/test_mem_host_flags"),
    Suite("select -w", "select/test_select", after=QUICK),
    Suite("conversions -w", "conversions/test_conversions", after=QUICK, unnamed=True),
    Suite("contractions", "contractions/test_contractions"),
    Suite("math_brute_force -w", "math_brute_force/test_bruteforce", after=QUICK),
    Suite("integer_ops -w", "integer_ops/test_integer_ops", after=QUICK),
    Suite("half -w", "half/test_half", after=QUICK),
    Suite("c11_atomics", "c11_atomics/test_c11_atomics"),
    Suite("device_execution", "device_execution/test_device_execution"),
    Suite("generic_address_space", "generic_address_space/test_generic_address_space"),
    # This program takes its first argument for one of its own options and drops it.
    Suite("non_uniform_work_group", "non_uniform_work_group/test_non_uniform_work_group",
          before=("first",)),
    Suite("pipes", "pipes/test_pipes"),
    Suite("SVM", "SVM/test_svm"),
    Suite("workgroups", "workgroups/test_workgroups"),
    Suite("subgroups", "subgroups/test_subgroups"),
    Suite("device_timer", "device_timer/test_device_timer"),
    Suite("kernel_clock", "extensions/cl_khr_kernel_clock/test_cl_khr_kernel_clock"),
    Suite("cxx_for_opencl", "extensions/cl_ext_cxx_for_opencl/test_cl_ext_cxx_for_opencl"),
    Suite("command_buffer", "extensions/cl_khr_command_buffer/test_cl_khr_command_buffer"),
    Suite("mutable_dispatch",
          "extensions/cl_khr_command_buffer/cl_khr_command_buffer_mutable_dispatch/test_cl_khr_mutable_dispatch"),
    Suite("images clGetInfo", "images/clGetInfo/test_cl_get_info"),
    Suite("images kernel_image_methods", "images/kernel_image_methods/test_kernel_image_methods"),
    Suite("images kernel_read_write nearest", "images/kernel_read_write/test_image_streams",
          after=("CL_FILTER_NEAREST",)),
    Suite("images kernel_read_write linear", "images/kernel_read_write/test_image_streams",
          after=("CL_FILTER_LINEAR",)),
    Suite("images clCopyImage", "images/clCopyImage/test_cl_copy_images"),
    Suite("images clReadWriteImage", "images/clReadWriteImage/test_cl_read_write_images"),
    Suite("images clFillImage", "images/clFillImage/test_cl_fill_images"),
    Suite("images samplerlessReads", "images/samplerlessReads/test_samplerless_reads"),
    Suite("spirv_new", "spirv_new/test_spirv_new"),
]
