// Work-items with one lane run together (widen/jam_items.h), and work-groups of one work-item as rows of many
// (prepare/single_item_groups.h): the same results as C++ gets.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

using Expected = std::function<std::uint32_t(std::uint32_t item, std::uint32_t n)>;

// Runs `kernel void k(global uint* out, uint n)` over `items` work-items in groups of `local`; n is two thirds.
std::string run(const char* source, std::uint64_t items, std::uint64_t local, const Expected& expected,
                std::uint32_t width, compiler::Jam jam) {
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = local;
    const auto n = static_cast<std::uint32_t>(items * 2 / 3);
    std::vector<std::uint32_t> out(items, 77);
    std::string summary;
    RunOptions options;
    options.build_options = "-cl-std=CL3.0";
    options.vector_width = width;
    options.jam = jam;
    options.summary = &summary;
    run_kernel(source, "k", range, ArgumentBlock().add(out.data()).add(n), options);
    for (std::uint32_t item = 0; item < items; ++item) {
        EXPECT_EQ(out[item], expected(item, n)) << "item " << item << " of " << items << ", " << summary;
        if (testing::Test::HasFailure()) break;
    }
    return summary;
}

void run_jammed(const char* source, const Expected& expected) {
    for (const std::uint64_t items : {1, 2, 3, 8, 31})
        for (const std::uint64_t local : {std::uint64_t{1}, items})
            EXPECT_EQ(run(source, items, local, expected, 1, compiler::Jam::where_possible),
                      "kernel 'k': scalar (as asked for), 2 work-items at a time");
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

// Some pairs are half within `n`: their work-items part at the return.
TEST(JamItems, PrivateTablesAndAnEarlyReturn) { run_jammed(look_ups, look_up); }

TEST(JamItems, UniformBranchesAndLoops) {
    run_jammed(R"(kernel void k(global uint* out, uint n) {
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
                       if ((j & 3) == 0) x += i * j;
                       else if ((j & 3) == 2) x ^= j;
                       else x = x * 5 + 1;
                       if (j > 9) break;
                   }
                   return x;
               });
}

// A switch that parts them, before anything is written.
TEST(JamItems, PartAtASwitch) {
    run_jammed(R"(kernel void k(global uint* out, uint n) {
            uint i = get_global_id(0), x;
            switch (i / 3 % 4) { case 0: x = 5; break; case 1: x = n; break; case 2: x = i * i; break; default: x = 9; }
            out[i] = x;
        })",
               [](std::uint32_t i, std::uint32_t n) {
                   const std::uint32_t x[] = {5, n, i * i, 9};
                   return x[i / 3 % 4];
               });
}

// What cannot be run again, or must keep its order, stays one by one.
TEST(JamItems, RefusesWhatMustNotBeRunTwice) {
    for (const char* source :
         {"kernel void k(global uint* out, uint n) { uint i = get_global_id(0); out[i] = i; "
          "if (i > n) for (uint j = 0; j < i; ++j) out[i] -= out[i] > n; }",
          "kernel void k(global uint* out, uint n) { uint i = get_global_id(0); atomic_add(out + i, i - 77); "
          "if (out[i] > n) out[i] = n; }"})
        EXPECT_EQ(run(source, 9, 1, [](std::uint32_t i, std::uint32_t n) { return std::min(i, n); }, 1,
                      compiler::Jam::where_possible),
                  "kernel 'k': scalar (as asked for)");
    const auto left_early = [](std::uint32_t i, std::uint32_t) { return i * (i + 1) / 2; };
    EXPECT_EQ(run("kernel void k(global uint* out, uint n) { uint i = get_global_id(0), s = 0; "
                  "for (uint j = 0; j <= i; ++j) s += j; out[i] = s; }",
                  9, 3, left_early, 1, compiler::Jam::where_possible),
              "kernel 'k': scalar (as asked for)");
}

// 16 lanes' tables would not fit the cache.
TEST(JamItems, ChosenForTablesInPrivateMemory) {
    const char* source = R"(
        kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(global uint* out, uint n) {
            local uint table[1024];
            uint i = get_group_id(0), x = i;
            for (uint j = get_local_id(0); j < 1024; j += get_local_size(0)) table[j] = (j ^ j >> 15) * 0x2c1b3c6du;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint j = 0; j < n; ++j) { x = table[x & 1023] + (table[x >> 8 & 1023] ^ x); table[j & 1023] = x; }
            out[i] = x + get_num_groups(0);
        })";
    for (const std::uint64_t items : {1, 2, 30, 67})
        EXPECT_EQ(run(source, items, 1,
                      [&](std::uint32_t i, std::uint32_t n) {
                          std::uint32_t table[1024], x = i;
                          for (std::uint32_t j = 0; j < 1024; ++j) table[j] = mix(j);
                          for (std::uint32_t j = 0; j < n; ++j) {
                              x = table[x & 1023] + (table[x >> 8 & 1023] ^ x);
                              table[j & 1023] = x;
                          }
                          return x + static_cast<std::uint32_t>(items);
                      },
                      0, compiler::Jam::where_it_pays),
                  "kernel 'k': scalar (look-ups in private arrays), 2 work-items at a time");
}

// Lanes across work-groups of one, for kernels with local memory, atomics on it, and functions of the group.
TEST(SingleItemGroups, GetLanes) {
    const char* source = R"(
        kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(global uint* out, uint n) {
            local uint a[4], *p = a;
            uint g = get_group_id(0) + get_enqueued_local_size(0) * 100 + get_local_linear_id();
            for (uint j = 0; j < 4; ++j) a[j] = g + j;
            if (g & 1) p = a + 2;
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = p[0] + 1000 * work_group_reduce_add(g);
        })";
    const auto expected = [](std::uint32_t i, std::uint32_t) {
        const std::uint32_t g = i + 100;
        return (g & 1 ? g + 2 : g) + 1000 * g;
    };
    for (const std::uint32_t width : {1, 8, 16})
        for (const std::uint64_t items : {1, 15, 16, 50})
            run(source, items, 1, expected, width, compiler::Jam::where_it_pays);
}

TEST(SingleItemGroups, AtomicsOnLocalMemoryStayTheGroups) {
    const char* source = R"(
        kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(global uint* out, uint n) {
            local uint a, b[3];
            a = get_global_id(0);
            b[n % 3] = 5;
            barrier(CLK_LOCAL_MEM_FENCE);
            atomic_add(&a, b[n % 3]);
            out[get_global_id(0)] = a;
        })";
    run(source, 40, 1, [](std::uint32_t i, std::uint32_t) { return i + 5; }, 0, compiler::Jam::where_it_pays);
}

}  // namespace
}  // namespace lanewise::test
