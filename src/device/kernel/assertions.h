// Failed assertions of kernels (cl_intel_devicelib_assert). Thread-safe.
#pragma once

#include <cstdint>

/// Prints a failed condition, its place in the source and the work-item to stderr, and ends the process as assert()
/// does. `ids` has the three global ids and the three local ids. `condition`, `file` and `function` may be null.
extern "C" [[noreturn]] void lanewise_assertion_failed(const char* condition, const char* file, std::int32_t line,
                                                       const char* function, const std::uint64_t* ids) noexcept;
