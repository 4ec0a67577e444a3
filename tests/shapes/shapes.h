// Kernels of nasty shapes, as OpenCL C and as plain C++: what compilers are known to take minutes for. Used by the
// compiler's unit tests, which compare what both compute, and by bench/compile_shapes.cpp, which tells what compiling
// them takes.
//
// Every kernel is `kernel void k(global uint* g, uint n)`, is run by one work-group of `items` work-items with
// `n` = `count`, and replaces g[get_global_id(0)].
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
    std::function<void(Values&)> compute;  // g before to g after
};

/// `salt` makes sources that no cache has seen; it changes constants, not the shape.
std::vector<Shape> all_shapes(std::uint32_t salt = 1);

/// `barriers` barriers one after another; for tests of how compiling grows.
Shape many_barriers(unsigned barriers, std::uint32_t salt = 1);

/// `values` variables that change in both branches within a loop.
Shape many_phis(unsigned values, std::uint32_t salt = 1);

/// `levels` functions that each call the next one twice.
Shape call_tree(unsigned levels, std::uint32_t salt = 1);

/// A program of kernels k0, k1, ...: the value times (salt + number).
std::string many_kernels(unsigned kernels, std::uint32_t salt = 1);

}  // namespace lanewise::shapes
