// Tests the allocations of a context: size classes, look-up by address, and allocation, look-up and release on several
// threads.
#include "runtime/memory/allocations.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace lanewise::runtime {
namespace {

constexpr AllocationTraits host{.kind = AllocationKind::host};

TEST(SizeClasses, AreTheSmallestThatFit) {
    for (std::size_t bytes = 1; bytes <= most_block_bytes; bytes += bytes < 70000 ? 1 : 997) {
        const unsigned number = size_class_of(bytes);
        ASSERT_LT(number, size_class_count);
        ASSERT_GE(size_classes[number].block_bytes, bytes);
        if (number != 0) ASSERT_LT(size_classes[number - 1].block_bytes, bytes);
    }
    EXPECT_EQ(size_class_of(most_block_bytes), size_class_count - 1);
}

TEST(SizeClasses, FindTheBlockOfEachByte) {
    for (const SizeClass& sizes : size_classes) {
        EXPECT_EQ(sizes.block_bytes % Allocations::least_alignment, 0u);
        EXPECT_LE(std::size_t{sizes.block_bytes} * sizes.blocks, sizes.pages * page_bytes);
        for (std::size_t block = 0; block < sizes.blocks; ++block) {
            const std::size_t first = block * sizes.block_bytes;
            EXPECT_EQ(sizes.block_at(first), block);
            EXPECT_EQ(sizes.block_at(first + sizes.block_bytes - 1), block);
        }
    }
}

TEST(Allocations, AnswerForEachAddressInside) {
    Allocations allocations;
    const AllocationTraits traits{.kind = AllocationKind::shared, .flags = 5, .device = 3};
    for (const std::size_t size : {1, 100, 128, 1024, 5000, 33000, 1 << 20, (1 << 20) + 1, 5 << 20}) {
        std::byte* const data = allocations.allocate(size, 1, traits);
        std::memset(data, 0x5A, size);
        for (const std::size_t offset : {std::size_t{0}, size / 2, size - 1}) {
            const auto found = allocations.find(data + offset);
            ASSERT_TRUE(found) << size;
            EXPECT_EQ(found->data, data);
            EXPECT_EQ(found->size, size);
            EXPECT_EQ(found->traits.kind, AllocationKind::shared);
            EXPECT_EQ(found->traits.flags, 5);
            EXPECT_EQ(found->traits.device, 3);
        }
        EXPECT_FALSE(allocations.find(data + size)) << size;
        EXPECT_FALSE(size > 1 && allocations.free(data + 1));
        EXPECT_TRUE(allocations.free(data));
        EXPECT_FALSE(allocations.find(data)) << size;
        EXPECT_FALSE(allocations.free(data));
    }
}

TEST(Allocations, KnowNoForeignAddresses) {
    Allocations allocations, other;
    std::byte* const data = other.allocate(64, 1, host);
    int local = 0;
    const std::vector<const void*> foreign{nullptr,
                                           &local,
                                           data,
                                           &allocations,
                                           reinterpret_cast<void*>(-1),
                                           reinterpret_cast<void*>(std::uintptr_t{1} << 47)};
    for (const void* address : foreign) {
        EXPECT_FALSE(allocations.find(address));
        EXPECT_FALSE(allocations.free(address));
    }
    EXPECT_TRUE(other.find(data));
}

TEST(Allocations, FreeOnlyTheKindsAskedFor) {
    Allocations allocations;
    for (const std::size_t size : {64, 3 << 20}) {
        std::byte* const data = allocations.allocate(size, 1, {.kind = AllocationKind::svm});
        EXPECT_FALSE(allocations.free(data, usm_kinds));
        EXPECT_TRUE(allocations.find(data));
        EXPECT_TRUE(allocations.free(data, bit_of(AllocationKind::svm)));
    }
}

TEST(Allocations, AreAligned) {
    Allocations allocations;
    for (std::size_t alignment = 1; alignment <= std::size_t{16} << 20; alignment *= 2) {
        for (const std::size_t size : {1, 200, 5000, 40000, 700000, 3 << 20}) {
            std::byte* const data = allocations.allocate(size, alignment, host);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % std::max<std::size_t>(alignment, 128), 0u);
            EXPECT_EQ(allocations.find(data + size - 1)->size, size);
        }
    }
}

