// Tests loops in which a work-item's counter is incremented by the global size, or runs through an interval that
// belongs to the work-item. The counters have any integer type. The results must equal those of the same loop in C,
// also when the counter wraps around.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr std::uint32_t widths[] = {1, 8, 16, 32, 0};

void run_strided(const std::string& source, std::uint32_t lanes, std::uint64_t items, const ArgumentBlock& arguments) {
    RunOptions options;
    options.vector_width = lanes;
    run_kernel(source, "k", line(items, items), arguments, options);
}

// Each element is written by one work-item. In the last round only some work-items still have an element.
template <class T>
void check_all_elements(const Typed<T>& counter, int count) {
    const std::string source = "kernel void k(global const int* a, global int* b, " + std::string(counter.name) +
                               " n) { for (" + counter.name +
                               " i = get_global_id(0); i < n; i += get_global_size(0)) b[i] = a[i] * 3 + (int)i; }";
    for (const std::uint32_t lanes : widths)
        for (const std::uint64_t items : {1, 7, 16, 33}) {
            std::vector<int> a(static_cast<std::size_t>(count)), b(a.size() + 1, -1), expected(b);
            for (std::size_t i = 0; i < a.size(); ++i) {
                a[i] = static_cast<int>(i * 7919 % 1000);
                expected[i] = a[i] * 3 + static_cast<int>(i);
            }
            run_strided(source, lanes, items, ArgumentBlock().add(a.data()).add(b.data()).add(static_cast<T>(count)));
            ASSERT_EQ(b, expected) << counter.name << ", " << lanes << " lanes, " << items << " items";
        }
}

TEST(StridedLoops, ComeToAllElements) {
    check_all_elements(Typed<int>{"int"}, 1000);
    check_all_elements(Typed<unsigned>{"uint"}, 1000);
    check_all_elements(Typed<std::int64_t>{"long"}, 1000);
    check_all_elements(Typed<std::int16_t>{"short"}, 1000);
    check_all_elements(Typed<std::uint8_t>{"uchar"}, 200);
}

// Checks the values that each work-item has after nested loops and conditions: sums, counters and last values.
TEST(StridedLoops, LeaveWithWhatIsTheirOwn) {
    const std::string source =
        "kernel void k(global const int* a, global int* b, int n, int odd) {"
        " int g = get_global_id(0), sum = 0, last = -1, i = g;"
        " if (odd == 0 || (g & 1)) {"
        "  for (i = g; i < n / 4; i += get_global_size(0)) {"
        "   if (a[i] & 1) continue;"
        "   for (int j = i; j < n; j += n / 4) sum += a[j];"
        "   last = i; }"
        "  for (int j = n - 1 - g; !(j < n / 4); j -= get_global_size(0)) sum ^= a[j]; }"
        " b[3 * g] = sum; b[3 * g + 1] = last; b[3 * g + 2] = i; }";
    constexpr int n = 403, quarter = n / 4;
    std::vector<int> a(n);
    for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i)] = i * 7919 % 1000;
    for (const std::uint32_t lanes : widths)
        for (const int items : {1, 7, 16, 33, 64})
            for (const int odd : {0, 1}) {
                std::vector<int> b(static_cast<std::size_t>(3 * items), -2), expected;
                for (int g = 0; g < items; ++g) {
                    int sum = 0, last = -1, i = g;
                    if (odd == 0 || g % 2) {
                        for (; i < quarter; i += items) {
                            if (a[static_cast<std::size_t>(i)] % 2) continue;
                            for (int j = i; j < n; j += quarter) sum += a[static_cast<std::size_t>(j)];
                            last = i;
                        }
                        for (int j = n - 1 - g; j >= quarter; j -= items) sum ^= a[static_cast<std::size_t>(j)];
                    }
                    expected.insert(expected.end(), {sum, last, i});
                }
                run_strided(source, lanes, static_cast<std::uint64_t>(items),
                            ArgumentBlock().add(a.data()).add(b.data()).add(n).add(odd));
                ASSERT_EQ(b, expected) << lanes << " lanes, " << items << " items, odd " << odd;
            }
}

// Runs some rounds with a counter that starts just below the end of its type's range.
template <class T>
void check_wrapping(const Typed<T>& counter, T first) {
    const std::string name = counter.name;
    const std::string source = "kernel void k(global long* a, " + name + " first) { " + name +
                               " i = first + get_global_id(0); for (int round = 0; round < 20; ++round) {"
                               " a[round * get_global_size(0) + get_global_id(0)] = i; i += get_global_size(0); } }";
    constexpr std::uint64_t items = 37;
    for (const std::uint32_t lanes : widths) {
        std::vector<std::int64_t> a(20 * items, -1), expected;
        for (std::uint64_t i = 0; i < a.size(); ++i)
            expected.push_back(static_cast<T>(static_cast<std::uint64_t>(first) + i));
        run_strided(source, lanes, items, ArgumentBlock().add(a.data()).add(first));
        ASSERT_EQ(a, expected) << name << ", " << lanes << " lanes";
    }
}

TEST(StridedLoops, MayWrapAround) {
    check_wrapping(Typed<int>{"int"}, 0x7fffffff - 100);
    check_wrapping(Typed<unsigned>{"uint"}, 0xffffffffU - 100);
    check_wrapping(Typed<std::int16_t>{"short"}, std::int16_t{32700});
    check_wrapping(Typed<std::uint8_t>{"uchar"}, std::uint8_t{250});
}

