// Tests the operations atomic_min and atomic_max. Vector code omits the atomic operation for a lane whose value would
// not change memory. Checks the final values in memory, and that each returned value was in memory at some time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr int items = 517, places = 7;
constexpr std::uint32_t widths[] = {1, 8, 16, 64, 0};

template <class T>
T value_of(int item) {
    return static_cast<T>(static_cast<T>(item * 7919 % 1009) - static_cast<T>(400));
}

template <class T>
void check_extremes(const std::string& source, const T& first, bool is_max) {
    for (const std::uint32_t lanes : widths)
        for (const char* limit : {"", "sse2"}) {
            std::vector<T> found(places, first), expected(found), olds(items, 0);
            for (int item = 0; item < items; ++item) {
                T& place = expected[static_cast<std::size_t>(item * 5 % places)];
                if (item % 3 != 0)
                    place = is_max ? std::max(place, value_of<T>(item)) : std::min(place, value_of<T>(item));
            }
            RunOptions options;
            options.vector_width = lanes;
            options.target_limit = limit;
            run_kernel(source, "k", line(items, items), ArgumentBlock().add(found.data()).add(olds.data()), options);
            ASSERT_EQ(found, expected) << lanes << " lanes " << limit;
            for (int item = 0; item < items; ++item) {
                if (item % 3 == 0) continue;
                const T old = olds[static_cast<std::size_t>(item)],
                        end = expected[static_cast<std::size_t>(item * 5 % places)];
                bool was_there = old == first;
                for (int other = 0; other < items; ++other)
                    was_there |= other % 3 != 0 && other * 5 % places == item * 5 % places && value_of<T>(other) == old;
                ASSERT_TRUE(was_there && (is_max ? old <= end : old >= end)) << "item " << item << ", " << lanes;
            }
        }
}

std::string source_of(const std::string& type, const std::string& call) {
    return "kernel void k(global " + type + "* found, global " + type +
           "* olds) { int i = get_global_id(0); if (i % 3 != 0) {"
           " olds[i] = " +
           call + "(&found[i * 5 % 7], (" + type + ")(i * 7919 % 1009) - (" + type + ")400); } }";
}

TEST(Extremes, OfAllTypes) {
    check_extremes<std::int32_t>(source_of("int", "atomic_max"), -1000, true);
    check_extremes<std::int32_t>(source_of("int", "atomic_min"), 1000, false);
    check_extremes<std::uint32_t>(source_of("uint", "atomic_max"), 5, true);
    check_extremes<std::uint32_t>(source_of("uint", "atomic_min"), 4000000000u, false);
    const std::string extension = "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n";
    check_extremes<std::int64_t>(extension + source_of("long", "atom_max"), -1000, true);
    check_extremes<std::uint64_t>(extension + source_of("ulong", "atom_min"), ~std::uint64_t{0} / 2, false);
}

// The kernel does not use the returned values. In the kernel's loop, some atomics access adjacent elements in adjacent
// lanes, and others access the same element in all lanes.
TEST(Extremes, AsBounds) {
    const char* source =
        "kernel void k(global int* bounds, global const int* a, int n) { int i = get_global_id(0);"
        " for (int j = 0; j < n; ++j) { atomic_max(&bounds[i], a[i * n + j]); atomic_min(&bounds[500], a[i * n + j]);"
        "  atomic_max(&bounds[501 + (j & 3)], a[i * n + j]); } }";
    for (const std::uint32_t lanes : widths) {
        constexpr int rows = 300, n = 9;
        std::vector<int> a(rows * n), bounds(510, -7), expected(510, -7);
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i * 7919 % 1009) - 300;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const std::size_t ends[] = {i / n, 501 + (i % n & 3)};
            for (const std::size_t end : ends) expected[end] = std::max(expected[end], a[i]);
            expected[500] = std::min(expected[500], a[i]);
        }
        RunOptions options;
        options.vector_width = lanes;
        run_kernel(source, "k", line(rows, 100), ArgumentBlock().add(bounds.data()).add(a.data()).add(n), options);
        ASSERT_EQ(bounds, expected) << lanes << " lanes";
    }
}

}  // namespace
}  // namespace lanewise::test
