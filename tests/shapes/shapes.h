// Kernels of nasty shapes, as OpenCL C and as plain C++. Compilers are known to take minutes for such code. The
// compiler's unit tests compare the results of both forms; bench/compile_shapes.cpp measures the compile time.
//
// Every kernel is `kernel void k(global uint* g, uint n)` and replaces g[get_global_id(0)]. One work-group of `items`
// work-items runs it with `n` = `count`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanewise::shapes {

inline constexpr unsigned items = 37;  // two chunks of 16 lanes and a tail
inline constexpr std::uint32_t count = 3;

using Values = std::vector<std::uint32_t>;

struct Shape {
    std::string name;
    std::string source;
    std::function<void(Values&)> compute;  // turns g before the run into g after the run
};

/// Returns all shapes. `salt` makes sources that no cache has seen; it changes constants, not the shape.
std::vector<Shape> all_shapes(std::uint32_t salt = 1);

/// Makes `barriers` barriers one after another, to test how compile time grows.
Shape many_barriers(unsigned barriers, std::uint32_t salt = 1);

/// Makes `values` variables that change in both branches within a loop.
Shape many_phis(unsigned values, std::uint32_t salt = 1);

/// Makes `levels` functions that each call the next one twice.
Shape call_tree(unsigned levels, std::uint32_t salt = 1);

/// Makes a program of kernels k0, k1, ..., which multiply the value by (salt + number).
std::string many_kernels(unsigned kernels, std::uint32_t salt = 1);

}  // namespace lanewise::shapes
