#include "device/pool/worker_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lanewise::device {
namespace {

// A kernel may look one element beside the ends of its local memory, as it may on a GPU, where nothing traps.
TEST(WorkerMemory, HasMarginsOnBothSides) {
    WorkerMemory memory;
    std::uint64_t groups_left = 0;
    for (std::uint64_t bytes = 4096; bytes <= std::uint64_t{8} << 20; bytes *= 8) {
        ASSERT_TRUE(memory.reserve(bytes, bytes));
        const abi::Worker worker = memory.worker(&groups_left);
        for (std::byte* block : {worker.local_memory, worker.context}) {
            std::byte* const behind = block + (block == worker.context ? worker.context_bytes : worker.local_bytes);
            std::fill(block - worker_margin_bytes, block, std::byte{1});
            std::fill(behind, behind + worker_margin_bytes, std::byte{2});
            EXPECT_EQ(block[0], std::byte{0}) << bytes;
            EXPECT_EQ(behind[-1], std::byte{0}) << bytes;
        }
    }
}

TEST(WorkerMemory, IsAligned) {
    WorkerMemory memory;
    std::uint64_t groups_left = 0;
    ASSERT_TRUE(memory.reserve(100, 100));
    const abi::Worker worker = memory.worker(&groups_left);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(worker.local_memory) % abi::block_alignment, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(worker.context) % abi::block_alignment, 0U);
}

}  // namespace
}  // namespace lanewise::device
