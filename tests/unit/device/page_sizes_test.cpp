// Tests the sizes of the pages in large blocks: small pages if accesses are sparse, huge pages if they are dense.
#include "device/machine/page_sizes.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "device/machine/host_memory.h"
#include "device/machine/resident_pages.h"

namespace {

unsigned questions = 0;

}  // namespace

/// Replaces getrusage to count the calls that query page faults.
extern "C" int getrusage(int who, rusage* usage) noexcept {
    ++questions;
    return static_cast<int>(syscall(SYS_getrusage, who, usage));
}

namespace lanewise::device {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;
constexpr std::size_t page_bytes = 4096;

bool has_huge_pages() {
    std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
    std::string modes;
    return std::getline(file, modes) && modes.find("[never]") == std::string::npos;
}

std::size_t resident_bytes(const HostBlock& block, std::size_t bytes) {
    std::vector<std::uint32_t> counts(bytes / huge_page_bytes);
    ResidentPages().count(reinterpret_cast<std::uintptr_t>(block.data()), counts);
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0}) * page_bytes;
}

long faults() {
    rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt;
}

/// Writes a byte at each multiple of `stride`. Checks the pages at intervals, as threads that run work-groups do.
void touch(std::byte* data, std::size_t bytes, std::size_t stride) {
    std::size_t since = 0;
    for (std::size_t at = 0; at < bytes; at += stride) {
        data[at] = std::byte{1};
        if (++since % 32 == 0) look_at_pages();
    }
    look_at_pages();
}

TEST(ResidentPages, AreCountedByRegion) {
    constexpr std::size_t bytes = 64 * megabyte;
    auto* const data = static_cast<std::byte*>(
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    ASSERT_NE(data, MAP_FAILED);
    madvise(data, bytes, MADV_NOHUGEPAGE);
    for (const std::size_t at : {std::size_t{0}, page_bytes, 3 * megabyte, 10 * megabyte, 63 * megabyte})
        data[at] = std::byte{1};
    std::vector<std::uint32_t> counts(bytes / huge_page_bytes);
    ResidentPages().count(reinterpret_cast<std::uintptr_t>(data), counts);
    for (std::size_t region = 0; region < counts.size(); ++region) {
        const std::uint32_t expected = region == 0 ? 2 : region == 1 || region == 5 || region == 31 ? 1 : 0;
        EXPECT_EQ(counts[region], expected) << region;
    }
    munmap(data, bytes);
}

TEST(PageSizes, SparseTouchesOfLargeBlocksStaySmall) {
    constexpr std::size_t bytes = 4096 * megabyte;
    for (const std::size_t stride : {std::size_t{1} * megabyte, 3 * megabyte, 8 * megabyte}) {
        const HostBlock block(bytes);
        touch(block.data(), bytes, stride);
        EXPECT_LE(resident_bytes(block, bytes), 64 * megabyte + bytes / stride * page_bytes) << stride;
    }
}

// Only every fourth or sixteenth page is touched. Huge pages would take more than twice the memory of the touched
// pages.
TEST(PageSizes, TakeLittleMoreThanWhatIsTouched) {
    constexpr std::size_t bytes = 640 * megabyte;
    for (const std::size_t stride : {4 * page_bytes, 16 * page_bytes}) {
        const HostBlock block(bytes);
        touch(block.data(), bytes, stride);
        EXPECT_LE(resident_bytes(block, bytes), 64 * megabyte + bytes / stride * page_bytes) << stride;
    }
}

TEST(PageSizes, SweepsTakeFewFaults) {
    if (!has_huge_pages()) GTEST_SKIP() << "the system has no huge pages";
    constexpr std::size_t bytes = 256 * megabyte;
    const HostBlock block(bytes);
    const long before = faults();
    touch(block.data(), bytes, page_bytes);
    EXPECT_LE(faults() - before, static_cast<long>(bytes / page_bytes / 8));
}

TEST(PageSizes, DownwardSweepsTakeFewFaults) {
    if (!has_huge_pages()) GTEST_SKIP() << "the system has no huge pages";
    constexpr std::size_t bytes = 320 * megabyte;
    const HostBlock block(bytes);
    const long before = faults();
    for (std::size_t at = bytes; at != 0; at -= page_bytes) {
        block.data()[at - 1] = std::byte{1};
        if (at % (32 * page_bytes) == 0) look_at_pages();
    }
    EXPECT_LE(faults() - before, static_cast<long>(bytes / page_bytes / 8));
}

TEST(PageSizes, WhatIsWrittenAsAWholeTakesHugePages) {
    if (!has_huge_pages()) GTEST_SKIP() << "the system has no huge pages";
    constexpr std::size_t bytes = 112 * megabyte;
    const HostBlock block(bytes);
    expect_dense(block.data(), bytes);
    const long before = faults();
    for (std::size_t at = 0; at < bytes; at += page_bytes) block.data()[at] = std::byte{1};
    EXPECT_LE(faults() - before, static_cast<long>(2 * bytes / huge_page_bytes));
}

TEST(PageSizes, BlocksThatWereSparseMayBeDenseNext) {
    if (!has_huge_pages()) GTEST_SKIP() << "the system has no huge pages";
    constexpr std::size_t bytes = 192 * megabyte;
    const std::byte* first = nullptr;
    {
        const HostBlock block(bytes);
        first = block.data();
        touch(block.data(), bytes, 16 * page_bytes);
    }
    const HostBlock block(bytes);
    ASSERT_EQ(block.data(), first) << "not the block that was kept";
    const long before = faults();
    touch(block.data(), bytes, page_bytes);
    EXPECT_LE(faults() - before, static_cast<long>(bytes / page_bytes / 8));
}

// A block whose use is still unknown starts with huge pages. Many such blocks together must nevertheless not take too
// much memory.
TEST(PageSizes, ManyBlocksStaySmallTogether) {
    constexpr std::size_t bytes = 96 * megabyte;
    std::vector<HostBlock> blocks;
    std::size_t resident = 0;
    for (int i = 0; i < 64; ++i) {
        const HostBlock& block = blocks.emplace_back(bytes);
        touch(block.data(), bytes, 16 * megabyte);
        resident += resident_bytes(block, bytes);
    }
    EXPECT_LE(resident, 256 * megabyte);
}

// Many short ranges of work-groups end in quick succession. Because a short range cannot touch much memory, the page
// sizes are checked only after few of the ranges.
TEST(PageSizes, AreNotAskedForAfterEachRange) {
    constexpr unsigned ranges = 100'000;
    const HostBlock block(2048 * megabyte);
    ASSERT_GT(watched_blocks, 0u);
    const unsigned before = questions;
    for (unsigned range = 0; range < ranges; ++range) look_at_pages();
    EXPECT_LT(questions - before, ranges / 10);
}

TEST(PageSizes, ABlockThatEndsIsNotWatched) {
    const unsigned before = watched_blocks;
    {
        const HostBlock block(2048 * megabyte);
        EXPECT_EQ(watched_blocks, before + 1);
    }
    EXPECT_EQ(watched_blocks, before);
}

}  // namespace
}  // namespace lanewise::device
