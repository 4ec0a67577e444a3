// Random OpenCL C kernels without undefined behaviour, the same for the same seed: nested divergent and
// uniform control flow, private arrays, vectors, small types, local memory and barriers in uniform flow.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace lanewise::test {

/// Source of `kernel void k(global uint* out, global const uint* in, uint n)`; each work-item writes
/// `out[get_global_id(0)]` and reads `in` at indices below the global size, a multiple of 32.
class KernelGenerator {
public:
    explicit KernelGenerator(std::uint32_t seed) : random_(seed) {}

    std::string make();

private:
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    std::string variable();
    std::string value(unsigned depth);
    std::string condition(bool uniform);
    std::string block(unsigned depth, bool in_loop, bool uniform);
    std::string statement(unsigned depth, bool in_loop, bool uniform);
    std::string assignment();
    std::string branch(unsigned depth, bool in_loop, bool uniform);
    std::string loop(unsigned depth, bool uniform);
    std::string choice(unsigned depth);
    std::string meeting();

    std::mt19937 random_;
    unsigned names_ = 0;
};

}  // namespace lanewise::test
