#include "device/pool/claims.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace lanewise::device {
namespace {

constexpr std::uint64_t counts[] = {0, 1, 2, 7, 8, 9, 100, 1001};

TEST(Claims, ThreadsGetEveryUnitOnce) {
    constexpr unsigned threads = 4;
    for (const std::uint64_t units : counts)
        for (unsigned stretches = 1; stretches <= Claims::most_stretches; ++stretches) {
            Claims claims;
            claims.begin(units, stretches);
            std::vector<std::atomic<int>> runs(units);
            std::vector<std::thread> all;
            for (unsigned home = 0; home < threads; ++home)
                all.emplace_back([&, home] {
                    for (;;) {
                        const auto [first, count] = claims.claim(home, 1, 5, threads);
                        if (count == 0) return;
                        for (std::uint64_t i = first; i < first + count; ++i) ++runs[i];
                    }
                });
            for (std::thread& thread : all) thread.join();
            for (const auto& run : runs) ASSERT_EQ(run, 1) << units << " in " << stretches;
            EXPECT_EQ(claims.rest(), 0u);
        }
}

TEST(Claims, OneStretchIsInOrder) {
    Claims claims;
    claims.begin(1000, 1, 17);
    EXPECT_EQ(claims.rest(), 983u);
    std::uint64_t next = 17;
    for (unsigned home = 0; next < 1000; home = (home + 3) % 8) {
        const auto [first, count] = claims.claim(home, 1, 10, 4);
        ASSERT_EQ(first, next);
        ASSERT_GT(count, 0u);
        next += count;
    }
    EXPECT_EQ(next, 1000u);
}

TEST(Claims, EachHomeHasAStretchOfItsOwn) {
    Claims claims;
    claims.begin(1003, 4);
    for (unsigned home = 0; home < 4; ++home) {
        const auto [first, count] = claims.claim(home, 1, 1000, 4);
        EXPECT_GE(first, home * 250);
        EXPECT_LE(first + count, (home + 1) * 251);
        EXPECT_GE(count, 100u);
    }
}

// A thread claims many units of its own stretch at once. The thread claims only few units of another stretch, because
// that stretch may be the only one with unclaimed units.
TEST(Claims, ThoseOfOthersAreTakenLittleAtATime) {
    Claims claims;
    claims.begin(800, 8);
    std::uint64_t first = 100, count = 0;
    for (; first < 200; first += count) {
        const auto own = claims.claim(1, 1, 1000, 4);
        ASSERT_EQ(own.first, first);
        count = own.count;
    }
    const auto other = claims.claim(1, 1, 1000, 4);
    EXPECT_EQ(other.first, 200u);
    EXPECT_LE(other.count, 100u / 16);
}

TEST(Claims, AreNotSmallerThanTheLeast) {
    Claims claims;
    claims.begin(100, 2);
    for (std::uint64_t rest = 100; rest != 0;) {
        const std::uint64_t count = claims.claim(0, 8, 20, 4).count;
        EXPECT_GE(count, std::min<std::uint64_t>(rest % 50 == 0 ? 50 : rest % 50, 8));
        EXPECT_LE(count, 20u);
        rest -= count;
    }
}

TEST(Claims, WhatIsDroppedNobodyGets) {
    Claims claims;
    claims.begin(100, 3);
    claims.claim(1, 1, 5, 2);
    claims.drop();
    EXPECT_EQ(claims.rest(), 0u);
    for (unsigned home = 0; home < 3; ++home) EXPECT_EQ(claims.claim(home, 1, 5, 2).count, 0u);
}

// A task may run again. At the start of the new run, all its units are unclaimed.
TEST(Claims, BeginAnew) {
    Claims claims;
    claims.begin(100, 8);
    claims.drop();
    claims.begin(6, 8);
    EXPECT_EQ(claims.rest(), 6u);
    std::uint64_t sum = 0;
    while (const std::uint64_t count = claims.claim(5, 1, 10, 2).count) sum += count;
    EXPECT_EQ(sum, 6u);
}

}  // namespace
}  // namespace lanewise::device
