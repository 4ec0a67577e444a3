// Tests language features for which Clang's support is incomplete: the attribute max_work_group_size, disabled
// optimization, and extensions in every version of OpenCL C.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

compiler::ProgramResult build(const char* source, const char* options = "") {
    return compiler::compiler_instance().build(source, options);
}

TEST(MaxWorkGroupSize, IsKnownOfTheKernel) {
    const auto program = build(
        "__attribute__((max_work_group_size(64, 2 * 2, 1))) kernel void limited(global int* p) { *p = 1; }\n"
        "kernel void __attribute__((__max_work_group_size__(8, 1, 1))) after(global int* p);\n"
        "kernel void after(global int* p) { *p = 1; }\n"
        "kernel void free_of_it(global int* p) { *p = 1; }\n",
        "-Werror");
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    ASSERT_EQ(program.kernels.size(), 3u);
    const std::array<std::uint64_t, 3> limited{64, 4, 1}, after{8, 1, 1}, none{0, 0, 0};
    EXPECT_EQ(program.kernels[0].max_work_group_size, limited);
    EXPECT_NE(program.kernels[0].attributes.find("max_work_group_size(64,4,1)"), std::string::npos);
    EXPECT_EQ(program.kernels[1].max_work_group_size, after);
    EXPECT_EQ(program.kernels[2].max_work_group_size, none);
}

TEST(MaxWorkGroupSize, TakesThreePositiveConstants) {
    for (const char* attribute : {"(0, 1, 1)", "(8, -1, 1)", "(8, n, 1)", "(8, 1)", ""}) {
        const std::string source =
            std::string("__attribute__((max_work_group_size") + attribute + ")) kernel void k(int n) {}";
        EXPECT_EQ(build(source.c_str()).status, compiler::Status::failed) << attribute;
    }
    EXPECT_EQ(build("__attribute__((max_work_group_size(8, 1, 1))) constant int x = 1;").status,
              compiler::Status::failed);
}

void expect_counting(const char* source, const RunOptions& options) {
    constexpr unsigned items = 100;
    std::vector<std::int32_t> out(items, -1);
    ArgumentBlock arguments;
    arguments.add(out.data());
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = 20;
    run_kernel(source, "k", range, arguments, options);
    for (unsigned i = 0; i < items; ++i) ASSERT_EQ(out[i], static_cast<int>(i)) << options.build_options;
}

TEST(OptimizationOff, LeavesKernelsScalarAndRight) {
    std::string summary;
    RunOptions options;
    options.build_options = "-cl-opt-disable";
    options.summary = &summary;
    const char* source = R"(
        int twice(int x) { int r = 0; for (int i = 0; i < 2; ++i) r += x; return r; }
        kernel void k(global int* out) {
            local int l[20]; int p[3] = {1, 2, 3}; int me = get_local_id(0);
            l[me] = twice(me) * p[me % 3]; barrier(CLK_LOCAL_MEM_FENCE);
            int other = (me + 1) % 20; int x = l[other] / p[other % 3] / 2;
            out[get_global_id(0)] = get_group_id(0) * 20 + (x + 19) % 20; })";
    expect_counting(source, options);
    EXPECT_NE(summary.find("optimization is off"), std::string::npos) << summary;
    options.vector_width = 8;
    expect_counting(source, options);
}

TEST(ExpectAssume, MeansNothingButSpeed) {
    for (const char* version : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
        RunOptions options;
        options.build_options = version;
        expect_counting(R"(
            #ifndef cl_khr_expect_assume
            #error
            #endif
            kernel void k(global int* out) {
                int i = get_global_id(0); __builtin_assume(i < 1000);
                out[i] = __builtin_expect(i % 3, 0) ? i : get_global_id(0); })",
                        options);
    }
}

TEST(OpenCL20, GenericPointersAtomicsAndCollectives) {
    for (const unsigned width : {0u, 1u, 8u}) {
        RunOptions options;
        options.build_options = "-cl-std=CL2.0";
        options.vector_width = width;
        expect_counting(R"(
            static int next(volatile atomic_int* counter) { return atomic_fetch_add(counter, 1); }
            static void increase(int* p, int by) { *p += by; }
            kernel void k(global int* out) {
                local atomic_int taken;
                local int shared;
                if (get_local_id(0) == 0) { atomic_init(&taken, 0); shared = 0; }
                work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
                const int ticket = next(&taken);
                const int items = work_group_reduce_add(1), sum = work_group_reduce_add(ticket);
                int mine = get_global_id(0);
                int* const target = get_local_id(0) % 2 ? (int*)&mine : (int*)out + get_global_id(0);
                *target = 0;
                increase(target, get_global_id(0));
                increase(&mine, sum - items * (items - 1) / 2);
                out[get_global_id(0)] = atomic_load_explicit(&taken, memory_order_relaxed) == items ? mine : -1; })",
                        options);
    }
}

