// The clock that kernels read (cl_khr_kernel_clock). clGetHostTimer and profiling use the same clock. Thread-safe.
#pragma once

#include <cstdint>

/// Returns the time in nanoseconds; the time never goes backwards.
extern "C" std::uint64_t lanewise_clock() noexcept;
