// Kernel arguments for which code can be specialized: the formats and kinds of a launch's images, and the launch's
// samplers. Specialized code (runtime/code/known_codes.h) gives the same results as general code.
//
// Thread-safety: plain data.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lanewise/image_descriptor.h"

namespace lanewise {

/// The known bytes of one argument, which is an image or a sampler.
struct KnownArgument {
    std::uint32_t index = 0;  // index of the kernel's argument
    /// For an image: the bytes of its descriptor, beginning with abi::known_begin. For a sampler: the word that
    /// represents the sampler, followed by zeros.
    std::array<std::uint8_t, abi::known_bytes> bytes{};

    auto operator<=>(const KnownArgument&) const = default;
};

/// The known arguments of a launch, ordered by index.
using KnownArguments = std::vector<KnownArgument>;

}  // namespace lanewise
