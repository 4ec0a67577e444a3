// Tests code of one lane that interleaves two work-items (widen/interleave_items.h). The results must equal the results
// of the same code in C++.
#include <gtest/gtest.h>

#include <algorithm>

#include "run_items.h"

namespace lanewise::test {
namespace {

void run_paired(const char* source, const Expected& expected) {
    for (const std::uint64_t items : {1, 2, 3, 8, 31})
        for (const std::uint64_t local : {std::uint64_t{1}, items})
            EXPECT_EQ(run_items(source, items, local, expected, 1, compiler::Together::where_possible),
                      "kernel 'k': scalar (one lane was asked for), 2 work-items at a time");
}

std::uint32_t mix(std::uint32_t x) { return (x ^ (x >> 15)) * 0x2c1b3c6du; }

constexpr char look_ups[] = R"(
    kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0), table[64], x = i;
        if (i >= n) return;
        for (uint j = 0; j < 64; ++j) table[j] = (i + j ^ (i + j) >> 15) * 0x2c1b3c6du;
        for (uint j = 0; j < 100; ++j) { x = table[x & 63] + (table[x >> 8 & 63] ^ x); table[j & 63] = x; }
        out[i] = x;
    })";

std::uint32_t look_up(std::uint32_t i, std::uint32_t n) {
    std::uint32_t table[64], x = i;
    if (i >= n) return 77;
    for (std::uint32_t j = 0; j < 64; ++j) table[j] = mix(i + j);
    for (std::uint32_t j = 0; j < 100; ++j) {
        x = table[x & 63] + (table[x >> 8 & 63] ^ x);
        table[j & 63] = x;
    }
    return x;
}

// In some pairs only one of the two work-items is below `n`, so that the pair diverges at the return.
TEST(InterleaveItems, PrivateTablesAndAnEarlyReturn) { run_paired(look_ups, look_up); }

TEST(InterleaveItems, UniformBranchesAndLoops) {
    run_paired(R"(kernel void k(global uint* out, uint n) {
            uint i = get_global_id(0), x = i;
            for (uint j = 0; j < n; ++j) {
                if (j % 3 == 1) continue;
                switch (j & 3) { case 0: x += i * j; break; case 2: x ^= j; break; default: x = x * 5 + 1; }
                if (j > 9) break;
            }
            out[i] = x + get_local_size(0) * 0;
        })",
               [](std::uint32_t i, std::uint32_t n) {
                   std::uint32_t x = i;
                   for (std::uint32_t j = 0; j < n; ++j) {
                       if (j % 3 == 1) continue;
                       if ((j & 3) == 0)
                           x += i * j;
                       else if ((j & 3) == 2)
                           x ^= j;
                       else
                           x = x * 5 + 1;
                       if (j > 9) break;
                   }
                   return x;
               });
}

// The switch makes the two work-items diverge before either has written to memory.
TEST(InterleaveItems, PartAtASwitch) {
    run_paired(R"(kernel void k(global uint* out, uint n) {
            uint i = get_global_id(0), x;
            switch (i / 3 % 4) { case 0: x = 5; break; case 1: x = n; break; case 2: x = i * i; break; default: x = 9; }
            out[i] = x;
        })",
               [](std::uint32_t i, std::uint32_t n) {
                   const std::uint32_t x[] = {5, n, i * i, 9};
                   return x[i / 3 % 4];
               });
}

// Tests that the compiler does not interleave work-items that cannot be restarted after they diverge, or whose order
// matters.
TEST(InterleaveItems, RefusesWhatMustNotBeRunTwice) {
    for (const char* source :
         {"kernel void k(global uint* out, uint n) { uint i = get_global_id(0); out[i] = i; "
          "if (i > n) for (uint j = 0; j < i; ++j) out[i] -= out[i] > n; }",
          "kernel void k(global uint* out, uint n) { uint i = get_global_id(0); atomic_add(out + i, i - 77); "
          "if (out[i] > n) out[i] = n; }"})
        EXPECT_EQ(run_items(
                      source, 9, 1, [](std::uint32_t i, std::uint32_t n) { return std::min(i, n); }, 1,
                      compiler::Together::where_possible),
                  "kernel 'k': scalar (one lane was asked for)");
    const auto left_early = [](std::uint32_t i, std::uint32_t n) {
        std::uint32_t sum = 0;
        for (std::uint32_t j = 0; j <= i; ++j) sum += j ^ n;
        return sum;
    };
    EXPECT_EQ(run_items("kernel void k(global uint* out, uint n) { uint i = get_global_id(0), s = 0; "
                        "for (uint j = 0; j <= i; ++j) s += j ^ n; out[i] = s; }",
                        9, 3, left_early, 1, compiler::Together::where_possible),
              "kernel 'k': scalar (one lane was asked for)");
}

// The tables of 8 lanes together would not fit into the cache.
TEST(InterleaveItems, ChosenForTablesInPrivateMemory) {
    const char* source = R"(
        kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(global uint* out, uint n) {
            local uint table[2048];
            uint i = get_group_id(0), x = i;
            for (uint j = get_local_id(0); j < 2048; j += get_local_size(0)) table[j] = (j ^ j >> 15) * 0x2c1b3c6du;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint j = 0; j < n; ++j) { x = table[x & 2047] + (table[x >> 8 & 2047] ^ x); table[j & 2047] = x; }
            out[i] = x + get_num_groups(0);
        })";
    for (const std::uint64_t items : {1, 2, 30, 67})
        EXPECT_EQ(run_items(
                      source, items, 1,
                      [&](std::uint32_t i, std::uint32_t n) {
                          std::uint32_t table[2048], x = i;
                          for (std::uint32_t j = 0; j < 2048; ++j) table[j] = mix(j);
                          for (std::uint32_t j = 0; j < n; ++j) {
                              x = table[x & 2047] + (table[x >> 8 & 2047] ^ x);
                              table[j & 2047] = x;
                          }
                          return x + static_cast<std::uint32_t>(items);
                      },
                      0, compiler::Together::where_it_pays),
                  "kernel 'k': scalar (gathers from large private arrays), 2 work-items at a time");
}

}  // namespace
}  // namespace lanewise::test
