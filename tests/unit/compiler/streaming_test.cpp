// Tests non-temporal stores: wherever cache lines begin, the results must equal the results of plain stores.
#include <gtest/gtest.h>

#include <vector>

#include "lanewise/kernel_abi.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

class Streaming : public testing::TestWithParam<std::size_t> {};

TEST_P(Streaming, StoresTheSame) {
    constexpr std::size_t count = 1000, guard = 64;
    const std::size_t skipped = GetParam();
    std::vector<float> from(count), to(count * 4 + 2 * guard, -1);
    for (std::size_t i = 0; i < count; ++i) from[i] = static_cast<float>(i);
    float* target = to.data() + guard + skipped;
    RunOptions options;
    options.flags = abi::streaming_stores;
    run_kernel(
        "kernel void k(global float* to, global const float* from) {"
        " size_t i = get_global_id(0); float x = from[i];"
        " vstore4((float4)(x, x * 2, -x, 1), i, to); }",
        "k", line(count, 100), ArgumentBlock().add(target).add(from.data()), options);
    for (std::size_t i = 0; i < count; ++i) {
        const float x = from[i], expected[4] = {x, x * 2, -x, 1};
        for (std::size_t c = 0; c < 4; ++c) ASSERT_EQ(target[4 * i + c], expected[c]) << i << ", " << c;
    }
    EXPECT_EQ(target[-1], -1);
    EXPECT_EQ(target[4 * count], -1);
}

INSTANTIATE_TEST_SUITE_P(Offsets, Streaming, testing::Values(0, 1, 3, 4, 8, 12, 16), NamedByValues());

}  // namespace
}  // namespace lanewise::test
