// Tests generic pointers (OpenCL C 3.0, section 6.7.4) into every address space, with one lane and with many. The
// address space is determined at compile time or at run time.
#include <gtest/gtest.h>

#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

struct GenericKernel {
    const char* name;
    const char* source;  // kernel void k(global int* out, int zero): out[i] must become i + 1
};

const GenericKernel generic_kernels[] = {
    {"known_spaces", R"(
        int load(int* p) { return *p; }
        kernel void k(global int* out, int zero) {
            local int l[64]; int x = get_global_id(0) + 1;
            l[get_local_id(0)] = x; out[get_global_id(0)] = load(&x) + load(l + get_local_id(0)) - x; })"},
    {"told_at_run_time", R"(
        kernel void k(global int* out, int zero) {
            local int l[64]; int p[4]; int i = get_global_id(0);
            int* where = (i + zero) % 3 == 0 ? (int*)(l + get_local_id(0))
                       : (i + zero) % 3 == 1 ? (int*)(p + (i & 3)) : (int*)(out + i);
            *where = i; int found = -1;
            if (to_local(where)) found = 0; if (to_private(where)) found = 1; if (to_global(where)) found = 2;
            int fence = get_fence(where) & CLK_LOCAL_MEM_FENCE ? 0 : 1;
            out[i] = found == (i + zero) % 3 && fence == (found != 0) ? *where + 1 : -1; })"},
    {"private_across_barriers", R"(
        kernel void k(global int* out, int zero) {
            local int l[64]; int p[4]; int i = get_global_id(0);
            int* where = ((i + zero) & 1) ? (int*)p : (int*)(l + get_local_id(0));
            *where = i; barrier(CLK_LOCAL_MEM_FENCE);
            out[i] = (to_private(where) != 0) == ((i & 1) != 0) ? *where + 1 : -1; })"},
    {"pointer_into_an_array", R"(
        int sum(const int* p, int n) { int s = 0; for (int j = 0; j < n; ++j) s += p[j]; return s; }
        kernel void k(global int* out, int zero) {
            int i = get_global_id(0); int p[4] = {i, zero, 1, zero};
            int* where = zero ? (int*)out : (int*)p;
            out[i] = to_private(where) ? sum(where, 4) : -1; })"},
    {"large_private_array", R"(
        kernel void k(global int* out, int zero) {
            int i = get_global_id(0); int p[8000];
            for (int j = 0; j < 8000; ++j) p[j] = i + j;
            int* where = zero ? (int*)out : (int*)(p + zero + 1);
            out[i] = to_private(where) && !to_global(where) ? *where : -1; })"},
    {"atomics", R"(
        int add(atomic_int* p, int v) { return atomic_fetch_add(p, v); }
        kernel void k(global int* out, int zero) {
            local atomic_int l[64]; int i = get_global_id(0);
            atomic_init(l + get_local_id(0), i);
            atomic_int* where = zero ? (atomic_int*)out : (atomic_int*)(l + get_local_id(0));
            add(where, 1); out[i] = atomic_load(where); })"},
    {"pointer_results", R"(
        kernel void k(global int* out, int zero) {
            int i = get_global_id(0); float whole; float part = fract(i + 0.5f, &whole); int e;
            float m = frexp((float)(i + 1), &e); float c; float s = sincos(0.0f, &c);
            float* where = &whole; vstore2((float2)(whole, part), 0, (float[2]){0, 0});
            out[i] = (int)*where + (part == 0.5f && ldexp(m, e) == i + 1 && c == 1 && s == 0); })"},
};

class GenericPointers : public testing::TestWithParam<std::tuple<GenericKernel, unsigned>> {};

TEST_P(GenericPointers, Reach) {
    const auto& [kernel, lanes] = GetParam();
    constexpr unsigned items = 150;
    std::vector<std::int32_t> out(items, -7);
    ArgumentBlock arguments;
    arguments.add(out.data()).add(std::int32_t{0});
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = 40;
    RunOptions options;
    options.build_options = "-cl-std=CL3.0";
    options.vector_width = lanes;
    run_kernel(kernel.source, "k", range, arguments, options);
    for (unsigned i = 0; i < items; ++i) ASSERT_EQ(out[i], static_cast<int>(i) + 1) << "work-item " << i;
}

INSTANTIATE_TEST_SUITE_P(All, GenericPointers,
                         testing::Combine(testing::ValuesIn(generic_kernels), testing::Values(1, 8, 16)),
                         [](const auto& test) {
                             return std::string(std::get<0>(test.param).name) + "_" +
                                    std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace lanewise::test
