// Reports the calls of the fuzzer, and its first finding with the seed and step. Each process has its own report. If a
// process crashes, its parent process reports the seed whose calls the crashed process was making.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// State in shared memory: the process that makes the calls writes the state, and the parent of this process reads it.
struct Progress {
    std::atomic<std::uint64_t> calls = 0;
    std::atomic<std::uint64_t> succeeded = 0;
    std::atomic<std::uint32_t> seed = 0;
    std::atomic<std::uint32_t> step = 0;
    std::atomic<const char*> call = nullptr;
    std::atomic<std::uint64_t> seeds_done = 0;
};

/// The state of this process, in memory that the process shares with its parent process.
extern Progress* progress;
/// Whether to print every call on stderr.
extern bool tracing;

/// Prints the finding and ends the process.
[[noreturn]] void fail(const std::string& what);

/// Records the name of the next call, so that the report of a crash contains this name. Must run before each call of
/// the driver.
void begin_call(const char* name) noexcept;

/// Checks the error code of a call. The errors in `allowed` are accepted, and also the errors that any call may return
/// for lack of memory. If `must_fail` is true, success is a finding.
void judge(const char* name, cl_int code, std::initializer_list<cl_int> allowed, bool must_fail = false);

}  // namespace lanewise::api_fuzz
