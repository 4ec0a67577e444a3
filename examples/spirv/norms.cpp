// Computes two norms of a vector by the kernels of norms.sycl. The names of SYCL kernels begin with __sycl_kernel_. The
// pointers that the kernels take are ordinary arguments, for which the host may set buffers.
#include <cmath>
#include <cstdio>
#include <numeric>

#include "examples.h"

namespace {

constexpr int count = 1'000'000;
constexpr std::size_t groups = 64, group_size = 128;

// Runs one kernel, and returns the total of the sums that its work-groups have computed.
double sum(Device& device, const char* name, const std::vector<float>& values) {
    std::vector<float> sums(groups);
    const cl_mem result = device.buffer(sums);
    device.run(device.kernel("norms.spv", name), {groups * group_size, 1}, {group_size, 1}, device.buffer(values),
               count, result);
    device.read(result, sums);
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace

bool norms(Device& device) {
    // The values are small whole numbers, so their sums are exact in any order.
    std::vector<float> values(count);
    double squares = 0, magnitudes = 0;
    for (int i = 0; i < count; ++i) {
        const int value = static_cast<int>(i * 37LL % 13) - 6;
        values[i] = static_cast<float>(value);
        squares += value * value;
        magnitudes += std::abs(value);
    }
    const double got_squares = sum(device, "__sycl_kernel_sum_of_squares", values);
    const double got_magnitudes = sum(device, "__sycl_kernel_sum_of_magnitudes", values);
    const bool right = got_squares == squares && got_magnitudes == magnitudes;
    std::printf("norms (SYCL): |x|_2 = %.3f, |x|_1 = %.0f: %s\n", std::sqrt(got_squares), got_magnitudes,
                right ? "right" : "WRONG");
    return right;
}
