// Tests the atomic instruction that replaces the atomic increments of all lanes: every active work-item must get a
// different value.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

// The start of a kernel's source, which a test completes by a body. Each call of take() claims an element of the list,
// and writes the pair (item, round) to this element.
constexpr const char* before_body = R"(
    void take(global int* list, global int* count, int item, int round) {
        int place = atomic_inc(count);
        list[place] = item * 16 + round;
    }
    kernel void k(global int* list, global int* count) {
        int item = get_global_id(1) * get_global_size(0) + get_global_id(0);)";

struct PlaceKernel {
    const char* name;
    const char* body;
    int (*rounds)(int item);
};

const PlaceKernel place_kernels[] = {
    {"all", "take(list, count, item, 0);", [](int) { return 1; }},
    {"some", "if (item % 3 == 1) take(list, count, item, 0);", [](int item) { return item % 3 == 1 ? 1 : 0; }},
    {"uneven_loops", "for (int r = 0; r < item % 11; ++r) take(list, count, item, r);",
     [](int item) { return item % 11; }},
    {"breaks", "for (int r = 0; ; ++r) { if (r == item % 7) break; take(list, count, item, r); if (r == 4) return; }",
     [](int item) { return std::min(item % 7, 5); }},
    {"both_sides",
     "if (item & 1) take(list, count, item, 0); else for (int r = 0; r < 2; ++r) take(list, count, item, r);",
     [](int item) { return item & 1 ? 1 : 2; }},
};

constexpr int width = 61, height = 5;

using PlacesParameter = std::tuple<PlaceKernel, const char*, std::uint32_t>;
class Places : public testing::TestWithParam<PlacesParameter> {};

TEST_P(Places, EachIsTakenOnce) {
    const auto& [kernel, limit, lanes] = GetParam();
    std::vector<std::int32_t> expected;
    for (int item = 0; item < width * height; ++item)
        for (int round = 0; round < kernel.rounds(item); ++round) expected.push_back(item * 16 + round);
    std::vector<std::int32_t> list(expected.size() + 1, -1);
    std::int32_t count = 0;
    ArgumentBlock arguments;
    arguments.add(list.data()).add(&count);
    NDRange range;
    range.global_size[0] = range.local_size[0] = width;
    range.global_size[1] = range.local_size[1] = height;
    RunOptions options;
    options.vector_width = lanes;
    options.target_limit = limit;
    run_kernel((std::string(before_body) + kernel.body + "}").c_str(), "k", range, arguments, options);
    EXPECT_EQ(count, static_cast<std::int32_t>(expected.size()));
    EXPECT_EQ(list.back(), -1);
    list.pop_back();
    std::ranges::sort(list);
    EXPECT_EQ(list, expected);
}

INSTANTIATE_TEST_SUITE_P(All, Places,
                         testing::Combine(testing::ValuesIn(place_kernels), testing::Values("avx512", "avx2", "sse2"),
                                          testing::Values(0, 8, 32, 64)),
                         [](const testing::TestParamInfo<PlacesParameter>& info) {
                             return std::string(std::get<0>(info.param).name) + "_" + std::get<1>(info.param) + "_" +
                                    std::to_string(std::get<2>(info.param));
                         });

}  // namespace
}  // namespace lanewise::test
