// Tests block reads and writes of images (cl_intel_subgroups). A block's elements are bytes of the image's rows. A read
// outside of the image returns the nearest element of the image.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "compiler/compiler_impl.h"
#include "images/image_kernels.h"

namespace lanewise::test {
namespace {

constexpr unsigned width = 24, height = 9;

/// Returns the bytes that a work-item reads at byte `column` of row `row`. For a place outside of the image, returns
/// the nearest element in the image.
std::vector<std::byte> element_of(const TestImage& image, int column, int row, unsigned bytes) {
    const int row_bytes = static_cast<int>(width * image.format().texel.bytes / bytes * bytes);
    const int at = std::clamp(column, 0, row_bytes - static_cast<int>(bytes));
    const std::byte* element = image.texel(0, static_cast<unsigned>(std::clamp(row, 0, int{height} - 1)), 0) + at;
    return {element, element + bytes};
}

struct Block {
    std::string type, letters;  // `letters`: the abbreviation of the type in the names of the functions
    unsigned bytes, rows, lanes;
};

std::string source_of(const Block& block) {
    const std::string count = block.rows == 1 ? "" : std::to_string(block.rows), name = block.letters + count;
    return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(block.lanes) +
           "))) kernel void k(read_only image2d_t in, write_only image2d_t out, int2 at, global " + block.type + count +
           "* seen) { " + block.type + count + " x = intel_sub_group_block_read" + name +
           "(in, at); seen[get_global_id(0)] = x; intel_sub_group_block_write" + name + "(out, at, x); }";
}

void check_block(const CompiledKernel& kernel, const Block& block, const TestImage& in, int column, int row) {
    const TestImage out(in.format().order, in.format().type, in.size());
    const std::array<int, 2> at{column, row};
    std::vector<std::byte> seen(std::size_t{block.lanes} * block.rows * block.bytes);
    struct alignas(8) Place {
        std::array<int, 2> at;
    };
    kernel.run(line(block.lanes, block.lanes),
               ArgumentBlock().add(in.descriptor()).add(out.descriptor()).add(Place{at}).add(seen.data()), 0);
    std::vector<std::byte> expected(std::size_t{width} * height * in.format().texel.bytes);
    const int row_bytes = static_cast<int>(expected.size() / height);
    for (unsigned lane = 0; lane < block.lanes; ++lane)
        for (unsigned r = 0; r < block.rows; ++r) {
            const int x = column + static_cast<int>(lane * block.bytes), y = row + static_cast<int>(r);
            const auto wanted = element_of(in, x, y, block.bytes);
            ASSERT_EQ(std::memcmp(&seen[(lane * block.rows + r) * block.bytes], wanted.data(), block.bytes), 0)
                << block.type << block.letters << block.rows << " lane " << lane << " row " << r << " at " << column
                << ' ' << row;
            if (x >= 0 && x + static_cast<int>(block.bytes) <= row_bytes && y >= 0 && y < int{height})
                std::ranges::copy(wanted, expected.begin() + y * row_bytes + x);
        }
    EXPECT_EQ(std::memcmp(out.texel(0, 0, 0), expected.data(), expected.size()), 0)
        << block.type << block.letters << block.rows << " at " << column << ' ' << row;
}

void check_blocks(const Block& block) {
    const auto kernel = compile_kernel(source_of(block), 0);
    std::mt19937 random(11);
    for (const auto& [order, type] :
         {std::pair{ChannelOrder::RGBA, ChannelType::UNORM_INT8}, std::pair{ChannelOrder::R, ChannelType::FLOAT},
          std::pair{ChannelOrder::RGBA, ChannelType::UNSIGNED_INT16},
          std::pair{ChannelOrder::R, ChannelType::UNSIGNED_INT8}}) {
        TestImage in(order, type, plane_of(width, height));
        in.fill(random);
        for (const int column : {0, 8, 16, -16, 1000})
            for (const int row : {0, 3, -2, 7}) check_block(*kernel, block, in, column, row);
    }
}

TEST(ImageBlocks, AreRowsOfBytes) {
    for (const unsigned lanes : {8u, 16u, 32u})
        for (const unsigned rows : {1u, 2u, 4u, 8u}) {
            check_blocks({"uint", "", 4, rows, lanes});
            check_blocks({"uint", "_ui", 4, rows, lanes});
            check_blocks({"ulong", "_ul", 8, rows, lanes});
            check_blocks({"ushort", "_us", 2, rows, lanes});
            check_blocks({"uchar", "_uc", 1, rows, lanes});
        }
    check_blocks({"ushort", "_us", 2, 16, 16});
    check_blocks({"uchar", "_uc", 1, 16, 16});
}

}  // namespace
}  // namespace lanewise::test
