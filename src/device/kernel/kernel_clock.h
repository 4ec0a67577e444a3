// The clock that kernels read (cl_khr_kernel_clock), which is also that of clGetHostTimer and of profiling.
// Thread-safe.
#pragma once

#include <cstdint>

/// Nanoseconds; never goes back.
extern "C" std::uint64_t lanewise_clock() noexcept;
