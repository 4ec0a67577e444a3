// Tests reads and writes of texels by integer coordinates, in kernels of all numbers of lanes.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "images/test_image.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr unsigned widths[] = {0, 1, 8, 16, 32};

TEST(ImageTexels, AreReadAndWritten) {
    for (const unsigned lanes : widths) {
        SCOPED_TRACE(lanes);
        std::mt19937 random(1);
        TestImage in(ChannelOrder::RGBA, ChannelType::UNORM_INT8, plane_of(45, 7));
        TestImage out(ChannelOrder::RGBA, ChannelType::UNORM_INT8, plane_of(45, 7));
        in.fill(random);
        NDRange range = line(45, 45);
        range.work_dim = 2;
        range.global_size[1] = 7;
        run_kernel(R"(
            constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
            kernel void k(read_only image2d_t in, write_only image2d_t out) {
                int2 at = (int2)(get_global_id(0), get_global_id(1));
                write_imagef(out, at, read_imagef(in, s, at));
            })",
                   "k", range, ArgumentBlock().add(in.descriptor()).add(out.descriptor()), {.vector_width = lanes});
        for (unsigned y = 0; y < 7; ++y)
            for (unsigned x = 0; x < 45; ++x)
                EXPECT_EQ(std::memcmp(in.texel(x, y, 0), out.texel(x, y, 0), 4), 0) << x << ' ' << y;
    }
}

}  // namespace
}  // namespace lanewise::test
