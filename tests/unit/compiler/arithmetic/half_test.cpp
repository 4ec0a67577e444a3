// Tests arithmetic of half (cl_khr_fp16): every operation is correctly rounded, on every CPU level, with one lane and
// with many. Unary operations run on all values. Binary and ternary operations run on all values of x; the other
// operands are random.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "half_reference.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

constexpr const char* extension = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
constexpr unsigned values = 65536;

struct Operation {
    const char* expression;  // expression in OpenCL C, with operands x, y and z
    std::function<double(double, double, double)> reference;
};

double fdim_of(double x, double y) { return std::isnan(x) || std::isnan(y) ? x + y : x > y ? x - y : 0; }

const std::vector<Operation> operations = {
    {"-x", [](double x, double, double) { return -x; }},
    {"fabs(x)", [](double x, double, double) { return std::fabs(x); }},
    {"sqrt(x)", [](double x, double, double) { return std::sqrt(x); }},
    {"floor(x)", [](double x, double, double) { return std::floor(x); }},
    {"ceil(x)", [](double x, double, double) { return std::ceil(x); }},
    {"trunc(x)", [](double x, double, double) { return std::trunc(x); }},
    {"rint(x)", [](double x, double, double) { return std::nearbyint(x); }},
    {"round(x)", [](double x, double, double) { return std::round(x); }},
    {"x + y", [](double x, double y, double) { return x + y; }},
    {"x - y", [](double x, double y, double) { return x - y; }},
    {"x * y", [](double x, double y, double) { return x * y; }},
    {"x / y", [](double x, double y, double) { return x / y; }},
    {"fma(x, y, z)", [](double x, double y, double z) { return x * y + z; }},
    {"fma(x, y, -x)", [](double x, double y, double) { return x * y - x; }},
    {"fmod(x, y)", [](double x, double y, double) { return std::fmod(x, y); }},
    {"remainder(x, y)", [](double x, double y, double) { return std::remainder(x, y); }},
    {"fmax(x, y)", [](double x, double y, double) { return std::fmax(x, y); }},
    {"fmin(x, y)", [](double x, double y, double) { return std::fmin(x, y); }},
    {"fdim(x, y)", [](double x, double y, double) { return fdim_of(x, y); }},
    {"copysign(x, y)", [](double x, double y, double) { return std::copysign(x, y); }},
    {"x < y ? x : z", [](double x, double y, double z) { return x < y ? x : z; }},
    {"isunordered(x, y) ? (half)1 : z",
     [](double x, double y, double z) { return std::isnan(x) || std::isnan(y) ? 1 : z; }},
    // Intermediate results are rounded to half.
    {"(x + y) - y", [](double x, double y, double) { return value_of(half_of(x + y)) - y; }},
    {"(x * y) / y", [](double x, double y, double) { return value_of(half_of(x * y)) / y; }},
    {"(half)((float)x * 0x1.002p0f)", [](double x, double, double) { return x * 0x1.002p0; }},
    {"(half)((double)x * 0x1.00200000001p0)", [](double x, double, double) { return x * 0x1.00200000001p0; }},
    {"ldexp(x, (int)(as_ushort(y) % 64) - 32)",
     [](double x, double y, double) { return std::ldexp(x, half_of(y) % 64 - 32); }},
};

/// Returns a second operand for `x`: -x in round 0, and a random number in later rounds.
HalfBits partner(std::mt19937& random, unsigned x, unsigned round) {
    if (round == 0) return static_cast<HalfBits>(x ^ 0x8000);
    // In every second round, the operand's exponent is close to the exponent of x, so that the significands overlap in
    // sums.
    const unsigned any = static_cast<unsigned>(random());
    return static_cast<HalfBits>(round % 2 ? (x & 0x7c00) ^ (any & 0x87ff) : any);
}

