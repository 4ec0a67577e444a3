// Tests loops along rows in which each iteration reads elements that the same or the previous iteration has read or
// written. The results must equal those of code that accesses one element at a time. The code must not read elements
// that the kernel does not read.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

struct Way {
    std::uint32_t lanes;
    const char* limit;
};
std::string name_of_value(const Way& way) {
    return std::to_string(way.lanes) + "_lanes_" + (*way.limit ? way.limit : "host");
}

class CarriedRows : public testing::TestWithParam<Way> {};

constexpr int rows = 19, reach = 3;

// A loop over j that computes a[j + written] = a[j + read] + 3 * a[j + other] + b[j + beside] in each row. The loop
// counts upwards, or downwards if `is_down`.
struct Loop {
    int written, read, other, beside;
    bool is_down, is_wide, writes_both, is_conditional;

    int first(int length) const { return is_down ? length - 1 - reach : reach; }
    int step() const { return is_down ? -1 : 1; }
    bool runs(int j, int length) const { return is_down ? j >= reach : j < length - reach; }

    std::string source(const std::string& type) const {
        const std::string index = is_wide ? "long" : "int";
        const auto at = [](int distance) { return "[i * n + j + " + std::to_string(distance) + "]"; };
        const std::string head =
            is_down ? "for (" + index + " j = n - 4; j >= 3; --j) " : "for (" + index + " j = 3; j < n - 3; ++j) ";
        std::string body = "a" + at(written) + " = a" + at(read) + " + 3 * a" + at(other) + " + b" + at(beside) + ";";
        if (is_conditional) body = "if (b" + at(0) + " & 1) { " + body + " }";
        if (writes_both) body += "b" + at(0) + " = a" + at(written) + " - b" + at(is_down ? 1 : -1) + ";";
        return "kernel void k(global " + type + "* a, global " + type + "* b, " + index + " n) { " + index +
               " i = get_global_id(0); " + head + "{ " + body + " } }";
    }

    template <class T>
    void apply(T* a, T* b, int length) const {
        for (int i = 0; i < rows; ++i)
            for (int j = first(length); runs(j, length); j += step()) {
                T *x = a + i * length + j, *y = b + i * length + j;
                if (!is_conditional || (y[0] & 1)) x[written] = static_cast<T>(x[read] + 3 * x[other] + y[beside]);
                if (writes_both) y[0] = static_cast<T>(x[written] - y[-step()]);
            }
    }
};

std::vector<Loop> random_loops() {
    std::minstd_rand random(7);
    const auto distance = [&] { return static_cast<int>(random() % (2 * reach + 1)) - reach; };
    const auto maybe = [&](unsigned one_in) { return random() % one_in == 0; };
    std::vector<Loop> loops;
    for (int i = 0; i < 14; ++i) {
        Loop loop{distance(), distance(), distance(), distance(), maybe(2), maybe(2), maybe(3), maybe(6)};
        if (maybe(2)) loop.written = 0;
        if (maybe(2)) loop.read = -loop.step();
        loops.push_back(loop);
    }
    return loops;
}

template <class T>
void check(const std::string& type, const Way& way, const Loop& loop, int length) {
    const std::size_t count = static_cast<std::size_t>(rows) * length;
    const GuardedMemory of_a(count * sizeof(T)), of_b(count * sizeof(T));
    T *a = of_a.as<T>(), *b = of_b.as<T>();
    std::vector<T> want_a(count), want_b(count);
    for (std::size_t i = 0; i < count; ++i) {
        want_a[i] = a[i] = static_cast<T>(i * 7 % 101);
        want_b[i] = b[i] = static_cast<T>(i * 5 % 23);
    }
    loop.apply(want_a.data(), want_b.data(), length);
    RunOptions options;
    options.vector_width = way.lanes;
    options.target_limit = way.limit;
    ArgumentBlock arguments;
    arguments.add(a).add(b);
    if (loop.is_wide)
        arguments.add(std::int64_t{length});
    else
        arguments.add(length);
    run_kernel(loop.source(type), "k", line(rows, rows), arguments, options);
    ASSERT_EQ(std::memcmp(a, want_a.data(), count * sizeof(T)), 0) << loop.source(type) << length;
    ASSERT_EQ(std::memcmp(b, want_b.data(), count * sizeof(T)), 0) << loop.source(type) << length;
}

TEST_P(CarriedRows, AreRight) {
    for (const Loop& loop : random_loops())
        for (const int length : {0, 7, 23, 58}) {
            check<std::int32_t>("int", GetParam(), loop, length);
            if (HasFatalFailure()) return;
        }
}

TEST_P(CarriedRows, OfBytesAndLongs) {
    for (const Loop& loop : random_loops()) {
        check<std::uint8_t>("uchar", GetParam(), loop, 57);
        check<std::int64_t>("long", GetParam(), loop, 41);
        if (HasFatalFailure()) return;
    }
}

// The load and the store use different pointers. The compiler must find that their addresses differ by a constant.
TEST_P(CarriedRows, ThroughTwoPointers) {
    constexpr int length = 42;
    std::vector<std::uint32_t> values(rows * length), expected;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i * 7);
    expected = values;
    for (int i = 0; i < rows; ++i)
        for (int j = 1; j < 39; ++j) expected[i * length + j] += expected[i * length + j - 1];
    RunOptions options;
    options.vector_width = GetParam().lanes;
    options.target_limit = GetParam().limit;
    run_kernel(
        "kernel void k(global uint* x, int n, long first, long end) { uint i = get_global_id(0);"
        " global uint* p = x + i * n; for (long j = first; j < end; j++) x[i * n + j] += p[j - 1]; }",
        "k", line(rows, rows),
        ArgumentBlock().add(values.data()).add(length).add(std::int64_t{1}).add(std::int64_t{39}), options);
    EXPECT_EQ(values, expected);
}

INSTANTIATE_TEST_SUITE_P(Ways, CarriedRows, testing::Values(Way{16, ""}, Way{8, "avx2"}), NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreWays, CarriedRows, testing::Values(Way{1, ""}, Way{8, ""}, Way{32, ""}, Way{16, "sse2"}),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