TEST(Allocations, SmallSvmIsCleared) {
    Allocations allocations;
    for (int round = 0; round < 3; ++round) {
        std::byte* const data = allocations.allocate(512, 1, {.kind = AllocationKind::svm});
        for (int i = 0; i < 512; ++i) ASSERT_EQ(data[i], std::byte{0});
        std::memset(data, 1, 512);
        allocations.free(data);
    }
}

TEST(Allocations, EndWithTheirContext) {
    std::byte *small = nullptr, *large = nullptr;
    {
        Allocations allocations;
        small = allocations.allocate(64, 1, host);
        large = allocations.allocate(4 << 20, 1, host);
    }
    Allocations later;
    EXPECT_FALSE(later.find(small));
    EXPECT_FALSE(later.find(large));
    // The memory of the first context is reused.
    for (int i = 0; i < 100; ++i) {
        std::byte* const data = later.allocate(64, 1, host);
        EXPECT_EQ(later.find(data)->data, data);
    }
}

TEST(Allocations, RefuseSizesBeyondTheRecord) {
    Allocations allocations;
    EXPECT_THROW(allocations.allocate(std::size_t{1} << 43, 1, host), std::bad_alloc);
    EXPECT_THROW(allocations.allocate(SIZE_MAX, 1, host), std::bad_alloc);
}

/// The allocations that must exist; the key is an allocation's first address.
using Model = std::map<std::byte*, Allocation>;

void check_address(const Allocations& allocations, const Model& model, std::byte* address) {
    auto after = model.upper_bound(address);
    const bool is_inside = after != model.begin() && std::prev(after)->second.contains(address);
    const auto found = allocations.find(address);
    ASSERT_EQ(found.has_value(), is_inside) << address;
    if (!found) return;
    const Allocation& expected = std::prev(after)->second;
    ASSERT_EQ(found->data, expected.data);
    ASSERT_EQ(found->size, expected.size);
    ASSERT_EQ(found->traits.kind, expected.traits.kind);
    ASSERT_EQ(found->traits.device, expected.traits.device);
}

/// Returns a random size, of any size class. Small sizes are the most frequent.
std::size_t random_size(std::mt19937& random) {
    const unsigned bits = std::min(random() % 22, random() % 23);
    return 1 + random() % (std::size_t{2} << bits);
}

TEST(Allocations, BehaveAsAModel) {
    Allocations allocations;
    Model model;
    std::mt19937 random(7);
    std::vector<std::byte*> freed(64);
    for (int step = 0; step < 60000; ++step) {
        const bool grows = step / 5000 % 2 == 0;
        if (model.empty() || random() % 8 < (grows ? 5u : 3u)) {
            const std::size_t size = random_size(random);
            const std::size_t alignment = std::size_t{1} << (random() % 4 != 0 ? 0 : random() % 18);
            const AllocationTraits traits{.kind = AllocationKind(random() % 4), .device = std::uint16_t(random())};
            std::byte* const data = allocations.allocate(size, alignment, traits);
            ASSERT_EQ(reinterpret_cast<std::uintptr_t>(data) % alignment, 0u);
            const auto [place, is_new] = model.emplace(data, Allocation{data, size, traits});
            ASSERT_TRUE(is_new);
            if (place != model.begin()) ASSERT_LE(std::prev(place)->second.end(), data);
            if (std::next(place) != model.end()) ASSERT_LE(data + size, std::next(place)->first);
            check_address(allocations, model, data + random() % size);
            check_address(allocations, model, data + size);
        } else {
            auto chosen = model.lower_bound(freed[random() % freed.size()]);
            if (chosen == model.end()) chosen = model.begin();
            ASSERT_EQ(allocations.free(chosen->first + 1), false);
            ASSERT_TRUE(allocations.free(chosen->first));
            freed[random() % freed.size()] = chosen->first + chosen->second.size / 2;
            model.erase(chosen);
        }
        check_address(allocations, model, freed[random() % freed.size()]);
    }
    for (const auto& [data, allocation] : model) ASSERT_TRUE(allocations.free(data));
}

