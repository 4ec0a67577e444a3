// What the fuzzer tells: the calls that it made, and the first thing that is wrong, with seed and step. One per
// process; the current seed is what a crash is told with by who waits for the process.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Written by the process that makes the calls, read by the one that waits for it.
struct Progress {
    std::atomic<std::uint64_t> calls = 0;
    std::atomic<std::uint64_t> succeeded = 0;
    std::atomic<std::uint32_t> seed = 0;
    std::atomic<std::uint32_t> step = 0;
    std::atomic<const char*> call = nullptr;
    std::atomic<std::uint64_t> seeds_done = 0;
};

/// In memory shared with the waiting process.
extern Progress* progress;
/// Tells every call on stderr.
extern bool tracing;

/// Tells what is wrong and ends the process.
[[noreturn]] void fail(const std::string& what);

/// To be named before a call, so that a crash in it is told by its name.
void begin_call(const char* name) noexcept;

/// Judges what a call returned: only what the specification lists for it may come back, besides what every call may
/// say when memory is short; and no success when it `must_fail`.
void judge(const char* name, cl_int code, std::initializer_list<cl_int> allowed, bool must_fail = false);

}  // namespace lanewise::api_fuzz
