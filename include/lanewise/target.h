// The CPU for which code is made, described by its features and never only by its name. Therefore code for a CPU that
// is newer than this build of Lanewise also uses the CPU's features.
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
