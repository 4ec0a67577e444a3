// A kernel that runs with its dimensions in several orders. X, Y and Z in the source are the numbers of the dimensions;
// neighbours in memory are neighbours along X. The reference is the order in which X is dimension 0.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace bench {

using Sizes = std::array<std::size_t, 3>;

struct Shape {
    const char* name;
    const char* source;  // kernel void run(global const float* a, global float* b, int w, int h, int d)
    Sizes global;        // of X, Y, Z
    Sizes local;         // zeros: the driver chooses
    /// Orders besides the reference: the dimensions of X, Y and Z.
    std::span<const std::array<unsigned, 3>> orders;
    unsigned work_dim;
    std::size_t elements;  // of each buffer; 0: as many as there are work-items
};

std::span<const Shape> shapes_without_groups();
std::span<const Shape> shapes_with_groups();

inline constexpr std::array<unsigned, 3> orders_of_two[] = {{1, 0, 2}};
inline constexpr std::array<unsigned, 3> orders_of_three[] = {{2, 1, 0}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {0, 2, 1}};

}  // namespace bench