TEST(SplitBarriers, WorkBetweenArrivalAndWaiting) {
    for (const char* version : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.1"}) {
        for (const unsigned width : {0u, 1u, 8u}) {
            RunOptions options;
            options.build_options = version;
            options.vector_width = width;
            expect_counting(R"(
                #ifndef cl_intel_split_work_group_barrier
                #error
                #endif
                #if __OPENCL_C_VERSION__ >= CL_VERSION_2_0
                #define WITH_SCOPE , memory_scope_work_group
                #else
                #define WITH_SCOPE
                #endif
                kernel void k(global int* out) {
                    local int shared[64];
                    const int me = get_local_id(0), n = get_local_size(0);
                    int sum = 0;
                    for (int round = 1; round < 4; ++round) {
                        shared[me] = me * round;
                        intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE WITH_SCOPE);
                        int own = 0;
                        for (int i = 0; i < me; ++i) own += i % 3;
                        intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE WITH_SCOPE);
                        for (int i = 0; i < me; ++i) own -= shared[i] / round % 3;
                        sum += shared[(me + 1) % n] - (me + 1) % n * round + own;
                        intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
                        intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
                    }
                    out[get_global_id(0)] = get_global_id(0) + sum; })",
                            options);
        }
    }
}

TEST(IntegerExtensions, AreInEveryVersion) {
    for (const char* version : {"-cl-std=CL1.2", "-cl-std=CL3.0", "-cl-std=CL3.1"}) {
        RunOptions options;
        options.build_options = version;
        expect_counting(R"(
            kernel void k(global int* out) {
                int i = get_global_id(0);
                uint reversed = bit_reverse(bit_reverse((uint)i));
                int low = bitfield_extract_signed(i, 0, 16);
                int sum = dot((char4)(i, 1, 0, 0), (char4)(1, 1, 0, 0)) - dot_4x8packed_uu_uint(1u, 1u);
                out[i] = reversed == i && low == i ? sum : -1; })",
                        options);
    }
}

TEST(SubGroupExtensions, AreInAllVersions) {
    for (const char* options : {"", "-cl-std=CL1.1", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.1"}) {
        const auto program = build(
            "#ifndef cl_khr_subgroup_shuffle\n#error no macro\n#endif\n"
            "kernel void k(global int* p, global uint4* q) { p[0] = sub_group_shuffle(p[1], 2); p[1] = "
            "sub_group_elect();"
            " p[2] = sub_group_shuffle_up(p[3], 1) + sub_group_non_uniform_reduce_add(p[4]);"
            " p[3] = sub_group_clustered_reduce_max(p[5], 4) + sub_group_rotate(p[6], 1); q[0] = "
            "sub_group_ballot(p[7]); }",
            options);
        EXPECT_EQ(program.status, compiler::Status::success) << options << program.log;
        EXPECT_EQ(program.log, "") << options;
    }
}

TEST(ExtensionPragmas, AreAcceptedForKnownExtensions) {
    const std::string known =
        "#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable\n"
        "#pragma OPENCL EXTENSION cl_intel_split_work_group_barrier : disable\n";
    const std::string unknown = "#pragma OPENCL EXTENSION cl_none_such : enable\n";
    const std::string kernel = "kernel void k(global int* p) { *p = 1; }";
    for (const std::string version : {"", "-cl-std=CL2.0 ", "-cl-std=CL3.0 ", "-cl-std=CLC++ ", "-cl-std=CLC++2021 "}) {
        const auto good = build((known + kernel).c_str(), (version + "-Werror").c_str());
        EXPECT_EQ(good.status, compiler::Status::success) << good.log;
        EXPECT_EQ(good.log, "") << version;
        // "Warn on the #pragma OPENCL EXTENSION if the extension extension_name is not supported."
        for (const std::string& before : {std::string(), known}) {
            const auto warned = build((before + unknown + before + kernel).c_str(), version.c_str());
            EXPECT_EQ(warned.status, compiler::Status::success) << warned.log;
            EXPECT_NE(warned.log.find("'cl_none_such' unknown"), std::string::npos) << version << warned.log;
            EXPECT_EQ(build((before + unknown + kernel).c_str(), (version + "-Werror").c_str()).status,
                      compiler::Status::failed);
        }
    }
}

}  // namespace
}  // namespace lanewise::test
