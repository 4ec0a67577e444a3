// A kernel that runs with its dimensions in several orders. The macros X, Y and Z in the source are dimension indices,
// such as 0. Adjacent elements in memory belong to work-items that are neighbours along X. In the reference order, X is
// dimension 0.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace bench {

using Sizes = std::array<std::size_t, 3>;

struct Shape {
    const char* name;
    const char* source;  // OpenCL C: kernel void run(global const float* a, global float* b, int w, int h, int d)
    Sizes global;        // global sizes along X, Y, Z
    Sizes local;         // local sizes along X, Y, Z; zeros if the driver chooses them
    /// The orders other than the reference order. An order lists the dimensions that X, Y and Z stand for.
    std::span<const std::array<unsigned, 3>> orders;
    unsigned work_dim;
    std::size_t elements;  // number of elements of each buffer; 0: one element per work-item
};

std::span<const Shape> shapes_without_groups();
std::span<const Shape> shapes_with_groups();

inline constexpr std::array<unsigned, 3> orders_of_two[] = {{1, 0, 2}};
inline constexpr std::array<unsigned, 3> orders_of_three[] = {{2, 1, 0}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {0, 2, 1}};

}  // namespace bench
