// Tests loads in which adjacent lanes access the same or adjacent elements, with any index, element type and mask. The
// results must be the same as if work-items ran one at a time. The code must not read beyond the elements that the
// kernel reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
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
    const char* features;
};
std::string name_of_value(const Way& way) {
    std::string features(way.features);
    std::ranges::replace(features, '-', '_');
    return std::string(way.type) + "_" + std::to_string(way.lanes) + "_lanes" + (features.empty() ? "" : "_") +
           features;
}

class Nearness : public testing::TestWithParam<Way> {
protected:
    static constexpr unsigned items = 250;

    unsigned elements() const {
        return 4096 / GetParam().bytes;
    }  // the elements fill a page between inaccessible pages

    /// Runs a kernel with `if (condition) out[i] = p[index]` and checks the results. The texts `index` and `condition`
    /// are OpenCL C expressions of `i` and `n`. `at` and `is_on` compute the same values in C++.
    void run(const std::string& index, const std::string& condition, int n,
             const std::function<std::int64_t(std::int64_t)>& at, const std::function<bool(std::int64_t)>& is_on,
             unsigned offset = 0) const {
        const Way way = GetParam();
        const std::string source = "kernel void k(global const " + std::string(way.type) +
                                   "* p, global ulong* out, int n) { int i = get_global_id(0);"
                                   " ulong s = 77; if (" +
                                   condition + ") s = (ulong)p[" + index + "]; out[get_global_id(0) - " +
                                   std::to_string(offset) + "] = s; }";
        const GuardedMemory guarded(4096);
        for (unsigned i = 0; i < elements(); ++i) put(guarded, i);
        std::vector<std::uint64_t> out(items);
        RunOptions options;
        options.vector_width = way.lanes;
        options.target_limit = way.features;
        NDRange range = line(items, items);
        range.global_offset[0] = offset;
        run_kernel(source, "k", range, ArgumentBlock().add(guarded.as<std::byte>()).add(out.data()).add(n), options);
        for (unsigned i = 0; i < items; ++i) {
            const std::int64_t id = i + offset;
            EXPECT_EQ(out[i], is_on(id) ? value(static_cast<unsigned>(at(id))) : 77) << i;
        }
    }

    static bool always(std::int64_t) { return true; }

private:
    static std::uint64_t value(unsigned index) {
        const std::uint64_t number = index * 37 % 101;
        return std::strcmp(GetParam().type, "double") == 0
                   ? number
                   : number & ((std::uint64_t{2} << (8 * GetParam().bytes - 1)) - 1);
    }
    static void put(const GuardedMemory& memory, unsigned index) {
        const Way way = GetParam();
        const std::uint64_t number = value(index);
        const auto as_double = static_cast<double>(number);
        const auto as_float = static_cast<float>(number);
        const void* bytes = std::strcmp(way.type, "double") == 0  ? static_cast<const void*>(&as_double)
                            : std::strcmp(way.type, "float") == 0 ? static_cast<const void*>(&as_float)
                                                                  : &number;
        std::memcpy(memory.as<std::byte>() + std::size_t{index} * way.bytes, bytes, way.bytes);
    }
};

