// The CPU for which code is made, described by the CPU's features and never only by its name. Code thus uses the
// features even if the CPU is so new that this build of Lanewise does not know the CPU's name.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise {

struct Target {
    /// LLVM feature names with their signs, comma-separated and sorted: "+avx2,+fma,...". Part of every cache key and
    /// every program binary.
    std::string features;
    /// Width in bits of the widest vector operations that are worth using: 128, 256 or 512.
    std::uint32_t vector_bits = 128;

    bool operator==(const Target&) const = default;
};

}  // namespace lanewise