using Parameters = std::tuple<const char*, unsigned>;
class Half : public testing::TestWithParam<Parameters> {
protected:
    RunOptions options(const char* build_options) const {
        RunOptions result;
        result.build_options = build_options;
        result.target_limit = std::get<0>(GetParam());
        result.vector_width = std::get<1>(GetParam());
        return result;
    }
};

TEST_P(Half, EveryOperationIsRounded) {
    std::string source = std::string(extension) +
                         "kernel void k(global const half* xs, global const half* ys, global const half* zs,"
                         " global half* out) {\n"
                         "#pragma OPENCL FP_CONTRACT OFF\n"
                         "  size_t i = get_global_id(0); half x = xs[i], y = ys[i], z = zs[i];\n";
    for (std::size_t k = 0; k < operations.size(); ++k)
        source += "  out[" + std::to_string(k * values) + " + i] = " + operations[k].expression + ";\n";
    source += "}\n";
    std::mt19937 random(16);
    std::vector<HalfBits> x(values), y(values), z(values), out(values * operations.size());
    for (unsigned round = 0; round < 4; ++round) {
        for (unsigned i = 0; i < values; ++i) {
            x[i] = static_cast<HalfBits>(i);
            y[i] = partner(random, i, round);
            z[i] = partner(random, half_of(value_of(x[i]) * value_of(y[i])), round + 1);
        }
        ArgumentBlock arguments;
        arguments.add(x.data()).add(y.data()).add(z.data()).add(out.data());
        run_kernel(source, "k", line(values, 1024), arguments, options(""));
        for (std::size_t k = 0; k < operations.size(); ++k)
            for (unsigned i = 0; i < values; ++i) {
                const double exact = operations[k].reference(value_of(x[i]), value_of(y[i]), value_of(z[i]));
                const HalfBits expected = half_of(exact), got = out[k * values + i];
                // fmin and fmax may return either of two zeros (C99 F.9.9.2).
                const std::string_view name = std::string_view(operations[k].expression).substr(0, 4);
                if ((name == "fmin" || name == "fmax") && exact == 0 && value_of(got) == 0) continue;
                if (!is_nan(y[i]) || std::string(operations[k].expression).find("as_ushort") == std::string::npos) {
                    ASSERT_TRUE(same(expected, got)) << operations[k].expression << " of " << std::hex << x[i] << ' '
                                                     << y[i] << ' ' << z[i] << ": " << got << ", not " << expected;
                }
            }
    }
}

TEST_P(Half, IntegersBecomeHalfAndBack) {
    const std::string source = std::string(extension) + R"(
        kernel void k(global const int* in, global half* signed_, global half* unsigned_, global half* long_,
                      global int* back) {
            size_t i = get_global_id(0);
            signed_[i] = in[i];
            unsigned_[i] = (uint)in[i];
            long_[i] = (long)in[i] * in[i];
            half x = as_half((ushort)i);
            back[i] = isfinite(x) ? (int)x : 0;
        })";
    std::mt19937 random(1);
    std::vector<std::int32_t> in(values), back(values);
    std::vector<HalfBits> from_int(values), from_uint(values), from_long(values);
    for (unsigned i = 0; i < values; ++i) in[i] = static_cast<std::int32_t>(random()) >> i % 32;
    ArgumentBlock arguments;
    arguments.add(in.data()).add(from_int.data()).add(from_uint.data()).add(from_long.data()).add(back.data());
    run_kernel(source, "k", line(values, 1024), arguments, options(""));
    for (unsigned i = 0; i < values; ++i) {
        ASSERT_EQ(from_int[i], half_of(in[i])) << in[i];
        ASSERT_EQ(from_uint[i], half_of(static_cast<std::uint32_t>(in[i]))) << in[i];
        ASSERT_EQ(from_long[i], half_of(static_cast<double>(std::int64_t{in[i]} * in[i]))) << in[i];
        const double value = value_of(static_cast<HalfBits>(i));
        ASSERT_EQ(back[i], std::isfinite(value) ? static_cast<int>(value) : 0) << i;
    }
}

