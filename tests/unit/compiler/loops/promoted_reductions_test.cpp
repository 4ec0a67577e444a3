// Tests reductions in memory that a loop keeps in registers (scalar replacement). The results must be right whether or
// not other accesses of the loop alias the sum.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"
#include "wrapping_memory.h"

namespace lanewise::test {
namespace {

struct Way {
    std::uint32_t lanes;
    compiler::Together together;
};
std::string name_of_value(const Way& way) {
    return std::to_string(way.lanes) + (way.together == compiler::Together::never ? "_lanes" : "_lanes_in_rows");
}

class Reductions : public testing::TestWithParam<Way> {
protected:
    void run(const std::string& source, std::uint64_t width, std::uint64_t height, const ArgumentBlock& arguments,
             bool large_launch = false) {
        NDRange range = line(width, width);
        range.global_size[1] = range.local_size[1] = height;
        RunOptions options;
        options.vector_width = GetParam().lanes;
        options.together = GetParam().together;
        options.large_launch = large_launch;
        run_kernel(source, "k", range, arguments, options);
    }
};

std::vector<int> numbers(std::size_t count) {
    std::vector<int> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i * 37 % 113) - 50;
    return values;
}

TEST_P(Reductions, AreThoseOfAProduct) {
    constexpr int m = 37, n = 6;
    for (const int k : {0, 1, 7, 8, 9, 40}) {
        const std::vector<int> a = numbers(static_cast<std::size_t>(n * k + 1)),
                               b = numbers(static_cast<std::size_t>(k * m + 1));
        std::vector<int> c = numbers(m * n), expected = c;
        run("kernel void k(global const int* a, global const int* b, global int* c, int m, int k) {"
            " int j = get_global_id(0), i = get_global_id(1); c[i * m + j] *= 3;"
            " for (int l = 0; l < k; ++l) c[i * m + j] += 5 * a[i * k + l] * b[l * m + j]; }",
            m, n, ArgumentBlock().add(a.data()).add(b.data()).add(c.data()).add(m).add(k));
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < m; ++j) {
                int sum = expected[i * m + j] * 3;
                for (int l = 0; l < k; ++l) sum += 5 * a[i * k + l] * b[l * m + j];
                ASSERT_EQ(c[i * m + j], sum) << i << ", " << j << " of " << k;
            }
    }
}

// Each work-item has its own part of the buffer. Its sums lie before, within or after the elements that the loop reads.
TEST_P(Reductions, MayLieInWhatIsRead) {
    constexpr int items = 40, pitch = 256, length = 30;
    const std::vector<int> shifts = {-40, -3, -1, 0, 1, 2, 5, 14, 29, 30, 31, 40, 59, 60, 90};
    const char* const bodies[] = {"s[0] += a[j];",
                                  "s[0] = s[0] * 3 + a[2 * j];",
                                  "s[0] += a[40 - j]; s[3] += s[0];",
                                  "s[0] += a[j] * s[-2];",
                                  "if (a[j] > 0) x += a[j]; s[0] += x;",
                                  "c[1] += j; s[5] += a[j];",
                                  "s[0] = j; x += a[j];",
                                  "x += a[3 * j + 1]; s[0] += x; x ^= s[0]; s[0] -= a[j];"};
    // Code around the loop. All work-items run the loop once, only some work-items run the loop, or work-items run the
    // loop different numbers of times.
    const char* const arounds[] = {"", "if ((i + t) % 3)", "for (int w = i % 7; w < 5; w += 2)"};
    for (const char* body : bodies)
        for (unsigned form = 0; form < 6; ++form) {
            std::vector<int> values = numbers(shifts.size() * items * pitch), expected = values;
            const std::string loop = std::string(arounds[form / 2]) +
                                     (form % 2 != 0 ? std::string("{ int j = 0; do {") + body + "} while (++j < n); }"
                                                    : std::string("for (int j = 0; j < n; ++j) {") + body + "}");
            const std::string parameters = "(global int* p, global const int* shifts, int n, int pitch)";
            const std::string head =
                " int x = i; global int* a = p + (t * 40 + i) * pitch + 80; global int* s = a + shifts[t];"
                " global char* c = (global char*)s;";
            run("kernel void k" + parameters + " { int i = get_global_id(0), t = get_global_id(1);" + head + loop +
                    " a[120] = x; }",
                items, shifts.size(), ArgumentBlock().add(values.data()).add(shifts.data()).add(length).add(pitch));
            // The reference is a kernel of one work-item. Its pointers are volatile, so that no value stays in a
            // register.
            std::string apart = loop;
            for (const char* place : {"s[", "a[", "c["})
                for (std::size_t at = 0; (at = apart.find(place, at)) != std::string::npos; at += 3)
                    apart.insert(at, 1, 'v');
            run("kernel void k" + parameters + " { for (int t = 0; t < 15; ++t) for (int i = 0; i < 40; ++i) {" + head +
                    " volatile global int *va = a, *vs = s; volatile global char* vc = c;" + apart + " a[120] = x; } }",
                1, 1, ArgumentBlock().add(expected.data()).add(shifts.data()).add(length).add(pitch));
            ASSERT_EQ(values, expected) << loop;
        }
}

