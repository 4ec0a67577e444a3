// The LANEWISE_* environment variables, read once at the first use; none of them in setuid programs. Paths are
// absolute from then on. A value that the README does not name is refused: the default is used, and the log says so.
// The README has the same table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/machine/kernel_faults.h"

namespace lanewise::runtime {

struct Config {
    bool log_errors = false;         // LANEWISE_LOG=1: failed calls are told on stderr
    unsigned max_compute_units = 0;  // LANEWISE_MAX_COMPUTE_UNITS=n: fewer threads; here 0: all
    std::uint32_t vector_width = 0;  // LANEWISE_VECTOR_WIDTH=1|8|16|32|64; here 0: planner's choice
    std::string compiler_library;    // LANEWISE_COMPILER=path of liblanewise-compiler.so
    std::string cpu_features;        // LANEWISE_CPU_FEATURES=avx2 or -fma,...: fewer (cpu_features.h)
    /// LANEWISE_FAULTS=0|1: faults of kernels never, or always, end the launch alone; else where nobody handles them
    device::FaultHandling faults = device::FaultHandling::where_free;
    std::string dump_folder;  // LANEWISE_DUMP=path: sources, IR behind each stage and assembly are written there
    bool perf_map = false;    // LANEWISE_PERF=1: kernels are named in /tmp/perf-<pid>.map
    /// Where the cache makes its folder: LANEWISE_CACHE_DIR=path, else the user's cache folder; empty with
    /// LANEWISE_CACHE=0.
    std::string cache_directory;
    std::uint64_t cache_bytes = 0;      // LANEWISE_CACHE_MB=n: bound of the cache
    std::vector<std::string> refusals;  // a line of the log for each variable whose value was refused
};

const Config& config();

}  // namespace lanewise::runtime
