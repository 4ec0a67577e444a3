// Tests adjacent stores of a work-item, such as members of a structure or channels of a pixel, which are merged
// (linearize/merges/merge_stores.h). Each element must get its value, and nothing else may change.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

constexpr unsigned items = 203;

class MergedStores : public testing::TestWithParam<unsigned> {
protected:
    // Each work-item owns `stride` elements. The work-item writes the elements whose indices the list `order` contains,
    // in the order of the list. All other elements must not change.
    template <class T>
    void expect_written(const std::string& type, unsigned stride, const std::vector<unsigned>& order,
                        const std::string& place, const std::string& condition) {
        const std::size_t elements = std::size_t{items} * stride;
        const GuardedMemory memory(elements * sizeof(T));
        std::vector<T> expected(elements);
        for (std::size_t i = 0; i < elements; ++i) memory.as<T>()[i] = expected[i] = static_cast<T>(i % 7);
        std::string body;
        for (const unsigned k : order) body += "p[" + std::to_string(k) + "] = v + " + std::to_string(k) + ";";
        for (unsigned item = 0; item < items; ++item) {
            if (condition != "1" && item % 3 == 0) continue;
            const unsigned at = place == "i" ? item : item * 5 % items;
            for (const unsigned k : order) expected[at * stride + k] = static_cast<T>(item % 100 + k);
        }
        run_kernel("kernel void k(global T* out) { uint i = get_global_id(0); T v = (T)(i % 100); if (" + condition +
                       ") { global T* p = out + " + place + " * " + std::to_string(stride) + "; " + body + " } }",
                   "k", line(items, 7), ArgumentBlock().add(memory.as<T>()),
                   {.build_options = "-DT=" + type, .vector_width = GetParam()});
        for (std::size_t i = 0; i < elements; ++i)
            ASSERT_EQ(memory.as<T>()[i], expected[i]) << type << " " << i << ", stride " << stride << ", at " << place;
    }

    template <class T>
    void expect_everywhere(const std::string& type) {
        for (const char* place : {"i", "(i * 5 % 203)"})
            for (const char* condition : {"1", "i % 3 != 0"}) {
                expect_written<T>(type, 2, {0, 1}, place, condition);
                expect_written<T>(type, 3, {2, 0, 1}, place, condition);
                expect_written<T>(type, 4, {0, 1, 2, 3}, place, condition);
                expect_written<T>(type, 4, {0, 1, 2}, place, condition);
                expect_written<T>(type, 5, {4, 1, 0}, place, condition);
                expect_written<T>(type, 9, {8, 7, 6, 5, 4, 3, 2, 1, 0}, place, condition);
                expect_written<T>(type, 8, {7, 6, 5, 4, 3, 2, 1, 0}, place, condition);
                expect_written<T>(type, 16, {0, 1, 2, 3, 5, 6, 7, 8}, place, condition);
                expect_written<T>(type, 16, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, place, condition);
            }
    }
};

TEST_P(MergedStores, AreWhereTheyWereToBe) {
    expect_everywhere<unsigned char>("uchar");
    expect_everywhere<short>("short");
    expect_everywhere<int>("int");
    expect_everywhere<float>("float");
    expect_everywhere<long>("long");
    expect_everywhere<double>("double");
}

// Each store depends on the value that the previous store wrote.
TEST_P(MergedStores, ReadWhatWasWritten) {
    std::vector<int> out(items * 4);
    for (unsigned i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i * 3);
    std::vector<int> expected = out;
    for (unsigned i = 0; i < items; ++i) {
        int* p = &expected[i * 4];
        p[0] = p[1] * 2;
        p[1] = p[0] + 1;
        p[2] = p[1] + p[3];
        p[0] = p[2] - 5;
        p[3] = p[0] + p[2];
    }
    run_kernel(
        "kernel void k(global int* out) { global int* p = out + get_global_id(0) * 4; p[0] = p[1] * 2;"
        " p[1] = p[0] + 1; p[2] = p[1] + p[3]; p[0] = p[2] - 5; p[3] = p[0] + p[2]; }",
        "k", line(items, 7), ArgumentBlock().add(out.data()), {.vector_width = GetParam()});
    EXPECT_EQ(out, expected);
}

// Two pointers point to one buffer, so that the order of their stores matters.
TEST_P(MergedStores, KeepTheOrderOfWhatMayBeTheSame) {
    std::vector<int> out(items * 2), expected(items * 2);
    for (unsigned i = 0; i < items; ++i) {
        expected[2 * i] = static_cast<int>(i) + 3;
        expected[2 * i + 1] = static_cast<int>(i) + 4;
    }
    run_kernel(
        "kernel void k(global int* a, global int* b) { int i = get_global_id(0); a[2 * i] = i + 1; b[2 * i + 1] = i + "
        "2;"
        " a[2 * i + 1] = i + 4; b[2 * i] = i + 3; }",
        "k", line(items, 7), ArgumentBlock().add(out.data()).add(out.data()), {.vector_width = GetParam()});
    EXPECT_EQ(out, expected);
}

INSTANTIATE_TEST_SUITE_P(Widths, MergedStores, testing::Values(8), NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreWidths, MergedStores, testing::Values(0, 1, 16, 64), NamedByValues());

}  // namespace
}  // namespace lanewise::test
