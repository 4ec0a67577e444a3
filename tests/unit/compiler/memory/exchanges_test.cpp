// Tests lanes that exchange elements: lane i accesses element i ^ d. Covers any distance d, element type, mask and
// global offset. The results must be the same as if work-items ran one at a time. The code must not access elements
// that the kernel does not access.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

struct Way {
    std::uint32_t lanes;
    const char* features;
};
std::string name_of_value(const Way& way) {
    std::string features(way.features);
    std::ranges::replace(features, '-', '_');
    return std::to_string(way.lanes) + "_lanes" + (features.empty() ? "" : "_") + features;
}

class Exchanges : public testing::TestWithParam<Way> {};

// Runs `if (condition) b[i ^ d] = a[i ^ d] + a[i]` for ids i from `offset` on. `is_on` is the condition in C++.
template <class T>
void check(const std::string& type, const Way& way, const std::string& index, const std::string& condition,
           const auto& is_on, int distance, unsigned offset) {
    constexpr unsigned items = 256, bytes = 8192;
    const GuardedMemory of_a(bytes), of_b(bytes);
    const std::size_t count = bytes / sizeof(T), first = count - 512;
    T *a = of_a.as<T>() + first, *b = of_b.as<T>() + first;
    std::vector<T> expected(count - first);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        a[i] = static_cast<T>(i * 7 % 101);
        expected[i] = b[i] = static_cast<T>(i * 5 % 23);
    }
    for (unsigned i = offset; i < offset + items; ++i)
        if (is_on(i)) expected[i ^ static_cast<unsigned>(distance)] = static_cast<T>(a[i ^ distance] + a[i]);
    RunOptions options;
    options.vector_width = way.lanes;
    options.target_limit = way.features;
    NDRange range = line(items, 64);
    range.global_offset[0] = offset;
    run_kernel("kernel void k(global const " + type + "* a, global " + type + "* b, int d) { " + index +
                   " i = get_global_id(0); if (" + condition + ") b[i ^ d] = a[i ^ d] + a[i]; }",
               "k", range, ArgumentBlock().add(a).add(b).add(distance), options);
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(b[i], expected[i]) << type << i << ' ' << distance;
}

template <class T>
void check_all(const std::string& type, const Way& way) {
    for (const char* index : {"int", "size_t"})
        for (const int distance : {0, 1, 5, 15, 33})
            for (const unsigned offset : {0u, 7u}) {
                if (offset == 7 && distance > 8) continue;  // ids from 7 on would access elements beyond the buffer
                check<T>(type, way, index, "i >= 0", [](unsigned) { return true; }, distance, offset);
                check<T>(type, way, index, "(i & 3) != 1", [](unsigned i) { return (i & 3) != 1; }, distance, offset);
                check<T>(
                    type, way, index, "(i ^ d) > i", [&](unsigned i) { return (i ^ distance) > i; }, distance, offset);
            }
}

TEST_P(Exchanges, OfWords) { check_all<std::int32_t>("int", GetParam()); }
TEST_P(Exchanges, OfBytes) { check_all<std::uint8_t>("uchar", GetParam()); }
TEST_P(Exchanges, OfLongs) { check_all<std::int64_t>("long", GetParam()); }

INSTANTIATE_TEST_SUITE_P(Ways, Exchanges, testing::Values(Way{8, ""}, Way{16, "avx2"}), NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreWays, Exchanges,
                         testing::Values(Way{0, ""}, Way{16, ""}, Way{64, ""}, Way{8, "-avx512bw"}, Way{16, "sse2"}),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
