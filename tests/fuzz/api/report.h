// Reports the calls that the fuzzer made, and its first finding with seed and step. There is one report per process.
// The waiting process reports a crash with the current seed.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Written by the process that makes the calls, read by the process that waits for it.
struct Progress {
    std::atomic<std::uint64_t> calls = 0;
    std::atomic<std::uint64_t> succeeded = 0;
    std::atomic<std::uint32_t> seed = 0;
    std::atomic<std::uint32_t> step = 0;
    std::atomic<const char*> call = nullptr;
    std::atomic<std::uint64_t> seeds_done = 0;
};

/// Lies in memory shared with the waiting process.
extern Progress* progress;
/// Whether to print every call on stderr.
extern bool tracing;

/// Prints the finding and ends the process.
[[noreturn]] void fail(const std::string& what);

/// To be called before each call, so that a crash is reported with the call's name.
void begin_call(const char* name) noexcept;

/// Checks the result of a call. Allowed are the errors that the specification lists for the call, and those of every
/// call when memory is short. Success is an error if it `must_fail`.
void judge(const char* name, cl_int code, std::initializer_list<cl_int> allowed, bool must_fail = false);

}  // namespace lanewise::api_fuzz
