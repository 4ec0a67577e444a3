// Compares integer division in lanes with integer division on the host, for dividends near multiples of the divisor.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

template <typename T>
std::vector<T> interesting() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values{1, 2, 3, 5, 7, 10, 100, 125, Limits::max() - 1, Limits::max() / 2};
    if (Limits::is_signed)
        for (const int value : {-1, -2, -3, -7, -100}) values.push_back(static_cast<T>(value));
    values.push_back(static_cast<T>(Limits::min() + 2));
    for (unsigned bit = 3; bit + 2 < 8 * sizeof(T); bit += 3)
        for (const int near : {-1, 0, 1}) values.push_back(static_cast<T>((T{1} << bit) + near));
    if (!Limits::is_signed) values.push_back(Limits::max() / 2 + 1);
    std::mt19937_64 random(sizeof(T));
    for (unsigned i = 0; i < 40; ++i)
        if (const auto value = static_cast<T>(random() >> random() % 60); value != 0) values.push_back(value);
    return values;
}

template <typename T>
void check(const std::string& type, const std::string& limit) {
    std::vector<T> dividends, divisors;
    for (const T b : interesting<T>()) {
        for (const T a : interesting<T>()) {
            dividends.push_back(a);
            divisors.push_back(b);
            // Adds three dividends: a multiple of the divisor, and the numbers one below and one above this multiple.
            const auto multiple = static_cast<T>(a / b * b);
            for (const int near : {-1, 0, 1}) {
                dividends.push_back(static_cast<T>(multiple + near));
                divisors.push_back(b);
            }
        }
    }
    const std::string source =
        "kernel void k(global T* q, global T* r, global const T* a, global const T* b) {"
        " size_t i = get_global_id(0); q[i] = a[i] / b[i]; r[i] = a[i] % b[i]; }"
        "kernel void by_one(global T* q, global T* r, global const T* a, T b) {"
        " size_t i = get_global_id(0); q[i] = a[i] / b; r[i] = a[i] % b; }";
    RunOptions options;
    options.build_options = "-DT=" + type;
    options.target_limit = limit;
    const std::size_t count = dividends.size();
    std::vector<T> q(count), r(count);
    run_kernel(source, "k", line(count, count),
               ArgumentBlock().add(q.data()).add(r.data()).add(dividends.data()).add(divisors.data()), options);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(q[i], static_cast<T>(dividends[i] / divisors[i])) << +dividends[i] << " / " << +divisors[i];
        ASSERT_EQ(r[i], static_cast<T>(dividends[i] % divisors[i])) << +dividends[i] << " % " << +divisors[i];
    }
    constexpr T most = std::numeric_limits<T>::max();
    for (const T divisor : {T{1}, T{3}, T{7}, T{100}, static_cast<T>(most / 5 * 3), static_cast<T>(most - 1)}) {
        run_kernel(source, "by_one", line(count, count),
                   ArgumentBlock().add(q.data()).add(r.data()).add(dividends.data()).add(divisor), options);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(q[i], static_cast<T>(dividends[i] / divisor)) << +dividends[i] << " / " << +divisor;
            ASSERT_EQ(r[i], static_cast<T>(dividends[i] % divisor)) << +dividends[i] << " % " << +divisor;
        }
    }
}

/// Divides by constants.
template <typename T>
void check_constants(const std::string& type, const std::string& limit) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> dividends;
    std::vector<T> divisors{3, 7, 64, 100, static_cast<T>(Limits::max() / 5 * 3), Limits::max(), Limits::min() + 1};
    if (Limits::is_signed)
        for (const T divisor : {static_cast<T>(-5), static_cast<T>(-64), Limits::min()}) divisors.push_back(divisor);
    for (const T a : interesting<T>())
        for (const T b : divisors)
            for (const int near : {-1, 0, 1}) dividends.push_back(static_cast<T>(a / b * b + near));
    const std::size_t count = dividends.size();
    std::vector<T> q(count), r(count);
    RunOptions options;
    options.target_limit = limit;
    for (const T divisor : divisors) {
        if (divisor == 1) continue;
        options.build_options = "-DT=" + type + " -DD=" + std::to_string(static_cast<std::uint64_t>(divisor)) + "ul";
        run_kernel(
            "kernel void k(global T* q, global T* r, global const T* a) {"
            " size_t i = get_global_id(0); q[i] = a[i] / (T)D; r[i] = a[i] % (T)D; }",
            "k", line(count, count), ArgumentBlock().add(q.data()).add(r.data()).add(dividends.data()), options);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(q[i], static_cast<T>(dividends[i] / divisor)) << +dividends[i] << " / " << +divisor;
            ASSERT_EQ(r[i], static_cast<T>(dividends[i] % divisor)) << +dividends[i] << " % " << +divisor;
        }
    }
}