// Tests integers that exceed the range of half, although their significant digits fit the significand of half.
TEST_P(Half, LargeIntegersAreInfinities) {
    const std::string source = std::string(extension) + R"(
        kernel void k(global const int* in, global float* signed_, global float* unsigned_, global double* long_,
                      global int* compared) {
            size_t i = get_global_id(0);
            signed_[i] = (half)(in[i] << 22);
            unsigned_[i] = (half)((uint)in[i] << 22);
            long_[i] = (half)((long)in[i] << 54);
            compared[i] = (half)((uint)in[i] << 22) > (half)65504;
        })";
    constexpr unsigned count = 2048;
    std::vector<std::int32_t> in(count), compared(count);
    std::vector<float> from_int(count), from_uint(count);
    std::vector<double> from_long(count);
    for (unsigned i = 0; i < count; ++i) in[i] = static_cast<std::int32_t>(i);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(from_int.data()).add(from_uint.data()).add(from_long.data()).add(compared.data());
    run_kernel(source, "k", line(count, 64), arguments, options(""));
    const auto rounded = [](double x) { return value_of(half_of(x)); };
    for (unsigned i = 0; i < count; ++i) {
        const std::uint32_t bits = i << 22;
        ASSERT_EQ(from_int[i], rounded(static_cast<std::int32_t>(bits))) << i;
        ASSERT_EQ(from_uint[i], rounded(bits)) << i;
        ASSERT_EQ(from_long[i], rounded(static_cast<double>(static_cast<std::int64_t>(std::uint64_t{i} << 54)))) << i;
        ASSERT_EQ(compared[i], rounded(bits) > 65504) << i;
    }
}

// Rounds numbers halfway between adjacent halves, and the numbers directly below and above.
TEST_P(Half, FloatAndDoubleAreRoundedOnce) {
    const std::string source = std::string(extension) + R"(
        kernel void k(global const float* f, global const double* d, global half* from_f, global half* from_d) {
            size_t i = get_global_id(0);
            from_f[i] = (half)f[i];
            from_d[i] = (half)d[i];
        })";
    constexpr unsigned count = 3 * 63488;
    std::vector<float> f(count);
    std::vector<double> d(count);
    for (unsigned i = 0; i < count; ++i) {
        const auto low = static_cast<HalfBits>(i / 3 % 31744 | (i / 3 / 31744) << 15);
        const double next = (low & 0x7fff) == 0x7bff ? std::copysign(65536, value_of(low)) : value_of(low + 1);
        const double middle = (value_of(low) + next) / 2;
        const double beyond = i % 3 == 0 ? middle : i % 3 == 1 ? next : value_of(low);
        const auto start = static_cast<float>(middle);
        f[i] = i % 3 == 0 ? start : std::nextafter(start, static_cast<float>(beyond));
        d[i] = i % 3 == 0 ? middle : std::nextafter(middle, beyond);
    }
    std::vector<HalfBits> from_f(count), from_d(count);
    ArgumentBlock arguments;
    arguments.add(f.data()).add(d.data()).add(from_f.data()).add(from_d.data());
    run_kernel(source, "k", line(count, 64), arguments, options(""));
    for (unsigned i = 0; i < count; ++i) {
        ASSERT_EQ(from_f[i], half_of(f[i])) << f[i];
        ASSERT_EQ(from_d[i], half_of(d[i])) << d[i];
    }
}

