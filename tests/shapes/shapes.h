// Kernels that are hard to compile, each as OpenCL C and as an equivalent C++ function. Some compilers take minutes to
// compile these kernels. The compiler's unit tests compare the results of the OpenCL C form and the C++ form, and
// bench/compile_shapes.cpp measures the compile time.
//
// Every kernel is `kernel void k(global uint* g, uint n)` and replaces g[get_global_id(0)]. The kernel runs in one
// work-group of `items` work-items, with `n` = `count`.
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
    std::function<void(Values&)> compute;  // replaces the initial contents of `g` by the contents after the run
};

/// Returns all shapes. `salt` changes constants but not the shape, so that no cache has the source.
std::vector<Shape> all_shapes(std::uint32_t salt = 1);

/// Makes a kernel with `barriers` barriers in sequence, to test how compile time grows.
Shape many_barriers(unsigned barriers, std::uint32_t salt = 1);

/// Makes a kernel with an if-else in a loop. Both branches change all variables; `values` is the number of variables.
Shape many_phis(unsigned values, std::uint32_t salt = 1);

/// Makes a kernel with `levels` functions, each of which calls the next function twice.
Shape call_tree(unsigned levels, std::uint32_t salt = 1);

/// Makes a program of kernels k0, k1, ... Kernel number i multiplies by `salt` + i.
std::string many_kernels(unsigned kernels, std::uint32_t salt = 1);

}  // namespace lanewise::shapes