/// Divides 64-bit dividends that are known to fit 32 bits. Divisors have any size and are varying, uniform or constant.
void check_words(const std::string& limit) {
    std::vector<std::uint32_t> words;
    std::vector<std::uint64_t> divisors;
    for (const std::uint64_t b : interesting<std::uint64_t>()) {
        for (const std::uint32_t a : interesting<std::uint32_t>()) {
            words.push_back(a);
            divisors.push_back(b);
            for (const int near : {-1, 0, 1}) {
                words.push_back(static_cast<std::uint32_t>(a / b * b + static_cast<std::uint64_t>(near)));
                divisors.push_back(b);
            }
        }
    }
    const std::string source =
        "kernel void k(global ulong* q, global ulong* r, global const uint* a, global const ulong* b) {"
        " size_t i = get_global_id(0); ulong x = a[i]; q[i] = x / b[i]; r[i] = x % b[i]; }"
        "kernel void by_one(global ulong* q, global ulong* r, global const uint* a, ulong b) {"
        " size_t i = get_global_id(0); ulong x = a[i]; q[i] = x / b; r[i] = x % b; }"
        "kernel void by_word(global ulong* q, global ulong* r, global const uint* a, int b) {"
        " size_t i = get_global_id(0); ulong x = a[i] >> 1; q[i] = x / b; r[i] = x % b; }"
        "kernel void by_seven(global ulong* q, global ulong* r, global const uint* a) {"
        " size_t i = get_global_id(0); ulong x = a[i]; q[i] = x / 7; r[i] = x % 7; }";
    RunOptions options;
    options.target_limit = limit;
    const std::size_t count = words.size();
    std::vector<std::uint64_t> q(count), r(count);
    const auto arguments = [&] { return ArgumentBlock().add(q.data()).add(r.data()).add(words.data()); };
    const auto compare = [&](auto divisor_of, unsigned shift) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t word = words[i] >> shift;
            ASSERT_EQ(q[i], word / divisor_of(i)) << word << " / " << divisor_of(i);
            ASSERT_EQ(r[i], word % divisor_of(i)) << word << " % " << divisor_of(i);
        }
    };
    run_kernel(source, "k", line(count, count), arguments().add(divisors.data()), options);
    compare([&](std::size_t i) { return divisors[i]; }, 0);
    for (const std::uint64_t divisor : interesting<std::uint64_t>()) {
        run_kernel(source, "by_one", line(count, count), arguments().add(divisor), options);
        compare([&](std::size_t) { return divisor; }, 0);
    }
    for (const std::int32_t divisor : {1, 3, 7, 1000, std::numeric_limits<std::int32_t>::max(), -1, -7}) {
        run_kernel(source, "by_word", line(count, count), arguments().add(divisor), options);
        compare([&](std::size_t) { return static_cast<std::uint64_t>(std::int64_t{divisor}); }, 1);
    }
    run_kernel(source, "by_seven", line(count, count), arguments(), options);
    compare([](std::size_t) { return std::uint64_t{7}; }, 0);
}

class Division : public testing::TestWithParam<const char*> {};

TEST_P(Division, OfInts) { check<std::int32_t>("int", GetParam()); }
TEST_P(Division, OfUnsignedInts) { check<std::uint32_t>("uint", GetParam()); }
TEST_P(Division, OfShorts) { check<std::int16_t>("short", GetParam()); }
TEST_P(Division, OfUnsignedChars) { check<std::uint8_t>("uchar", GetParam()); }
TEST_P(Division, OfLongs) { check<std::int64_t>("long", GetParam()); }
TEST_P(Division, OfUnsignedLongs) { check<std::uint64_t>("ulong", GetParam()); }
TEST_P(Division, OfIntsByConstants) { check_constants<std::int32_t>("int", GetParam()); }
TEST_P(Division, OfLongsByConstants) { check_constants<std::int64_t>("long", GetParam()); }
TEST_P(Division, OfUnsignedLongsByConstants) { check_constants<std::uint64_t>("ulong", GetParam()); }
TEST_P(Division, OfLongsThatFitWords) { check_words(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Targets, Division, testing::Values("", "avx2"), NamedByValues());

}  // namespace
}  // namespace lanewise::test