/// Allocates, marks and frees blocks on several threads. Most blocks are freed by a thread that did not allocate them.
TEST(Allocations, ServeManyThreads) {
    Allocations allocations;
    constexpr unsigned threads = 4;
    std::array<std::atomic<std::byte*>, 64> exchange{};
    std::atomic<bool> failed = false;
    const auto work = [&](unsigned thread) {
        std::mt19937 random(thread);
        for (int step = 0; step < 20000; ++step) {
            const std::size_t size = random_size(random) % 300000 + 8;
            std::byte* data = allocations.allocate(size, 1, {.kind = AllocationKind::device, .device = 9});
            std::memcpy(data, &size, sizeof size);
            data = exchange[random() % exchange.size()].exchange(data);
            if (!data) continue;
            const auto found = allocations.find(data + 7);
            std::size_t written = 0;
            std::memcpy(&written, data, sizeof written);
            if (!found || found->data != data || found->size != written || found->traits.device != 9) failed = true;
            if (!allocations.free(data)) failed = true;
        }
    };
    std::vector<std::thread> running;
    for (unsigned i = 0; i < threads; ++i) running.emplace_back(work, i);
    for (std::thread& thread : running) thread.join();
    EXPECT_FALSE(failed);
}

/// Looks up addresses in an `Allocations` object, while another thread allocates and frees memory in this object and in
/// other `Allocations` objects.
TEST(Allocations, AreFoundWhileOthersAreFreed) {
    Allocations allocations;
    std::vector<Allocation> kept;
    for (const std::size_t size : {64, 1000, 4000, 20000, 90000, 3 << 20})
        kept.push_back({allocations.allocate(size, 1, host), size, host});
    std::atomic<bool> is_done = false;
    std::atomic<bool> failed = false;
    std::thread reader([&] {
        std::mt19937 random(1);
        while (!is_done) {
            const Allocation& asked = kept[random() % kept.size()];
            const auto found = allocations.find(asked.data + random() % asked.size);
            if (!found || found->data != asked.data || found->size != asked.size) failed = true;
            // Looks up a nearby address. Another thread may make or free the allocation at this address at the same
            // time.
            allocations.find(asked.data + random() % (std::size_t{8} << 20));
        }
    });
    std::mt19937 random(2);
    for (int round = 0; round < 300; ++round) {
        Allocations other;
        std::vector<std::byte*> added;
        for (int i = 0; i < 60; ++i) {
            added.push_back(allocations.allocate(random_size(random), 1, host));
            other.allocate(random_size(random), 1, host);
        }
        for (std::byte* data : added) EXPECT_TRUE(allocations.free(data));
    }
    is_done = true;
    reader.join();
    EXPECT_FALSE(failed);
}

TEST(Allocations, OnlyOneThreadFreesABlock) {
    Allocations allocations;
    for (const std::size_t size : {200, 200000, 2500000}) {
        for (int round = 0; round < 200; ++round) {
            std::byte* const data = allocations.allocate(size, 1, host);
            std::atomic<int> freed = 0;
            std::thread other([&] { freed += allocations.free(data); });
            freed += allocations.free(data);
            other.join();
            EXPECT_EQ(freed, 1);
        }
    }
}

// A child process may allocate, even if another thread of the parent was allocating at the time of the fork.
TEST(Allocations, WorkAfterAFork) {
    Allocations allocations;
    std::atomic<bool> is_done = false;
    std::thread busy([&] {
        while (!is_done) allocations.free(allocations.allocate(200, 1, host));
    });
    for (int round = 0; round < 20; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(20);
            for (int i = 0; i < 200; ++i) allocations.free(allocations.allocate(200 + i * 1000, 1, host));
            _exit(0);
        }
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    is_done = true;
    busy.join();
}

}  // namespace
}  // namespace lanewise::runtime
