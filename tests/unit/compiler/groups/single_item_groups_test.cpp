// Tests work-groups of one work-item, which run as if they were one row of many work-items
// (prepare/ids/single_item_groups.h). The results must equal the results of the same code in C++.
#include <gtest/gtest.h>

#include "run_items.h"

namespace lanewise::test {
namespace {

// The lanes of a chunk run adjacent work-groups, each of one work-item. The kernels use local memory, atomics on local
// memory, and work-group functions.
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
            run_items(source, items, 1, expected, width, compiler::Together::where_it_pays);
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
    const auto expected = [](std::uint32_t i, std::uint32_t) { return i + 5; };
    run_items(source, 40, 1, expected, 0, compiler::Together::where_it_pays);
}

}  // namespace
}  // namespace lanewise::test
