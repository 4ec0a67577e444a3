// The LANEWISE_* environment variables, read once at the first use. The README has the same table.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise::runtime {

struct Config {
    bool log_errors = false;         // LANEWISE_LOG=1: failed calls are told on stderr
    unsigned max_compute_units = 0;  // LANEWISE_MAX_COMPUTE_UNITS=n: fewer threads; 0: all
    std::uint32_t vector_width = 0;  // LANEWISE_VECTOR_WIDTH=1|8|16|32: forced; 0: planner's choice
    std::string compiler_library;    // LANEWISE_COMPILER=path of liblanewise-compiler.so
};

const Config& config();

}  // namespace lanewise::runtime
