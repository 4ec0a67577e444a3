// Tests `KernelCode::any_order`: whether all orders of a kernel's work-groups give the same results.
#include <gtest/gtest.h>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

bool allows_any_order(const std::string& body, const std::string& before = "") {
    const std::string source =
        before +
        "kernel void k(global int* p, global atomic_int* a, local atomic_int* l, constant int* c) {"
        " int i = get_global_id(0); " +
        body + "}";
    const auto program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    const CompiledKernel kernel(program.ir, "k", 0, "");
    EXPECT_TRUE(kernel) << kernel.log();
    return kernel && kernel.facts().any_order;
}

TEST(AnyOrder, OfKernelsWithoutWordFromOthers) {
    EXPECT_TRUE(allows_any_order("p[i] = p[i] * 3 + get_group_id(0);"));
    EXPECT_TRUE(allows_any_order("p[i] = sin((float)p[i]) * 100 + pow((float)i, 3);"));
    EXPECT_TRUE(allows_any_order("local int x[64]; x[i % 64] = i; barrier(CLK_LOCAL_MEM_FENCE); p[i] = x[0];"));
    EXPECT_TRUE(allows_any_order("p[i] = work_group_reduce_add(p[i]);"));
}

// No work-item reads a value that another work-item wrote. An example is a histogram, which only adds to its counters.
TEST(AnyOrder, WhereAtomicsOnlyWrite) {
    EXPECT_TRUE(allows_any_order("atomic_add((volatile global int*)p + i % 8, 1);"));
    EXPECT_TRUE(allows_any_order("atomic_fetch_add_explicit(a + i % 8, 1, memory_order_relaxed);"));
    EXPECT_TRUE(allows_any_order("atomic_store_explicit(a + i, 1, memory_order_release);"));
}

TEST(AnyOrder, WhereOnlyTheGroupIsSeen) {
    EXPECT_TRUE(allows_any_order("p[i] = atomic_fetch_add(l, 1);"));
    EXPECT_TRUE(allows_any_order("volatile int x[4]; x[i % 4] = i; p[i] = x[c[i]];"));
    EXPECT_TRUE(allows_any_order("local volatile int x[64]; x[i % 64] = i; p[i] = x[3];"));
}

TEST(AnyOrder, NotWhereOneCanWaitForAnother) {
    EXPECT_FALSE(allows_any_order("while (atomic_load(a + get_group_id(0)) == 0); atomic_store(a + 1, 1);"));
    EXPECT_FALSE(allows_any_order("while (((volatile global int*)p)[0] != i);"));
    EXPECT_FALSE(allows_any_order("while (atomic_cmpxchg((volatile global int*)p, i, i + 1) != i);"));
    EXPECT_FALSE(allows_any_order("while (atomic_or((volatile global int*)p, 0) != i);"));
    EXPECT_FALSE(allows_any_order("f(p, i);",
                                  "__attribute__((noinline)) void f(volatile global int* p, int i) {"
                                  " while (*p != i); *p = i + 1; }"));
}

TEST(AnyOrder, NotWhereTheOrderIsSeen) {
    EXPECT_FALSE(allows_any_order("p[atomic_inc((volatile global int*)p)] = i;"));
    EXPECT_FALSE(allows_any_order("printf(\"%d\\n\", i);"));
    EXPECT_FALSE(allows_any_order("p[i] = atomic_exchange(a, i);"));
}

// Work-items that are far from each other write adjacent elements. If work-groups ran in any order, threads that run
// distant work-groups would contend for one cache line.
TEST(AnyOrder, NotWhereBitsAreReversed) {
    EXPECT_FALSE(
        allows_any_order("uint r = 0; for (int b = 0; b < c[0]; ++b) r |= (i >> b & 1) << (c[0] - 1 - b);"
                         " p[r] = c[i];"));
    EXPECT_FALSE(
        allows_any_order("uint r = 0, x = i; for (int b = 0; b < c[0]; ++b) { r = r << 1 | (x & 1); x >>= 1; }"
                         " p[r] = c[i];"));
    EXPECT_TRUE(allows_any_order("for (int b = 0; b < c[0]; ++b) p[(i >> c[1]) * c[2] + (i & 7) + b] = c[i];"));
    EXPECT_TRUE(allows_any_order("p[i] = p[c[i]] >> 3;"));
}

}  // namespace
}  // namespace lanewise::test
