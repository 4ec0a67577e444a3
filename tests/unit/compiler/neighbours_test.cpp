// Tests lanes that each load several adjacent elements, at a different index for each lane. Covers several orders of
// the loads, element types and masks. The results must equal those of work-items that run one at a time. The code must
// not read elements that the kernel does not read.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

struct Way {
    std::uint32_t lanes;
    const char* type;
    unsigned bytes;
};
std::string name_of_value(const Way& way) { return std::string(way.type) + "_" + std::to_string(way.lanes) + "_lanes"; }

class Neighbours : public testing::TestWithParam<Way> {
protected:
    static constexpr unsigned items = 100, records = 50;

    /// Each work-item loads and hashes elements of one record of `per` elements. `named` contains the indices of these
    /// elements in the order of the loads. Work-items whose record number is at least `limit` load nothing.
    void sum_records(unsigned per, const std::vector<unsigned>& named, unsigned limit) {
        const Way way = GetParam();
        std::string loads;
        for (std::size_t i = 0; i < named.size(); ++i)
            loads += " s = s * 31 + (uint)convert_" +
                     std::string(std::strcmp(way.type, "float") == 0 ? "uint" : "ushort") + "(p[" +
                     std::to_string(per) + " * k + " + std::to_string(named[i]) + "]);";
        const std::string source = "kernel void k(global const " + std::string(way.type) +
                                   "* p, global const int* at, global uint* out, int limit) {"
                                   " int i = get_global_id(0), k = at[i]; uint s = 1; if (k < limit) {" +
                                   loads + " } out[i] = s; }";
        const GuardedMemory guarded(std::size_t{way.bytes} * per * records);
        std::vector<std::uint32_t> values(std::size_t{per} * records);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<std::uint32_t>(i * 37 % 101);
            put(guarded, i, values[i]);
        }
        std::vector<std::int32_t> at(items);
        for (unsigned i = 0; i < items; ++i) at[i] = static_cast<std::int32_t>(i * 29 % (2 * records));
        std::vector<std::uint32_t> out(items);
        RunOptions options;
        options.vector_width = way.lanes;
        run_kernel(source, "k", line(items, items),
                   ArgumentBlock().add(guarded.as<std::byte>()).add(at.data()).add(out.data()).add(limit), options);
        for (unsigned i = 0; i < items; ++i) {
            std::uint32_t wanted = 1;
            if (at[i] < static_cast<std::int32_t>(limit))
                for (const unsigned one : named)
                    wanted = wanted * 31 + values[per * static_cast<unsigned>(at[i]) + one];
            EXPECT_EQ(out[i], wanted) << i;
        }
    }

private:
    static void put(const GuardedMemory& memory, std::size_t index, std::uint32_t value) {
        const Way way = GetParam();
        const auto number = static_cast<float>(value);
        const void* bytes = std::strcmp(way.type, "float") == 0 ? static_cast<const void*>(&number) : &value;
        std::memcpy(memory.as<std::byte>() + index * way.bytes, bytes, way.bytes);
    }
};

TEST_P(Neighbours, OfFour) { sum_records(4, {0, 1, 2, 3}, records); }
TEST_P(Neighbours, OfTwo) { sum_records(2, {0, 1}, records); }
TEST_P(Neighbours, OfThree) { sum_records(3, {0, 1, 2}, records); }
TEST_P(Neighbours, OfSeven) { sum_records(7, {0, 1, 2, 3, 4, 5, 6}, records); }
TEST_P(Neighbours, InAnyOrderAndTwice) { sum_records(6, {5, 1, 0, 3, 1, 2, 5, 4}, records); }
TEST_P(Neighbours, WithGaps) { sum_records(9, {8, 0, 2, 3, 5, 6, 7}, records); }
TEST_P(Neighbours, OfTheLanesThatAreOn) { sum_records(4, {3, 2, 1, 0}, 3); }

INSTANTIATE_TEST_SUITE_P(Types, Neighbours,
                         testing::Values(Way{0, "float", 4}, Way{8, "float", 4}, Way{64, "float", 4},
                                         Way{0, "uchar", 1}, Way{16, "uchar", 1}, Way{64, "uchar", 1},
                                         Way{0, "ushort", 2}, Way{32, "ushort", 2}, Way{16, "int", 4}),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
