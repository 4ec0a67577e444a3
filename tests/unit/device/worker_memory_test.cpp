#include "device/pool/worker_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lanewise::device {
namespace {

// By mistake, some kernels access memory slightly before or after their local memory. GPUs do not trap on such
// accesses, so that the mistake is not noticed there.
TEST(WorkerMemory, HasMarginsOnBothSides) {
    WorkerMemory memory;
    std::uint64_t groups_left = 0;
    for (std::uint64_t bytes = 4096; bytes <= std::uint64_t{8} << 20; bytes *= 8) {
        ASSERT_TRUE(memory.reserve(bytes, bytes));
        const abi::Worker worker = memory.worker({0, 0, 0}, &groups_left);
        for (std::byte* block : {worker.local_memory, worker.context}) {
            std::byte* const behind = block + (block == worker.context ? worker.context_bytes : worker.local_bytes);
            std::fill(block - worker_margin_bytes, block, std::byte{1});
            std::fill(behind, behind + worker_margin_bytes, std::byte{2});
            EXPECT_EQ(block[0], std::byte{0}) << bytes;
            EXPECT_EQ(behind[-1], std::byte{0}) << bytes;
        }
    }
}

bool is_there(const std::byte* place) {
    constexpr std::uintptr_t page = 4096;
    unsigned char there = 0;
    const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(place) / page * page;
    return mincore(reinterpret_cast<void*>(start), page, &there) == 0 && (there & 1) != 0;
}

// The addresses of inactive lanes in masked accesses may be in pages beside the memory. Masked accesses to unmapped
// pages are slow, so that these pages must be mapped.
TEST(WorkerMemory, HasThePagesThatLanesWhichAreOffComeTo) {
    WorkerMemory memory;
    std::uint64_t groups_left = 0;
    for (const std::uint64_t bytes : {512, 4096, 10'000, 64 * 1024, 100'000}) {
        ASSERT_TRUE(memory.reserve(bytes, bytes));
        const abi::Worker worker = memory.worker({0, 0, 0}, &groups_left);
        for (const std::byte* block : {worker.local_memory, worker.context}) {
            EXPECT_TRUE(is_there(block - 1)) << bytes;
            EXPECT_TRUE(is_there(block + bytes)) << bytes;
        }
    }
}

TEST(WorkerMemory, IsAligned) {
    WorkerMemory memory;
    std::uint64_t groups_left = 0;
    ASSERT_TRUE(memory.reserve(100, 100));
    const abi::Worker worker = memory.worker({0, 0, 0}, &groups_left);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(worker.local_memory) % abi::block_alignment, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(worker.context) % abi::block_alignment, 0U);
}

}  // namespace
}  // namespace lanewise::device
