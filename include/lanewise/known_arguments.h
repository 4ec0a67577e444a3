// What a launch's arguments have in common with those of other launches: formats and kinds of its images, and samplers.
// Kernels may have code that is made for it (runtime/code/known_codes.h), which gives the same results.
//
// Thread-safety: plain data.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lanewise/image_descriptor.h"

namespace lanewise {

/// Of one argument, an image or a sampler.
struct KnownArgument {
    std::uint32_t index = 0;  // among the kernel's
    /// Of an image: its descriptor's from abi::known_begin on. Of a sampler: its word, and zeros.
    std::array<std::uint8_t, abi::known_bytes> bytes{};

    auto operator<=>(const KnownArgument&) const = default;
};

/// By index.
using KnownArguments = std::vector<KnownArgument>;

}  // namespace lanewise
