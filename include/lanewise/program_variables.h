// A program's variables in the global address space (OpenCL C 3.0, section 6.7.1). All variables of a program lie in
// one block of memory per device. This structure describes the layout and the initial contents of the block. Plain
// data, shared by the runtime and the compiler, so that program binaries can store it.
#pragma once

#include <cstdint>
#include <vector>

namespace lanewise {

/// CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, in bytes.
inline constexpr std::uint64_t max_program_variable_bytes = std::uint64_t{16} << 20;

struct ProgramVariables {
    /// A word of the block. The word contains an address inside the block: the block's start plus `target`.
    struct Pointer {
        std::uint64_t offset = 0;
        std::uint64_t target = 0;
        bool operator==(const Pointer&) const = default;
    };

    std::uint64_t bytes = 0;            // size of the block in bytes; 0 if the program has no such variables
    std::uint32_t alignment = 1;        // alignment of the block, a power of two
    std::vector<std::uint8_t> initial;  // the first bytes of the block; all later bytes are zero
    std::vector<Pointer> pointers;

    bool operator==(const ProgramVariables&) const = default;
};

}  // namespace lanewise