// The compiler may contract a product and a sum. The product is then not rounded, but the result is rounded to half
// with and without contraction.
TEST_P(Half, ContractionsAreOneOfTwoResults) {
    const std::string source = std::string(extension) + R"(
        kernel void k(global const half* x, global const half* y, global const half* z, global half* out) {
            size_t i = get_global_id(0); out[i] = x[i] * y[i] + z[i]; })";
    std::mt19937 random(2);
    std::vector<HalfBits> x(values), y(values), z(values), out(values);
    for (unsigned i = 0; i < values; ++i) {
        x[i] = static_cast<HalfBits>(i);
        y[i] = static_cast<HalfBits>(0x3c00 ^ (random() & 0x87ff));
        z[i] = partner(random, x[i], 1);
    }
    ArgumentBlock arguments;
    arguments.add(x.data()).add(y.data()).add(z.data()).add(out.data());
    run_kernel(source, "k", line(values, 1024), arguments, options(""));
    for (unsigned i = 0; i < values; ++i) {
        const double product = value_of(x[i]) * value_of(y[i]);
        const bool fits = same(out[i], half_of(product + value_of(z[i]))) ||
                          same(out[i], half_of(value_of(half_of(product)) + value_of(z[i])));
        ASSERT_TRUE(fits) << std::hex << x[i] << ' ' << y[i] << ' ' << z[i] << ": " << out[i];
    }
}

// Tests vectors of every width in a loop and after a branch, and private arrays whose index differs between lanes.
TEST_P(Half, VectorsAndPrivateArrays) {
    const std::string source = std::string(extension) + R"(
        #define WIDTH(n) \
            { half##n v = vload##n(i, in), w = v.s0 > 0 ? v * v + (half##n)1 : select(v, -v, isless(v, (half##n)-1)); \
              vstore##n(w, i, out + n * 4096); }
        kernel void k(global const half* in, global half* out) {
            #pragma OPENCL FP_CONTRACT OFF
            size_t i = get_global_id(0);
            WIDTH(2) WIDTH(3) WIDTH(4) WIDTH(8) WIDTH(16)
            half table[8]; for (int j = 0; j < 8; ++j) table[j] = in[i + j] * (half)j;
            half sum = 0; for (int j = 0; j <= (int)(i & 7); ++j) sum += table[(i + j * j) & 7];
            out[i] = sum;
        })";
    constexpr unsigned items = 200;
    std::vector<HalfBits> in(16 * items), out(17 * 4096);
    std::mt19937 random(3);
    for (HalfBits& x : in) x = half_of(static_cast<double>(random() % 4096) / 256 - 8);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(out.data());
    run_kernel(source, "k", line(items, 50), arguments, options(""));
    for (const unsigned n : {2u, 3u, 4u, 8u, 16u})
        for (unsigned i = 0; i < n * items; ++i) {
            const double x = value_of(in[i]), first = value_of(in[i / n * n]);
            const double expected = first > 0 ? value_of(half_of(x * x)) + 1 : x < -1 ? -x : x;
            ASSERT_EQ(out[n * 4096 + i], half_of(expected)) << n << ", " << i;
        }
    for (unsigned i = 0; i < items; ++i) {
        double sum = 0;
        for (unsigned j = 0; j <= i % 8; ++j) {
            const unsigned at = (i + j * j) % 8;
            sum = value_of(half_of(sum + value_of(half_of(value_of(in[i + at]) * at))));
        }
        ASSERT_EQ(value_of(out[i]), sum) << i;
    }
}

// Atomic operations on the cells that float_atomics_test.cpp describes. Sums stay below 2048 and are thus exact in any
// order.
constexpr const char* atomic_operations = R"(
    void act(volatile SPACE atomic_half* a, int i, half not_a_number) {
        atomic_fetch_add(a + 0, (half)i);
        atomic_fetch_sub_explicit(a + 1, (half)i, memory_order_relaxed);
        atomic_fetch_min_explicit(a + 2, (half)((i * 37) % 101 - 50), memory_order_acq_rel, memory_scope_device);
        atomic_fetch_max(a + 3, (half)((i * 37) % 101 - 50));
        half old = atomic_exchange(a + 4, (half)1); if (old != 1 && old != 0) atomic_store(a + 8, (half)-1000);
        atomic_store_explicit(a + 5, atomic_load(a + 5), memory_order_release);
        atomic_fetch_min(a + 6, i & 1 ? not_a_number : (half)i);
        atomic_fetch_max(a + 7, i & 1 ? not_a_number : (half)i);
    })";
