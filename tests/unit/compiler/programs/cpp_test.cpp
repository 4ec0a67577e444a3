// Tests C++ for OpenCL (cl_ext_cxx_for_opencl) with different numbers of lanes: classes, templates and lambdas together
// with barriers, local memory and builtins. Constructors of program scope objects become a kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "lanewise/constructors.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr const char* histogram = R"(
    template <int bins> class Histogram {
    public:
        explicit Histogram(local atomic_int* counts) : counts_(counts) {}
        void clear() const { for_each_bin([this](int bin) { atomic_init(counts_ + bin, 0); }); }
        void add(int value) const { atomic_fetch_add(counts_ + value % bins, 1); }
        template <class F> void for_each_bin(F f) const {
            for (int bin = get_local_id(0); bin < bins; bin += get_local_size(0)) f(bin);
        }
        int operator[](int bin) const { return atomic_load(counts_ + bin); }
    private:
        local atomic_int* counts_;
    };
    struct Wide { float4 v; Wide operator+(const Wide& o) const { return {v + o.v}; } };
    kernel void k(global const int* in, global int* out) {
        local atomic_int counts[7];
        const Histogram<7> histogram(counts);
        histogram.clear();
        barrier(CLK_LOCAL_MEM_FENCE);
        histogram.add(in[get_global_id(0)]);
        barrier(CLK_LOCAL_MEM_FENCE);
        const Wide wide = Wide{(float4)(1)} + Wide{(float4)(2)};
        out[get_global_id(0)] = histogram[in[get_global_id(0)] % 7] * (int)wide.v.y + work_group_reduce_add(1);
    })";

TEST(CppForOpenCL, RunsInLanes) {
    constexpr std::uint64_t local = 40, groups = 3;
    std::vector<std::int32_t> in(local * groups);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(i * i % 101);
    for (const char* version : {"-cl-std=CLC++", "-cl-std=CLC++2021", "-cl-std=CLC++2021 -cl-opt-disable"})
        for (const unsigned width : {0u, 1u, 8u, 16u}) {
            std::vector<std::int32_t> out(in.size());
            ArgumentBlock arguments;
            arguments.add(in.data()).add(out.data());
            RunOptions options;
            options.build_options = version;
            options.vector_width = width;
            run_kernel(histogram, "k", line(local * groups, local), arguments, options);
            for (std::size_t i = 0; i < in.size(); ++i) {
                const auto first = in.begin() + static_cast<std::ptrdiff_t>(i / local * local);
                const auto same = std::count_if(first, first + local, [&](int x) { return x % 7 == in[i] % 7; });
                ASSERT_EQ(out[i], same * 3 + static_cast<int>(local)) << version << ' ' << width;
            }
        }
}

TEST(CppForOpenCL, HasScopesOfAllForms) {
    std::vector<std::int32_t> out(32, -1);
    RunOptions options;
    options.build_options = "-cl-std=CLC++2021";
    run_kernel(R"(
        template <class T, int n> struct Array { static constexpr int size = n; using Value = T; static T twice(T x); };
        template <class T, int n> T Array<T, n>::twice(T x) { return 2 * x; }
        int count() { return 5; }
        namespace inner { int count() { return ::count() + Array<int, 7>::size; } }
        kernel void k(global int* out) {
            typename Array<int, 3>::Value i = ::get_global_id(0);
            out[i] = ::inner::count() + Array<int, 1>::twice(i) + ::Array<long, 2>::size; })",
               "k", line(32, 16), ArgumentBlock().add(out.data()), options);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 12 + 2 * i + 2);
}

std::vector<std::string> kernels_of(const char* source) {
    const auto program = compiler::compiler_instance().build(source, "-cl-std=CLC++");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    std::vector<std::string> names;
    for (const KernelInfo& kernel : program.kernels) names.push_back(kernel.name);
    return names;
}

TEST(CppForOpenCL, MakesAKernelOfConstructors) {
    EXPECT_EQ(kernels_of("struct A { int x; A(int v) : x(v) {} ~A() { x = 0; } }; A a(2), b(a.x);"
                         "kernel void k(global int* p) { *p = b.x; }"),
              (std::vector<std::string>{"k", std::string(constructor_kernel)}));
    // Variables with constant initialization need no constructor kernel.
    EXPECT_EQ(kernels_of("struct A { int x; constexpr A(int v) : x(v) {} constexpr A(int v) __constant : x(v) {} };"
                         "A a(2); __constant A c(5); int n = 7; kernel void k(global int* p) { *p = a.x + c.x + n; }"),
              (std::vector<std::string>{"k"}));
}

}  // namespace
}  // namespace lanewise::test
