// Tests vectorization of loops that a single work-item runs. The results must equal the results of the same loop in C,
// for any trip count, element type, called function and aliasing.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr int counts[] = {0, 1, 7, 8, 9, 31, 32, 33, 64, 100, 257};

std::string run_alone(const std::string& body, const ArgumentBlock& arguments, const std::string& options = "") {
    std::string summary;
    RunOptions run;
    run.build_options = options.c_str();
    run.summary = &summary;
    run_kernel("kernel void k(" + body, "k", line(1, 1), arguments, run);
    return summary;
}

template <class T>
void check_steps(const Typed<T>& type) {
    const std::string name = type.name;
    const std::string body = "global const " + name + "* a, global " + name +
                             "* b, int n) { for (int i = 0; i < n; ++i) b[i] = a[i] * (" + name + ")3 + b[i]; }";
    for (const int count : counts) {
        std::vector<T> a(300), b(300), expected(300);
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] = static_cast<T>(i * 7);
            b[i] = expected[i] = static_cast<T>(i);
            if (i < static_cast<std::size_t>(count)) expected[i] = static_cast<T>(a[i] * 3 + b[i]);
        }
        run_alone(body, ArgumentBlock().add(a.data()).add(b.data()).add(count));
        ASSERT_EQ(b, expected) << name << ", " << count << " iterations";
    }
}

TEST(VectorizedLoops, StepThroughAllTypes) {
    check_steps(Typed<std::uint8_t>{"uchar"});
    check_steps(Typed<std::int16_t>{"short"});
    check_steps(Typed<std::int32_t>{"int"});
    check_steps(Typed<std::uint64_t>{"ulong"});
    check_steps(Typed<float>{"float"});
    check_steps(Typed<double>{"double"});
}

// The input and the output overlap. Iterations read a value that an earlier iteration wrote, or write an element that a
// later iteration reads.
TEST(VectorizedLoops, HeedPlacesThatMeet) {
    const std::string body =
        "global const int* a, global int* b, int n) { for (int i = 0; i < n; ++i) b[i] = a[i] * 3 + 1; }";
    for (const int distance : {-9, -8, -1, 0, 1, 2, 7, 8, 9, 40})
        for (const int count : counts) {
            std::vector<int> numbers(400), expected(400);
            for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = expected[i] = static_cast<int>(i);
            int* a = numbers.data() + 50;
            for (int i = 0; i < count; ++i)
                expected[static_cast<std::size_t>(50 + distance + i)] =
                    static_cast<int>(static_cast<unsigned>(expected[static_cast<std::size_t>(50 + i)]) * 3 + 1);
            run_alone(body, ArgumentBlock().add(a).add(a + distance).add(count));
            ASSERT_EQ(numbers, expected) << "distance " << distance << ", " << count << " iterations";
        }
}

// Indices wrap around in different types. Examples are a ring buffer beside a plain array, and a `uchar` index beside
// an `int` index.
TEST(VectorizedLoops, CountInSeveralTypes) {
    for (const char* index :
         {"(i + 3) & 63", "(i + 3) % 64", "(uchar)(i + 200)", "(ushort)(i * 3) & 255", "((uint)i << 27) >> 26"})
        for (const char* counter : {"uint", "int", "ulong"})
            for (const int count : {16, 37, 64, 192, 200}) {
                std::string text =
                    "global const long* a, global const short* b, global int* o, int n) {"
                    " for (counter i = 0; i < n; ++i) o[i] = (int)a[index] + b[i + 16]; }";
                text.replace(text.find("counter"), 7, counter).replace(text.find("index"), 5, index);
                std::vector<std::int64_t> a(256);
                std::vector<std::int16_t> b(300);
                for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<std::int64_t>(i * 5 + 1);
                for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<std::int16_t>(i * 7919 % 1000);
                std::vector<int> found(200, -1), expected(200, -1);
                const auto block = [&](std::vector<int>& out) {
                    return ArgumentBlock().add(a.data()).add(b.data()).add(out.data()).add(count);
                };
                run_alone(text, block(found));
                run_alone(text, block(expected), "-cl-opt-disable");
                ASSERT_EQ(found, expected) << index << ", " << counter << ", " << count << " iterations";
            }
}