// Each work-item updates several members of a struct of its own. The structs are adjacent, and in the last round only
// some work-items run the loop.
TEST_P(Reductions, MayBeStructMembers) {
    constexpr int items = 70, count = 50;
    const std::vector<int> steps = numbers(count);
    std::vector<int> sums = numbers(items * 6), expected = sums;
    run("typedef struct { int a, b; char c; int d; long e; } Sums;"
        "kernel void k(global Sums* sums, constant int* steps, int n) { local int l[50];"
        " for (int i = get_local_id(0); i < n; i += get_local_size(0)) l[i] = steps[i];"
        " barrier(CLK_LOCAL_MEM_FENCE);"
        " for (int i = get_global_id(0); i < 70; i += get_global_size(0)) for (int j = 0; j < 50; ++j) {"
        "  sums[i].a += l[j]; sums[i].b ^= sums[i].a; sums[i].c -= l[j]; sums[i].d *= l[j] | 1; sums[i].e += j; } }",
        32, 1, ArgumentBlock().add(sums.data()).add(steps.data()).add(count));
    for (int i = 0; i < items; ++i) {
        int* s = &expected[i * 6];
        auto& c = reinterpret_cast<signed char&>(s[2]);
        auto& e = reinterpret_cast<std::int64_t&>(s[4]);
        for (int j = 0; j < count; ++j) {
            s[0] += steps[j];
            s[1] ^= s[0];
            c = static_cast<signed char>(c - steps[j]);
            s[3] = static_cast<int>(static_cast<unsigned>(s[3]) * static_cast<unsigned>(steps[j] | 1));
            e += j;
        }
    }
    EXPECT_EQ(sums, expected);
}

// If indices wrap around, the loop accesses more than the elements between its first and its last index.
TEST_P(Reductions, FollowWrappedIndices) {
    const WrappingMemory memory;
    const std::uint8_t* bytes = memory.bytes();
    constexpr unsigned items = 33, length = 100, pitch = 300;
    for (const bool is_signed : {false, true})
        for (const unsigned first : {0u, 0u - 1000u, 0u - 50u})
            for (const unsigned place : {0u, 20u, 90u, 20'000u}) {
                memory.fill([](unsigned i) { return i * 7; });
                std::vector<std::uint8_t> expected(items);
                for (unsigned i = 0; i < items; ++i) {
                    const auto at = [&](unsigned j) { return bytes[first + i * pitch + j]; };
                    std::uint8_t sum = at(place);
                    for (unsigned j = 0; j < length; ++j)
                        sum = static_cast<std::uint8_t>(sum * 3 + (j == place ? sum : at(j)));
                    expected[i] = sum;
                }
                // For signed indices, index 0 is in the middle of the address range.
                const unsigned middle = is_signed ? 1u << 31 : 0;
                const std::string type = is_signed ? "(int)" : "";
                run("kernel void k(global uchar* a, uint first, uint n, uint place, uint pitch) {"
                    " uint i = get_global_id(0); for (uint j = 0; j < n; ++j) a[" +
                        type + "(first + i * pitch + place)] = a[" + type + "(first + i * pitch + place)] * 3 + a[" +
                        type + "(first + i * pitch + j)]; }",
                    items, 1, ArgumentBlock().add(bytes + middle).add(first - middle).add(length).add(place).add(pitch),
                    /*large_launch=*/true);
                for (unsigned i = 0; i < items; ++i)
                    ASSERT_EQ(bytes[first + i * pitch + place], expected[i])
                        << i << " from " << first << ", " << place << type;
            }
}

TEST_P(Reductions, AtRemainders) {
    constexpr unsigned items = 64;
    for (const int trips : {0, 1, 30}) {
        std::vector<int> found(items, -1);
        run("kernel void k(global int* found, int trips) { uint i = get_global_id(0); short a[7];"
            " for (int k = 0; k < 7; ++k) a[k] = i + k; for (int k = 0; k < trips; ++k) a[(i * 5u + 3u) % 7u] = i * 9;"
            " int sum = 0; for (int k = 0; k < 7; ++k) sum = sum * 3 + a[k]; found[i] = sum; }",
            items, 1, ArgumentBlock().add(found.data()).add(trips));
        for (int i = 0; i < static_cast<int>(items); ++i) {
            int sum = 0;
            for (int k = 0; k < 7; ++k) sum = sum * 3 + (trips != 0 && (i * 5 + 3) % 7 == k ? i * 9 : i + k);
            ASSERT_EQ(found[static_cast<unsigned>(i)], sum) << i << ", " << trips;
        }
    }
}

using compiler::Together;
INSTANTIATE_TEST_SUITE_P(Plans, Reductions, testing::Values(Way{8, Together::never}, Way{16, Together::where_possible}),
                         NamedByValues());
INSTANTIATE_TEST_SUITE_P(MorePlans, Reductions,
                         testing::Values(Way{0, Together::where_it_pays}, Way{1, Together::never},
                                         Way{16, Together::never}, Way{64, Together::never},
                                         Way{32, Together::where_possible}),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
