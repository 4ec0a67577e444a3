// Tests plans of kernels in which each work-item accesses memory along a path of its own.
#include <gtest/gtest.h>

#include <string>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

std::string summary_of(const std::string& source) { return test::summary_of(source, target_of_512_bits()); }

// Each work-item loops over a list of its own. An iteration reads an index from memory, and updates the element with
// this index. Lanes would wait for the lane with the longest list, and the updates of the lanes would run one after
// another.
TEST(MemoryPlan, UpdatesOfWhatWasReadApartGoOneByOne) {
    const auto push = [](const std::string& update) {
        return summary_of(
            "kernel void k(global const int* starts, global const int* edges, global const float* x, global int* out) {"
            " int i = get_global_id(0); for (int e = starts[i]; e < starts[i + 1]; ++e) " +
            update + " }");
    };
    EXPECT_EQ(push("atomic_inc(out + edges[e]);"), "kernel 'k': scalar (divergent gather loop)");
    EXPECT_NE(push("atomic_inc(out + ((int)(sin(x[e]) * exp(x[e]) * cos(x[e] + 3)) & 15));").find(" lanes"),
              std::string::npos);
}

TEST(MemoryPlan, UpdatesOfWhatWasReadSideBySideGoByLanes) {
    const std::string summary = summary_of(
        "kernel void k(global const uchar* data, global int* counts, int n) {"
        " for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(counts + data[i]); }");
    EXPECT_NE(summary.find(" lanes"), std::string::npos) << summary;
}

// An iteration updates x[i + j], which no earlier iteration has written. The update reads x[i + j - 1], which the
// previous iteration has written. An iteration therefore waits only for the multiply-add of the previous iteration.
TEST(MemoryPlan, RowsOfDoublesChangedInPlaceGoByTwoItems) {
    const auto row = [](const std::string& type, const std::string& next) {
        return summary_of("kernel void k(global const " + type + "* a, global " + type +
                          "* x, int n) { int i = get_global_id(0) * n; for (int j = 1; j < n; ++j) x[i + j] = " + next +
                          "; }");
    };
    EXPECT_EQ(row("double", "x[i + j] - a[i + j] * x[i + j - 1]"),
              "kernel 'k': scalar (each work-item writes its own row), 2 work-items at a time");
    EXPECT_EQ(row("int", "max(x[i + j], x[i + j - 1])"), "kernel 'k': 16 lanes");
}

}  // namespace
}  // namespace lanewise::test
