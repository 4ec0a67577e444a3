// The clock that kernels read (cl_khr_kernel_clock), and that clGetHostTimer and profiling use. Thread-safe.
#pragma once

#include <cstdint>

/// Returns the time in nanoseconds; the time never goes backwards.
extern "C" std::uint64_t lanewise_clock() noexcept;
