// Tests loops in the form that other compilers produce: pointers and offsets in place of indices, exit tests at the
// end, and wide counters. Also tests arrays whose elements are shifted by one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

class OptimizedLoops : public testing::TestWithParam<std::uint32_t> {
protected:
    void run(const std::string& source, const ArgumentBlock& arguments) {
        RunOptions options;
        options.vector_width = GetParam();
        run_kernel(source, "k", line(items, 16), arguments, options);
    }

    static constexpr int items = 64;
};

std::vector<int> numbers(std::size_t count) {
    std::vector<int> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i * 37 % 113) - 50;
    return values;
}

TEST_P(OptimizedLoops, PointersWalkThroughRows) {
    for (const int n : {0, 1, 2, 7, 33}) {
        const std::vector<int> a = numbers(static_cast<std::size_t>(items * n + 1));
        std::vector<int> sums(items), last(items);
        run("kernel void k(global const int* a, global int* sums, global int* last, int n) {"
            " int id = get_global_id(0); global const int* p = a + id * n; global const int* end = p + n;"
            " int sum = 0, left = n; short down = 100;"
            " while (p != end) { sum = sum * 3 + *p++ * down; down -= 5; --left; }"
            " sums[id] = sum + left; last[id] = down; }",
            ArgumentBlock().add(a.data()).add(sums.data()).add(last.data()).add(n));
        for (int id = 0; id < items; ++id) {
            unsigned sum = 0;
            short down = 100;
            for (int j = 0; j < n; ++j) {
                sum = sum * 3 + static_cast<unsigned>(a[static_cast<std::size_t>(id * n + j)] * down);
                down = static_cast<short>(down - 5);
            }
            ASSERT_EQ(sums[static_cast<std::size_t>(id)], static_cast<int>(sum)) << id << " of " << n;
            ASSERT_EQ(last[static_cast<std::size_t>(id)], down) << id << " of " << n;
        }
    }
}

// The source contains a rotated loop, with one test before the loop, and another test at the end of its body.
TEST_P(OptimizedLoops, TestsStandAtTheEnd) {
    for (const int n : {0, 1, 15, 16, 17, 200}) {
        const std::vector<int> a = numbers(static_cast<std::size_t>(n + 1));
        std::vector<int> out(static_cast<std::size_t>(n + 1), -1), last(items, -1);
        run("kernel void k(global const int* a, global int* out, global int* last, int n) {"
            " int i = get_global_id(0), x = -7;"
            " if (i < n) do { x = a[i]; out[i] = x * 2; i += get_global_size(0); } while (i < n);"
            " last[get_global_id(0)] = x; }",
            ArgumentBlock().add(a.data()).add(out.data()).add(last.data()).add(n));
        for (int i = 0; i < n; ++i)
            ASSERT_EQ(out[static_cast<std::size_t>(i)], a[static_cast<std::size_t>(i)] * 2) << i << " of " << n;
        ASSERT_EQ(out[static_cast<std::size_t>(n)], -1);
        for (int id = 0; id < items; ++id) {
            const int at = id < n ? id + (n - 1 - id) / items * items : -1;
            ASSERT_EQ(last[static_cast<std::size_t>(id)], at < 0 ? -7 : a[static_cast<std::size_t>(at)])
                << id << " of " << n;
        }
    }
}

TEST_P(OptimizedLoops, LeaveWithTheValueBeforeTheLast) {
    for (const int n : {0, 1, 2, 40}) {
        const std::vector<int> a = numbers(static_cast<std::size_t>(n + 1));
        std::vector<int> out(items, -1);
        run("kernel void k(global const int* a, global int* out, int n) {"
            " unsigned now = get_global_id(0), old = 5; int i = 0;"
            " if (i < n) do { old = now; now = now * 3 + a[i]; ++i; } while (i < n);"
            " out[get_global_id(0)] = old; }",
            ArgumentBlock().add(a.data()).add(out.data()).add(n));
        for (unsigned id = 0; id < items; ++id) {
            unsigned now = id, old = 5;
            for (int i = 0; i < n; ++i) {
                old = now;
                now = now * 3 + static_cast<unsigned>(a[static_cast<std::size_t>(i)]);
            }
            ASSERT_EQ(out[id], static_cast<int>(old)) << id << " of " << n;
        }
    }
}

TEST_P(OptimizedLoops, OffsetsInBytesAndWideCounters) {
    const int n = 150;
    const std::vector<int> a = numbers(n);
    std::vector<int> sums(items);
    run("kernel void k(global const int* a, global int* sums, int n) {"
        " long i = get_global_id(0); int sum = 0;"
        " if ((int)i < n) do { sum += a[(int)i]; i = (int)i + (long)get_global_size(0); } while ((int)i < n);"
        " for (long bytes = 0; bytes != 40; bytes += 4)"
        "   sum += 3 * *(global const int*)((global const char*)a + bytes);"
        " sums[get_global_id(0)] = sum; }",
        ArgumentBlock().add(a.data()).add(sums.data()).add(n));
    int first = 0;
    for (std::size_t i = 0; i < 10; ++i) first += 3 * a[i];
    for (int id = 0; id < items; ++id) {
        int sum = first;
        for (int i = id; i < n; i += items) sum += a[static_cast<std::size_t>(i)];
        ASSERT_EQ(sums[static_cast<std::size_t>(id)], sum) << id;
    }
}

TEST_P(OptimizedLoops, ArraysMoveByOneElement) {
    const std::vector<int> a = numbers(items + 20);
    std::vector<int> out(items);
    run("kernel void k(global const int* a, global int* out) {"
        " int v[6], id = get_global_id(0); for (int i = 0; i < 6; ++i) v[i] = a[id + i];"
        " for (int step = 0; step < 9; ++step) {"
        "   __builtin_memmove(v, v + 1, 20); v[5] = a[id + 6 + step] + v[0]; }"
        " int sum = 0; for (int i = 0; i < 6; ++i) sum = sum * 5 + v[i]; out[id] = sum; }",
        ArgumentBlock().add(a.data()).add(out.data()));
    for (int id = 0; id < items; ++id) {
        std::vector<int> v(a.begin() + id, a.begin() + id + 6);
        for (int step = 0; step < 9; ++step) {
            v.erase(v.begin());
            v.push_back(a[static_cast<std::size_t>(id + 6 + step)] + v[0]);
        }
        unsigned sum = 0;
        for (const int x : v) sum = sum * 5 + static_cast<unsigned>(x);
        ASSERT_EQ(out[static_cast<std::size_t>(id)], static_cast<int>(sum)) << id;
    }
}

INSTANTIATE_TEST_SUITE_P(Widths, OptimizedLoops, testing::Values(1, 8, 16, 64), testing::PrintToStringParamName());

}  // namespace
}  // namespace lanewise::test