// The vector version of a function must give the same bits as the scalar version.
TEST(VectorizedLoops, CallFunctionsOfTheSameBits) {
    for (const char* call :
         {"exp(x)", "pow(x, 1.7f)", "sin(x * 1000)", "x > 0.5f ? log(x) : sqrt(x)",
          "convert_float(ldexp(convert_double(x), i % 40))", "nextafter(0.f, x)", "fmin(atan2(x, y), native_cos(y))"}) {
        for (const char* denormals : {"", "-cl-denorms-are-zero"}) {
            const std::string result = "{ float x = a[i], y = a[i + 1]; b[i] = " + std::string(call) + "; }";
            const std::string head = "global const float* a, global float* b, int n) ";
            std::vector<float> a(300), b(300, -1), expected(300, -1);
            for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 7919 % 1000) / 997;
            run_alone(head + "{ for (int i = 0; i < n; ++i) " + result + " }",
                      ArgumentBlock().add(a.data()).add(b.data()).add(257), denormals);
            RunOptions scalar;
            scalar.build_options = denormals;
            scalar.vector_width = 1;
            run_kernel("kernel void k(" + head + "{ int i = get_global_id(0); if (i < n) " + result + " }", "k",
                       line(300, 4), ArgumentBlock().add(a.data()).add(expected.data()).add(257), scalar);
            EXPECT_EQ(b, expected) << call << ' ' << denormals;
        }
    }
}

// The first work-item of each group computes sums in a loop, and passes the sums to the other work-items.
TEST(VectorizedLoops, LeadGroups) {
    const char* source =
        "kernel void k(global const int* a, global int* b, int n) {"
        " local int row[300]; local int sum; int l = get_local_id(0), g = get_group_id(0);"
        " if (l == 0) for (int i = 0; i < n; ++i) row[i] = a[g + i] * 3;"
        " barrier(CLK_LOCAL_MEM_FENCE);"
        " if (l == 5) { int s = 0; for (int i = 0; i < n; ++i) s += row[i] & 255; sum = s; }"
        " barrier(CLK_LOCAL_MEM_FENCE);"
        " b[get_global_id(0)] = sum + l; }";
    for (const std::uint32_t lanes : {1, 8, 32, 0})
        for (const int count : counts) {
            constexpr int groups = 3, size = 20;
            std::vector<int> a(300), b(groups * size, -1), expected;
            for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i * 7919 % 1000);
            for (std::size_t g = 0; g < groups; ++g)
                for (int l = 0; l < size; ++l) {
                    int sum = 0;
                    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) sum += a[g + i] * 3 & 255;
                    expected.push_back(sum + l);
                }
            RunOptions options;
            options.vector_width = lanes;
            run_kernel(source, "k", line(groups * size, size), ArgumentBlock().add(a.data()).add(b.data()).add(count),
                       options);
            ASSERT_EQ(b, expected) << lanes << " lanes, " << count << " iterations";
        }
}

// Sums of floating-point numbers are added in the source's order, unless the build options permit reordering.
TEST(VectorizedLoops, AddUpInTheSourcesOrder) {
    const std::string body =
        "global const float* a, global float* b, int n) {"
        " float s = 0, m = -1; for (int i = 0; i < n; ++i) { s += a[i]; m = fmax(m, a[i]); } b[0] = s; b[1] = m; }";
    for (const int count : counts) {
        std::vector<float> a(300), exact(2), relaxed(2);
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 7919 % 1000) / 997;
        float sum = 0, most = -1;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) sum += a[i], most = std::fmax(most, a[i]);
        const std::string plan = run_alone(body, ArgumentBlock().add(a.data()).add(exact.data()).add(count));
        EXPECT_EQ(plan, "kernel 'k': scalar (all work-items do the same)");
        EXPECT_EQ(exact, (std::vector<float>{sum, most})) << count << " iterations";
        run_alone(body, ArgumentBlock().add(a.data()).add(relaxed.data()).add(count), "-cl-fast-relaxed-math");
        EXPECT_NEAR(relaxed[0], sum, 1e-5 * sum) << count << " iterations";
        EXPECT_EQ(relaxed[1], most) << count << " iterations";
    }
}

}  // namespace
}  // namespace lanewise::test
