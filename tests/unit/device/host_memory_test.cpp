// Tests the initial content of the memory of buffers.
#include "device/machine/host_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace lanewise::device {
namespace {

// Programs rely on zeros: ffmpeg's tonemap_opencl reads an index from a buffer that nothing has written to.
TEST(HostMemory, SmallBlocksStartAsZeros) {
    for (const std::size_t bytes : {1, 532, 4096, 16384}) {
        for (int round = 0; round < 2; ++round) {
            // The heap returns memory that was freed in the previous round.
            std::vector<HostBlock> blocks;
            for (int i = 0; i < 8; ++i) {
                const HostBlock& block = blocks.emplace_back(bytes);
                EXPECT_TRUE(std::all_of(block.data(), block.data() + bytes, [](std::byte b) {
                    return b == std::byte{0};
                })) << bytes;
                std::memset(block.data(), 0xff, bytes);
            }
        }
    }
}

}  // namespace
}  // namespace lanewise::device
