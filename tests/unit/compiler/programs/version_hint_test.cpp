// Tests a hint in the log of a failed build: the hint names the -cl-std option that the program needs.
#include <gtest/gtest.h>

#include <string>

#include "compiler/compiler_impl.h"

namespace lanewise::compiler {
namespace {

const Compiler& compiler() { return compiler_instance(); }

constexpr const char* hint = "build with -cl-std=";

std::string log_of(const std::string& source, const char* options = "") {
    const ProgramResult result = compiler().build(source, options);
    EXPECT_EQ(result.status, Status::failed) << source;
    return result.log;
}

unsigned hints_in(const std::string& log) {
    unsigned found = 0;
    for (std::size_t at = log.find(hint); at != std::string::npos; at = log.find(hint, at + 1)) ++found;
    return found;
}

TEST(VersionHint, NamesTheFunctionBesideTheError) {
    const std::string log = log_of(
        "kernel void k(global int* p) {\n  p[0] = work_group_reduce_add(p[1]);\n"
        "  p[1] = work_group_scan_inclusive_add(p[0]);\n}");
    EXPECT_EQ(hints_in(log), 1U) << log;
    const std::string note =
        "program.cl:2:10: note: 'work_group_reduce_add' is part of OpenCL C 2.0 and later: "
        "build with -cl-std=CL2.0 or -cl-std=CL3.0\n";
    const std::size_t at = log.find(note);
    ASSERT_NE(at, std::string::npos) << log;
    EXPECT_LT(log.find("use of undeclared identifier 'work_group_reduce_add'"), at);
    EXPECT_GT(log.find("use of undeclared identifier 'work_group_scan_inclusive_add'"), at);
}

TEST(VersionHint, IsThereForAllThatLaterVersionsHave) {
    for (const char* source : {
             "kernel void k(global int* p) { atomic_store((global atomic_int*)p, 1); }",
             "kernel void k(global atomic_int* p) { }",
             "kernel void k(global int* p) { p[0] = memory_order_seq_cst; }",
             "kernel void k(global int* p) { p[0] = CLK_ENQUEUE_FLAGS_NO_WAIT; }",
             "kernel void k(global int* p) { work_group_barrier(CLK_LOCAL_MEM_FENCE); }",
             "int f(int* p) { return *p; } kernel void k(global int* p) { p[0] = f(p); }",
             "kernel void k(global int* p) { int* q = p; q[0] = 1; }",
             "kernel void k(global int* p) { generic int* q = p; q[0] = 1; }",
             "kernel void k(global int* p) { __generic int* q = p; q[0] = 1; }",
             "kernel void k(global int* p) { p[0] = to_global(p) == p; }",
             "kernel void k(global int* p) { p[0] = get_fence(p); }",
             "kernel void k(read_only pipe int q, global int* p) { read_pipe(q, p); }",
             "kernel void k(pipe int q, global int* p) { p[0] = get_pipe_num_packets(q); }",
             "kernel void k(global int* p) { reserve_id_t r; p[0] = is_valid_reserve_id(r); }",
             "global int counter; kernel void k(global int* p) { p[0] = counter; }",
             "kernel void k(global int* p) { static global int counter; p[0] = counter++; }",
             "kernel void k(global int* p) { int (^f)(int) = ^(int x) { return x + 1; }; p[0] = f(1); }",
             "kernel void k(global int* p) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ p[0] = 1; }); }",
             "kernel void k(queue_t q) { }",
             "kernel void k(global int* p) { clk_event_t e = create_user_event(); }",
             "kernel void k(global int* p) { p[0] = get_global_linear_id(); }",
             "kernel void k(global int* p) { p[0] = get_enqueued_local_size(0); }",
             "kernel void k(read_write image2d_t i) { write_imagef(i, (int2)(0), read_imagef(i, (int2)(1))); }",
             "kernel void k(global int* global* p) { p[0][0] = 1; }",
             "#if __OPENCL_C_VERSION__ < 200\n#error OpenCL C 2.0 is needed\n#endif\nkernel void k() { }",
         }) {
        const std::string log = log_of(source);
        EXPECT_EQ(hints_in(log), 1U) << source << "\n" << log;
        EXPECT_EQ(compiler().build(source, "-cl-std=CL3.0").status, Status::success) << source;
    }
}

TEST(VersionHint, IsNotThereForOtherErrors) {
    for (const char* source : {
             "kernel void k(global int* p) { p[0] = missing; }",
             "kernel void k(global int* p) { p[0] = 1 }",
             "int work_group_reduce_add(int x) { return x; } kernel void k(global int* p) { p[0] = missing; }",
             "void atomic_store(global int* p, int x) { *p = x; } kernel void k(global int* p) { atomic_store(p); }",
             "kernel void k(global int* p) { int pipe = missing; p[0] = pipe; }",
             "kernel void k(global int* p) { int generic = 1; p[0] = generic; missing(); }",
             "kernel void k(global int* p, constant int* c) { int* q = c; q[0] = 1; }",
             "kernel void k(global int* p) { private int* q = p; q[0] = 1; }",
             "#if __OPENCL_C_VERSION__ < 200\nkernel void k() { missing; }\n#endif",
             "kernel void k(global int* p) { p[0] = amd_bfe(p[1], p[2], p[3]) + get_image_num_samples(p); }",
             "kernel void k(global int* p) { p[0] = as_size_t; }",
             "#error never\nkernel void k() { }",
         }) {
        const std::string log = log_of(source);
        EXPECT_EQ(hints_in(log), 0U) << source << "\n" << log;
    }
    EXPECT_EQ(hints_in(log_of("kernel void k() { missing; }", "-cl-std=CL3.0")), 0U);
}

TEST(VersionHint, HeedsTheVersionAskedFor) {
    const std::string log = log_of("kernel void k(global int* p) { p[0] = popcount(p[1]); }", "-cl-std=CL1.1");
    EXPECT_NE(log.find("'popcount' is part of OpenCL C 1.2 and later: build with -cl-std=CL1.2, -cl-std=CL2.0 or "
                       "-cl-std=CL3.0"),
              std::string::npos)
        << log;
}

}  // namespace
}  // namespace lanewise::compiler