constexpr const char* on_global_memory = R"(
    kernel void k(global half* out, half not_a_number) {
        act((volatile global atomic_half*)out, get_global_id(0) + 1, not_a_number);
    })";
constexpr const char* on_local_memory = R"(
    kernel void k(global half* out, half not_a_number) {
        local atomic_half cells[9]; int me = get_local_id(0);
        if (me < 9) atomic_store(cells + me, out[me]);
        barrier(CLK_LOCAL_MEM_FENCE);
        act(cells, me + 1, not_a_number);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < 9) out[me] = atomic_load(cells + me);
    })";

void check_atomics(const char* space, const char* kernel, RunOptions options) {
    constexpr int items = 50;
    constexpr double infinity = HUGE_VAL;
    const HalfBits nan = half_of(std::nan(""));
    std::vector<HalfBits> cells;
    for (const double x : {0.0, 0.0, infinity, -infinity, 0.0, 7.0, value_of(nan), -infinity, 0.0})
        cells.push_back(half_of(x));
    ArgumentBlock arguments;
    arguments.add(cells.data()).add(nan);
    options.build_options = std::string("-cl-std=CL3.0 -DSPACE=") + space;
    run_kernel(std::string(extension) + atomic_operations + kernel, "k", line(items, items), arguments, options);
    const std::vector<double> expected = {1275, -1275, -48, 50, 1, 7, 2, 50, 0};
    for (unsigned i = 0; i < expected.size(); ++i) EXPECT_EQ(value_of(cells[i]), expected[i]) << space << ' ' << i;
}

TEST_P(Half, Atomics) {
    check_atomics("__global", on_global_memory, options(""));
    check_atomics("__local", on_local_memory, options(""));
    check_atomics("__generic", on_global_memory, options(""));
    check_atomics("__generic", on_local_memory, options(""));
}

TEST_P(Half, WorkGroupCollectives) {
    const std::string source = std::string(extension) + R"(
        kernel void k(global const half* in, global half* out) {
            size_t i = get_global_id(0), n = get_global_size(0); half x = in[i];
            out[i] = work_group_reduce_add(x);
            out[n + i] = work_group_scan_exclusive_add(x);
            out[2 * n + i] = work_group_scan_inclusive_max(x);
            out[3 * n + i] = work_group_scan_exclusive_min(x);
            out[4 * n + i] = work_group_reduce_min(x);
            out[5 * n + i] = work_group_broadcast(x, 3);
        })";
    constexpr unsigned items = 74, group = 37;
    std::vector<HalfBits> in(items), out(6 * items);
    for (unsigned i = 0; i < items; ++i) in[i] = half_of(static_cast<int>(i * 23 % 31) - 12);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(out.data());
    run_kernel(source, "k", line(items, group), arguments, options("-cl-std=CL3.0"));
    for (unsigned first = 0; first < items; first += group) {
        double total = 0, least = HUGE_VAL, greatest = -HUGE_VAL;
        for (unsigned i = first; i < first + group; ++i) {
            EXPECT_EQ(value_of(out[items + i]), total) << i;
            EXPECT_EQ(value_of(out[3 * items + i]), least) << i;
            total += value_of(in[i]);
            least = std::min(least, value_of(in[i]));
            greatest = std::max(greatest, value_of(in[i]));
            EXPECT_EQ(value_of(out[2 * items + i]), greatest) << i;
        }
        for (unsigned i = first; i < first + group; ++i) {
            EXPECT_EQ(value_of(out[i]), total) << i;
            EXPECT_EQ(value_of(out[4 * items + i]), least) << i;
            EXPECT_EQ(out[5 * items + i], in[first + 3]) << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Processors, Half, testing::Combine(testing::Values("", "sse4.2"), testing::Values(16)),
                         NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreProcessors, Half,
                         testing::Combine(testing::Values("avx2", "sse2"), testing::Values(1, 16)), NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreLanes, Half, testing::Combine(testing::Values("", "sse4.2"), testing::Values(1)),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
