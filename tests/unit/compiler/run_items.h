// Runs kernels that write one result per work-item, and compares the results with the results of a C++ function.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {

using Expected = std::function<std::uint32_t(std::uint32_t item, std::uint32_t n)>;

/// Runs `kernel void k(global uint* out, uint n)` over `items` work-items in groups of `local`, with `n` = two thirds
/// of `items`. Checks the results. Returns the line about the kernel in the build log.
inline std::string run_items(const char* source, std::uint64_t items, std::uint64_t local, const Expected& expected,
                             std::uint32_t width, compiler::Together together) {
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = local;
    const auto n = static_cast<std::uint32_t>(items * 2 / 3);
    std::vector<std::uint32_t> out(items, 77);
    std::string summary;
    RunOptions options;
    options.build_options = "-cl-std=CL3.0";
    options.vector_width = width;
    options.together = together;
    options.summary = &summary;
    run_kernel(source, "k", range, ArgumentBlock().add(out.data()).add(n), options);
    for (std::uint32_t item = 0; item < items; ++item) {
        EXPECT_EQ(out[item], expected(item, n)) << "item " << item << " of " << items << ", " << summary;
        if (testing::Test::HasFailure()) break;
    }
    return summary;
}

}  // namespace lanewise::test
