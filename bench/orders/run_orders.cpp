// Runs each kernel of shape.h with several orders of the kernel's dimensions. Each round runs all orders, one after
// another. Prints the time of each order divided by the time of the reference order, in which elements that are
// adjacent in memory belong to work-items that are adjacent in dimension 0. Reports results that differ between orders.
//
//   bench_orders [part of a name] [rounds]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "../session.h"
#include "shape.h"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;
using Order = std::array<unsigned, 3>;

/// A kernel to be run with one order of dimensions.
class Run {
public:
    Run(const Shape& shape, const Order& order) : shape_(shape) {
        const std::string options =
            "-DX=" + std::to_string(order[0]) + " -DY=" + std::to_string(order[1]) + " -DZ=" + std::to_string(order[2]);
        program_ = session().build(shape.source, options.c_str());
        kernel_ = session().kernel(program_, "run");
        for (unsigned i = 0; i < 3; ++i) {
            global_[order[i]] = shape.global[i];
            local_[order[i]] = shape.local[i];
        }
        std::vector<float> values(elements());
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 37 % 1021);
        from_ = session().new_buffer(values.size() * sizeof(float));
        to_ = session().new_buffer(values.size() * sizeof(float));
        for (cl_mem buffer : {static_cast<cl_mem>(from_), static_cast<cl_mem>(to_)})
            check(clEnqueueWriteBuffer(session().queue(), buffer, CL_TRUE, 0, values.size() * sizeof(float),
                                       values.data(), 0, nullptr, nullptr),
                  "clEnqueueWriteBuffer");
        set_arg(kernel_, 0, from_);
        set_arg(kernel_, 1, to_);
        for (unsigned i = 0; i < 3; ++i) set_arg(kernel_, 2 + i, static_cast<cl_int>(shape.global[i]));
    }

    double seconds() const {
        const auto start = Clock::now();
        check(clEnqueueNDRangeKernel(session().queue(), kernel_, shape_.work_dim, nullptr, global_.data(),
                                     local_[0] == 0 ? nullptr : local_.data(), 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(session().queue()), "clFinish");
        return std::chrono::duration<double>(Clock::now() - start).count();
    }

    std::vector<std::byte> result() const {
        std::vector<std::byte> bytes(elements() * sizeof(float));
        check(clEnqueueReadBuffer(session().queue(), to_, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
        return bytes;
    }

    double least = 1e30;

private:
    std::size_t elements() const {
        return shape_.elements ? shape_.elements : shape_.global[0] * shape_.global[1] * shape_.global[2];
    }

    const Shape& shape_;
    Program program_;
    Kernel kernel_;
    Buffer from_, to_;
    Sizes global_{}, local_{};
};

/// Returns the time of each order divided by the time of the reference order.
std::vector<double> measure(const Shape& shape, unsigned rounds) {
    std::vector<Run> runs;
    runs.reserve(1 + shape.orders.size());
    runs.emplace_back(shape, Order{0, 1, 2});
    for (const Order& order : shape.orders) runs.emplace_back(shape, order);
    for (unsigned round = 0; round < rounds; ++round)
        for (Run& run : runs)
            for (unsigned i = 0; i < 3; ++i) run.least = std::min(run.least, run.seconds());
    const double items = static_cast<double>(shape.global[0] * shape.global[1] * shape.global[2]);
    std::printf("%-28s %8.3f ns/item ", shape.name, runs[0].least * 1e9 / items);
    std::vector<double> ratios;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        ratios.push_back(runs[i].least / runs[0].least);
        const Order& order = shape.orders[i - 1];
        std::printf("  %u%u%u %6.2f%s", order[0], order[1], order[2], ratios.back(),
                    runs[i].result() == runs[0].result() ? "" : " DIFFERS");
    }
    std::printf("\n");
    std::fflush(stdout);
    return ratios;
}

void measure_all(std::string_view wanted, unsigned rounds) {
    double logarithms = 0, most = 0;
    std::size_t count = 0;
    for (const auto shapes : {shapes_without_groups(), shapes_with_groups()})
        for (const Shape& shape : shapes) {
            if (std::string_view(shape.name).find(wanted) == std::string_view::npos) continue;
            for (const double ratio : measure(shape, rounds)) {
                logarithms += std::log(ratio);
                most = std::max(most, ratio);
                ++count;
            }
        }
    if (count) std::printf("geometric mean %.3f, most %.2f\n", std::exp(logarithms / static_cast<double>(count)), most);
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
    bench::measure_all(argc > 1 ? argv[1] : "", argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 8);
}
