// Tests stores at the end of both sides of a branch. Each element must get the value from the side that the work-item
// executed, and the stores must keep the order of the source.
#include <gtest/gtest.h>

#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

class JoinedArms : public testing::TestWithParam<std::uint32_t> {
protected:
    void run(const char* source, std::uint64_t items, const ArgumentBlock& arguments) {
        RunOptions options;
        options.vector_width = GetParam();
        run_kernel(source, "k", line(items, items), arguments, options);
    }
};

constexpr int items = 77;

TEST_P(JoinedArms, StoreTheirOwnValues) {
    const GuardedMemory memory(items * sizeof(int));
    int* out = memory.as<int>();
    run("kernel void k(global int* out, int n) { int i = get_global_id(0);"
        " if (i % 3 == 1) out[n - 1 - i] = i * 2; else if (i % 5 == 2) out[n - 1 - i] = -i; else out[n - 1 - i] = 7; }",
        items, ArgumentBlock().add(out).add(items));
    for (int i = 0; i < items; ++i) EXPECT_EQ(out[items - 1 - i], i % 3 == 1 ? i * 2 : i % 5 == 2 ? -i : 7) << i;
}

// If a work-item's id is even, both stores in each side of the branch write the same element.
TEST_P(JoinedArms, KeepTheOrderOfStores) {
    std::vector<int> out(2 * items), expected(2 * items);
    run("kernel void k(global int* out, int n) { int i = get_global_id(0); int second = i % 2 * n + i;"
        " if (i % 3) { out[i] = 1; out[second] = 2; } else { out[i] = 3; out[second] = 4; } }",
        items, ArgumentBlock().add(out.data()).add(items));
    for (int i = 0; i < items; ++i) {
        expected[i] = i % 3 ? 1 : 3;
        expected[i % 2 * items + i] = i % 3 ? 2 : 4;
    }
    EXPECT_EQ(out, expected);
}

// Each work-item merges two sorted lists into a row of its own.
TEST_P(JoinedArms, MergeListsIntoRows) {
    constexpr int length = 40, row = 37;
    std::vector<int> a(items * length), b(items * length), out(items * row), expected(items * row);
    for (int i = 0; i < items * length; ++i) {
        a[i] = i * 7 % 11 + i;
        b[i] = i * 5 % 13 + i;
    }
    run("kernel void k(global const int* a, global const int* b, global int* out, int length, int row) {"
        " int id = get_global_id(0), i = id * length, j = i, end = i + id % length;"
        " for (int k = 0; k < row; ++k) {"
        "  if (i < end && a[i] < b[j]) out[id * row + k] = a[i++]; else out[id * row + k] = b[j++]; } }",
        items, ArgumentBlock().add(a.data()).add(b.data()).add(out.data()).add(length).add(row));
    for (int id = 0; id < items; ++id) {
        int i = id * length, j = i;
        const int end = i + id % length;
        for (int k = 0; k < row; ++k) expected[id * row + k] = i < end && a[i] < b[j] ? a[i++] : b[j++];
    }
    EXPECT_EQ(out, expected);
}

INSTANTIATE_TEST_SUITE_P(Widths, JoinedArms, testing::Values(1, 8, 16, 64));

}  // namespace
}  // namespace lanewise::test
