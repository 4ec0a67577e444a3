// Tests reservations and commits in pipes without kernels: by one thread in every order, and by many threads.
#include "device/kernel/pipe_functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "device/kernel/pipe_memory.h"
#include "device/machine/host_memory.h"

namespace lanewise::device {
namespace {

constexpr std::uint32_t writing = 0, reading = 1;

/// A pipe of 8-byte packets. Copies packets in the way the builtins do.
class TestPipe {
public:
    explicit TestPipe(std::uint32_t max_packets) : block_(pipe_bytes(8, max_packets)) {
        make_pipe(block_.data(), 8, max_packets);
    }

    abi::Pipe& pipe() { return *reinterpret_cast<abi::Pipe*>(block_.data()); }
    std::uint64_t reserve(std::uint32_t side, std::uint32_t least, std::uint32_t most) {
        return lanewise_pipe_reserve(&pipe(), side, least, most, 8);
    }
    std::uint64_t reserve(std::uint32_t side, std::uint32_t count) { return reserve(side, count, count); }
    void commit(std::uint32_t side, std::uint64_t id) {
        lanewise_pipe_note(&pipe(), side, id);
        lanewise_pipe_advance(&pipe(), side);
    }
    std::uint64_t& packet(std::uint64_t id, std::uint32_t index) {
        const auto place = (static_cast<std::uint32_t>(id >> 32) + index) & pipe().place_mask;
        return reinterpret_cast<std::uint64_t*>(block_.data() + pipe().packets_offset)[place];
    }

private:
    HostBlock block_;
};

TEST(PipeFunctions, AllOrNothing) {
    TestPipe pipe(5);
    EXPECT_EQ(pipe.reserve(reading, 1), abi::no_reservation);
    EXPECT_EQ(pipe.reserve(writing, 6), abi::no_reservation);
    const std::uint64_t three = pipe.reserve(writing, 3);
    EXPECT_EQ(three & 0xffffffff, 3u);
    EXPECT_EQ(pipe.reserve(writing, 3), abi::no_reservation);
    EXPECT_EQ(pipe.reserve(writing, 1, 3) & 0xffffffff, 2u);
    EXPECT_EQ(pipe.reserve(writing, 1, 3), abi::no_reservation);
    EXPECT_EQ(lanewise_pipe_reserve(&pipe.pipe(), writing, 0, 0, 4), abi::no_reservation);
}

TEST(PipeFunctions, LaterCommitsWaitForEarlierOnes) {
    TestPipe pipe(8);
    for (int round = 0; round < 100; ++round) {
        const std::uint64_t a = pipe.reserve(writing, 2), b = pipe.reserve(writing, 1), c = pipe.reserve(writing, 4);
        pipe.commit(writing, c);
        EXPECT_EQ(pipe.reserve(reading, 1), abi::no_reservation);
        pipe.commit(writing, a);
        EXPECT_EQ(pipe.reserve(reading, 3), abi::no_reservation);
        pipe.commit(writing, b);
        const std::uint64_t d = pipe.reserve(reading, 3), e = pipe.reserve(reading, 4);
        EXPECT_NE(e, abi::no_reservation);
        pipe.commit(reading, e);
        EXPECT_EQ(pipe.reserve(writing, 2), abi::no_reservation);
        pipe.commit(reading, d);
    }
}

// Commits of ids that no reservation returned must change nothing.
TEST(PipeFunctions, WrongIdsChangeNothing) {
    TestPipe pipe(8);
    for (const std::uint64_t id : {abi::no_reservation, std::uint64_t{0}, std::uint64_t{9}, std::uint64_t{5} << 32 | 4})
        pipe.commit(reading, id);
    for (const std::uint64_t id : {abi::no_reservation, std::uint64_t{7} << 32 | 2}) pipe.commit(writing, id);
    EXPECT_EQ(pipe.reserve(reading, 1), abi::no_reservation);
    EXPECT_NE(pipe.reserve(writing, 8), abi::no_reservation);
}

// Each written number must be read exactly once. Threads make reservations of any size, hold them for a while, and
// commit them in any order.
TEST(PipeFunctions, ManyThreadsLoseNothing) {
    constexpr unsigned threads_each = 3;
    for (const std::uint32_t capacity : {1u, 7u, 64u, 1000u}) {
        // The test writes fewer numbers to small pipes. A thread yields each time it finds the pipe full or empty,
        // which takes milliseconds on a busy machine.
        const std::uint64_t numbers_each = std::min(20000u, 1000 * capacity);
        TestPipe pipe(capacity);
        std::vector<std::atomic<int>> seen(numbers_each * threads_each);
        std::atomic<std::uint64_t> taken = 0;
        const auto commit_some = [&](std::uint32_t side, std::vector<std::uint64_t>& held, std::mt19937& dice,
                                     std::size_t keep) {
            std::shuffle(held.begin(), held.end(), dice);
            for (; held.size() > keep; held.pop_back()) pipe.commit(side, held.back());
        };
        const auto produce = [&](unsigned thread) {
            std::mt19937 dice(thread);
            std::vector<std::uint64_t> held;
            for (std::uint64_t next = thread * numbers_each; next < (thread + 1) * numbers_each;) {
                const auto most = std::min<std::uint64_t>((thread + 1) * numbers_each - next, 1 + dice() % 9);
                const std::uint64_t id = pipe.reserve(writing, 1, static_cast<std::uint32_t>(most));
                if (id == abi::no_reservation) {
                    commit_some(writing, held, dice, 0);
                    std::this_thread::yield();
                    continue;
                }
                for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(id); ++i) pipe.packet(id, i) = next++;
                held.push_back(id);
                if (held.size() > 3) commit_some(writing, held, dice, dice() % 3);
            }
            commit_some(writing, held, dice, 0);
        };
        const auto consume = [&](unsigned thread) {
            std::mt19937 dice(100 + thread);
            std::vector<std::uint64_t> held;
            while (taken.load() < numbers_each * threads_each) {
                const std::uint64_t id = pipe.reserve(reading, 1, 1 + dice() % 9);
                if (id == abi::no_reservation) {
                    commit_some(reading, held, dice, 0);
                    std::this_thread::yield();
                    continue;
                }
                for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(id); ++i) ++seen.at(pipe.packet(id, i));
                taken += static_cast<std::uint32_t>(id);
                held.push_back(id);
                if (held.size() > 3) commit_some(reading, held, dice, dice() % 3);
            }
            commit_some(reading, held, dice, 0);
        };
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < threads_each; ++i) {
            threads.emplace_back(produce, i);
            threads.emplace_back(consume, i);
        }
        threads.clear();
        for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], 1) << i << " of " << capacity;
        EXPECT_EQ(pipe.reserve(reading, 1), abi::no_reservation);
        EXPECT_NE(pipe.reserve(writing, capacity), abi::no_reservation);
    }
}

}  // namespace
}  // namespace lanewise::device
