// The LANEWISE_* environment variables, read once at the first use. All are ignored in setuid programs. Relative paths
// are made absolute at the first use. variables.def lists the names and values. An unknown value is refused: the
// default is used, and the log reports the refusal. Thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/machine/kernel_faults.h"

namespace lanewise::runtime {

struct Config {
    bool log_errors = false;         // LANEWISE_LOG=1: writes a line to stderr for each failed call
    unsigned max_compute_units = 0;  // LANEWISE_MAX_COMPUTE_UNITS=n: maximum number of threads; 0 if not set
    std::uint32_t vector_width = 0;  // LANEWISE_VECTOR_WIDTH=1|8|16|32|64; 0 if not set: the planner chooses
    std::string compiler_library;    // LANEWISE_COMPILER=path of liblanewise-compiler.so
    std::string cpu_features;        // LANEWISE_CPU_FEATURES=avx2 or -fma,...: uses fewer features (cpu_features.h)
    /// LANEWISE_FAULTS=0|1: with 1, a fault in a kernel ends only the kernel's launch; with 0, the driver handles no
    /// faults. By default the driver handles faults unless the application has its own handlers for the signals.
    device::FaultHandling faults = device::FaultHandling::where_free;
    std::string dump_folder;  // LANEWISE_DUMP=path: folder for sources, IR after each stage, and assembly
    std::string passes;       // LANEWISE_PASSES=-pass,...|n[@kernel]: leaves out passes; the compiler checks the value
    bool perf_map = false;    // LANEWISE_PERF=1: names kernels in /tmp/perf-<pid>.map
    /// Folder in which the cache creates its own folder: the path in LANEWISE_CACHE_DIR, or the user's cache folder if
    /// the variable is not set. Empty with LANEWISE_CACHE=0.
    std::string cache_directory;
    std::uint64_t cache_bytes = 0;      // LANEWISE_CACHE_MB=n: maximum size of the cache
    std::vector<std::string> refusals;  // one log line for each variable with a refused value
};

const Config& config();

}  // namespace lanewise::runtime
