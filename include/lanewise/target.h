// The CPU that code is made for, described by features and never by name alone. A CPU newer than this build of Lanewise
// thus gets code as good as its features allow.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise {

struct Target {
    /// LLVM feature names with their sign, comma-separated and sorted: "+avx2,+fma,...". Part of every cache key and
    /// program binary.
    std::string features;
    /// Width of the widest vector operation worth using, in bits: 128, 256 or 512.
    std::uint32_t vector_bits = 128;

    bool operator==(const Target&) const = default;
};

}  // namespace lanewise