// Each store uses the counter as index, also after the counter has wrapped around.
TEST(StridedLoops, WrapAroundInMemory) {
    const std::string source =
        "kernel void k(global int* a) { uchar i = 200 + get_global_id(0);"
        " for (int round = 0; round < 6; ++round) { a[i] = round; i += get_global_size(0); } }";
    constexpr unsigned items = 40, rounds = 6;
    for (const std::uint32_t lanes : widths) {
        std::vector<int> a(256, -1), expected(a);
        for (unsigned i = 0; i < items * rounds; ++i) expected[(200 + i) % 256] = static_cast<int>(i / items);
        run_strided(source, lanes, items, ArgumentBlock().add(a.data()));
        ASSERT_EQ(a, expected) << lanes << " lanes";
    }
}

// A loop whose bounds depend on the work-item, with a C++ function that computes the bounds. The test checks the trip
// count and the sum of the counter's values.
struct Part {
    const char* loop;  // text between the parentheses of `for`; uses counter i, work-item g and the arguments n and b
    std::pair<std::int64_t, std::int64_t> (*ends)(std::int64_t g, std::int64_t n, std::int64_t b);  // [first, end)
    std::int64_t step;
};

const Part parts[] = {
    {"int i = b + g * n; i < b + (g + 1) * n; ++i",
     [](auto g, auto n, auto b) { return std::pair(b + g * n, b + (g + 1) * n); }, 1},
    {"int i = b + g * n; i < b + g * n + n; i += 3",
     [](auto g, auto n, auto b) { return std::pair(b + g * n, b + (g + 1) * n); }, 3},
    {"int i = b + g - n; i <= b + g + n; ++i",
     [](auto g, auto n, auto b) { return std::pair(b + g - n, b + g + n + 1); }, 1},
    {"int i = b + g - n; !(b + g + n < i); i += 2",
     [](auto g, auto n, auto b) { return std::pair(b + g - n, b + g + n + 1); }, 2},
    {"int i = b + g + n; i > b + g - 5; i -= 4", [](auto g, auto n, auto b) { return std::pair(b + g + n, b + g - 5); },
     -4},
    {"int i = b + g + n; i >= b + g; --i", [](auto g, auto n, auto b) { return std::pair(b + g + n, b + g - 1); }, -1},
    {"long i = b + g * 8; i < b + g * 8 + 8; ++i",
     [](auto g, auto, auto b) { return std::pair(b + g * 8, b + g * 8 + 8); }, 1},
    {"short i = g * 8; i < g * 8 + n; ++i", [](auto g, auto n, auto) { return std::pair(g * 8, g * 8 + n); }, 1},
};

TEST(StridedLoops, GoThroughPartsOfItems) {
    constexpr std::int64_t items = 37;
    for (const Part& part : parts) {
        const std::string source =
            "kernel void k(global long* a, int n, int b) { int g = get_global_id(0); long times = 0,"
            " sum = 0; for (" +
            std::string(part.loop) +
            ") { ++times; sum += i * (times & 7); } a[2 * g] = times;"
            " a[2 * g + 1] = sum; }";
        for (const std::uint32_t lanes : {1, 16, 0})
            for (const std::int64_t n : {-7, 0, 1, 16})
                for (const std::int64_t b : {0, 0x7fffffff - 40 * 32}) {
                    std::vector<std::int64_t> a(2 * items, -1), expected;
                    for (std::int64_t g = 0; g < items; ++g) {
                        const auto [first, end] = part.ends(g, n, b);
                        std::int64_t times = 0, sum = 0;
                        for (std::int64_t i = first; part.step > 0 ? i < end : i > end; i += part.step) {
                            ++times;
                            sum += i * (times & 7);
                        }
                        expected.push_back(times);
                        expected.push_back(sum);
                    }
                    run_strided(source, lanes, items,
                                ArgumentBlock().add(a.data()).add(static_cast<int>(n)).add(static_cast<int>(b)));
                    ASSERT_EQ(a, expected) << part.loop << ", " << lanes << " lanes, n " << n << ", b " << b;
                }
    }
}

// All work-items have the same trip count, so that they meet at the barrier in each round.
TEST(StridedLoops, MeetInPartsOfItems) {
    const std::string source =
        "kernel void k(global int* a, int n) { local int last[16]; int l = get_local_id(0), sum = 0;"
        " for (int i = l * n; i < (l + 1) * n; ++i) {"
        " barrier(CLK_LOCAL_MEM_FENCE); last[l] = i; barrier(CLK_LOCAL_MEM_FENCE); sum += last[(l + 1) % 16]; }"
        " a[get_global_id(0)] = sum; }";
    constexpr int n = 5, items = 16;
    for (const std::uint32_t lanes : widths) {
        std::vector<int> a(items, -1), expected;
        for (int l = 0; l < items; ++l) expected.push_back(((l + 1) % items * n) * n + n * (n - 1) / 2);
        RunOptions options;
        options.vector_width = lanes;
        run_kernel(source, "k", line(items, items), ArgumentBlock().add(a.data()).add(n), options);
        ASSERT_EQ(a, expected) << lanes << " lanes";
    }
}

}  // namespace
}  // namespace lanewise::test