TEST_P(Nearness, OfHalves) {
    run("i >> 1", "i >= 0", 0, [](std::int64_t i) { return i / 2; }, always);
}
TEST_P(Nearness, OfThirds) {
    run("i / 3 + n", "i >= 0", 5, [](std::int64_t i) { return i / 3 + 5; }, always, 7);
}
TEST_P(Nearness, OfBlocks) {
    run("i / n", "i >= 0", 12, [](std::int64_t i) { return i / 12; }, always);
}
TEST_P(Nearness, OfPairs) {
    run("(i / 2) * 2 + 1", "i >= 0", 0, [](std::int64_t i) { return i / 2 * 2 + 1; }, always);
}
TEST_P(Nearness, OfPairsThatAreOdd) {
    run("i & -2", "i >= 0", 0, [](std::int64_t i) { return i & -2; }, always, 7);
    run(
        "i & 0x7ffffffc", "i % 5 != n", 2, [](std::int64_t i) { return i & -4; },
        [](std::int64_t i) { return i % 5 != 2; }, 3);
}
TEST_P(Nearness, OfThreeInFour) {
    run("i / 4 * 3 + n", "i >= 0", 2, [](std::int64_t i) { return i / 4 * 3 + 2; }, always, 9);
    run(
        "(get_global_id(0) >> 2) * 3", "i % 3 != n", 1, [](std::int64_t i) { return i / 4 * 3; },
        [](std::int64_t i) { return i % 3 != 1; });
}
// The index is the id with some bits cleared.
TEST_P(Nearness, OfBits) {
    run("i & 0x3e", "i >= 0", 0, [](std::int64_t i) { return i & 0x3e; }, always, 7);
}
TEST_P(Nearness, OfQuarters) {
    run("(2 * i + 1) >> 3", "i >= 0", 0, [](std::int64_t i) { return (2 * i + 1) >> 3; }, always, 5);
    run(
        "(2u * i + 7) / 4 - n", "i >= 30", 8, [](std::int64_t i) { return (2 * i + 7) / 4 - 8; },
        [](std::int64_t i) { return i >= 30; });
}
TEST_P(Nearness, ThatBeginAnew) {
    run("(i / 2) % n", "i >= 0", 21, [](std::int64_t i) { return i / 2 % 21; }, always);
}
TEST_P(Nearness, ThatGoFurther) {
    run("i / n * 2", "i >= 0", 1, [](std::int64_t i) { return 2 * i; }, always);
}
TEST_P(Nearness, OfOddLanes) {
    run("i / 2", "i & 1", 0, [](std::int64_t i) { return i / 2; }, [](std::int64_t i) { return i % 2 == 1; });
}
TEST_P(Nearness, OfFewLanes) {
    run("i / 2", "i % 7 == n", 3, [](std::int64_t i) { return i / 2; }, [](std::int64_t i) { return i % 7 == 3; });
}
// A load with the index of an inactive lane would be outside of the page.
TEST_P(Nearness, WithinBounds) {
    const int last = static_cast<int>(elements()) - 1;
    run(
        "(i - 90) / 2 + n", "i >= 90 && (i - 90) / 2 + n < " + std::to_string(last + 1), last - 60,
        [&](std::int64_t i) { return (i - 90) / 2 + last - 60; },
        [&](std::int64_t i) { return i >= 90 && (i - 90) / 2 + last - 60 <= last; });
    run(
        "(i - n) >> 2", "i >= n", 101, [](std::int64_t i) { return (i - 101) >> 2; },
        [](std::int64_t i) { return i >= 101; });
}
// The compiler does not know whether the divisor `n` is 0. It may therefore compute the index only within the branch.
TEST_P(Nearness, OfNoLane) {
    run(
        "(long)i / (n + 0l)", "i >= 40 && i < 60", 2, [](std::int64_t i) { return i / 2; },
        [](std::int64_t i) { return i >= 40 && i < 60; });
}
TEST_P(Nearness, ThatWrapAround) {
    run(
        "((uint)i * 0x10000000u) / 0x20000000u", "i >= 0", 0,
        [](std::int64_t i) { return static_cast<std::uint32_t>(i) * 0x10000000u / 0x20000000u; }, always);
}

INSTANTIATE_TEST_SUITE_P(Types, Nearness,
                         testing::Values(Way{0, "float", 4, ""}, Way{16, "int", 4, ""}, Way{64, "uchar", 1, ""},
                                         Way{32, "ulong", 8, ""}, Way{16, "uint", 4, "avx2"},
                                         Way{16, "double", 8, "avx2"}),
                         NamedByValues());
INSTANTIATE_TEST_SUITE_P(More, Nearness,
                         testing::Values(Way{8, "float", 4, ""}, Way{64, "float", 4, ""}, Way{16, "uchar", 1, ""},
                                         Way{32, "ushort", 2, ""}, Way{8, "double", 8, ""}, Way{8, "float", 4, "avx2"},
                                         Way{32, "uchar", 1, "avx2"}, Way{16, "int", 4, "-avx512dq"},
                                         Way{8, "ulong", 8, "-avx512bw"}),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
