// Makes quantized weights for the kernels that resemble llama.cpp's kernels.
//
// Thread-safety: each call makes new data.
#pragma once

#include "../../collection/data.h"

namespace bench {

/// Returns `count` scales of type half, one for each block of weights.
inline BufferData weight_scales(std::size_t count) { return halves(count, .001f, .02f); }

/// Returns blocks that consist of `head` bytes, one scale of type half, and `tail` bytes.
inline BufferData weight_blocks(std::size_t count, std::size_t head, std::size_t tail) {
    const BufferData scales = weight_scales(count);
    BufferData blocks = bytes(count * (head + 2 + tail));
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(&blocks.bytes[i * (head + 2 + tail) + head], &scales.bytes[2 * i], 2);
    return blocks;
}

/// Returns blocks like those of the formats Q4_0 and Q8_0: a scale of type half, followed by `size` bytes.
inline BufferData quantized_weights(std::size_t count, std::size_t size) { return weight_blocks(count, 0, size); }

/// Returns blocks like those of the format Q6_K.
inline BufferData q6_k_weights(std::size_t count) { return weight_blocks(count, 128 + 64 + 16, 0); }

}  // namespace bench
