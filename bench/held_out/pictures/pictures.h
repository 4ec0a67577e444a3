// Makes pictures and volumes for held-out kernels of image programs: gradients, objects with sharp edges, and noise.
//
// Thread-safety: the functions have no state.
#pragma once

#include <algorithm>

#include "../../collection/data.h"

namespace bench {

/// Returns a photograph of w x h pixels. Each pixel has `channels` values in [0, most).
inline std::vector<float> photograph(int w, int h, int channels, float most = 1) {
    Dice dice(71);
    std::vector<float> values(static_cast<std::size_t>(w * h * channels));
    std::vector<std::array<int, 4>> boxes(40);
    for (auto& b : boxes) {
        b[0] = static_cast<int>(dice.below(static_cast<std::uint32_t>(w)));
        b[1] = static_cast<int>(dice.below(static_cast<std::uint32_t>(h)));
        b[2] = w / 32 + static_cast<int>(dice.below(static_cast<std::uint32_t>(w / 5)));
        b[3] = h / 32 + static_cast<int>(dice.below(static_cast<std::uint32_t>(h / 5)));
    }
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            float light = .1f + .3f * static_cast<float>(x + y) / static_cast<float>(w + h);
            for (std::size_t k = 0; k < boxes.size(); ++k)
                if (const auto& b = boxes[k]; x >= b[0] && y >= b[1] && x < b[0] + b[2] && y < b[1] + b[3])
                    light = .05f + .022f * static_cast<float>(k * 7 % 40);
            for (int c = 0; c < channels; ++c)
                values[static_cast<std::size_t>((y * w + x) * channels + c)] =
                    most * (light * (1 - .1f * static_cast<float>(c)) + dice.real(0, .03f));
        }
    return values;
}

/// Returns the photograph as bytes, moved to the right by `shift` pixels.
inline std::vector<std::uint8_t> photograph_bytes(int w, int h, int channels, int shift = 0) {
    const std::vector<float> values = photograph(w, h, channels, 255);
    std::vector<std::uint8_t> made(values.size());
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            for (int c = 0; c < channels; ++c)
                made[static_cast<std::size_t>((y * w + x) * channels + c)] = static_cast<std::uint8_t>(
                    values[static_cast<std::size_t>((y * w + (x < shift ? x : x - shift)) * channels + c)]);
    return made;
}

/// Returns a microscope volume of w x h x d voxels: round cells, brighter in the middle, on a noisy background.
inline std::vector<float> cells(int w, int h, int d, int count) {
    Dice dice(72);
    std::vector<float> values(static_cast<std::size_t>(w * h * d));
    for (float& v : values) v = dice.real(80, 110);
    for (int k = 0; k < count; ++k) {
        const int cx = static_cast<int>(dice.below(static_cast<std::uint32_t>(w)));
        const int cy = static_cast<int>(dice.below(static_cast<std::uint32_t>(h)));
        const int cz = static_cast<int>(dice.below(static_cast<std::uint32_t>(d)));
        const int r = 3 + static_cast<int>(dice.below(6));
        for (int z = std::max(cz - r, 0); z < std::min(cz + r, d); ++z)
            for (int y = std::max(cy - r, 0); y < std::min(cy + r, h); ++y)
                for (int x = std::max(cx - r, 0); x < std::min(cx + r, w); ++x) {
                    const int far = (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz);
                    if (far < r * r)
                        values[static_cast<std::size_t>((z * h + y) * w + x)] +=
                            900.f * static_cast<float>(r * r - far) / static_cast<float>(r * r);
                }
    }
    return values;
}

}  // namespace bench
