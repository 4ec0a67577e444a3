// Runs kernels whose sub-groups wait for other sub-groups of their work-group (docs/design/waiting.md). Without forward
// progress, these kernels never end.
#include <algorithm>
#include <numeric>

#include "waits/waiting_fixture.h"

namespace {

class SubGroupsWait : public WaitingTest {};

TEST_F(SubGroupsWait, TokenThroughLocalMemory) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint token;"
        "  if (get_local_id(0) == 0) atomic_store(&token, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  uint me = get_sub_group_id(), all = get_num_sub_groups();"
        "  for (uint round = 0; round < 100; ++round) {"
        "    while (atomic_load(&token) != round * all + me) ;"
        "    if (get_sub_group_local_id() == 0) { ++data[me]; atomic_fetch_add(&token, 1); } } }",
        256, {256}, {256});
    const size_t used = static_cast<size_t>(std::count(data.begin(), data.end(), 100u));
    EXPECT_GT(used, 1u);
    EXPECT_EQ(std::accumulate(data.begin(), data.end(), 0u), 100 * used);
}

// The sub-groups take turns from the last one to the first. If the sub-groups ran one after another, beginning with the
// first one, the first sub-group would wait for ever for sub-groups that have not started.
TEST_F(SubGroupsWait, TokenBackwardsThroughGlobalMemory) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  global atomic_uint* token = (global atomic_uint*)(data + 1000 + get_group_id(0));"
        "  uint me = get_sub_group_id(), all = get_num_sub_groups();"
        "  while (atomic_load_explicit(token, memory_order_acquire, memory_scope_work_group) != all - 1 - me) ;"
        "  data[get_global_id(0)] = all - me;"
        "  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);"
        "  if (get_sub_group_local_id() == 0) atomic_fetch_add(token, 1); }",
        1100, {960}, {96});
    for (size_t i = 0; i < 960; ++i) ASSERT_GT(data[i], 0u) << i;
}

TEST_F(SubGroupsWait, VolatileFlags) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  volatile local uint flag[256]; uint lid = get_local_id(0); flag[lid] = 0;"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  uint me = get_sub_group_id(), all = get_num_sub_groups();"
        "  if (me + 1 < all) while (flag[me + 1] == 0) mem_fence(CLK_LOCAL_MEM_FENCE);"
        "  data[lid] = me + 1 < all ? flag[me + 1] : 0;"
        "  flag[me] = data[lid] + 1; }",
        256, {256}, {256});
    EXPECT_GE(data[0], 1u);
    EXPECT_EQ(data[255], 0u);
}

// Clang gives the local variables of this kernel names such as `k.full` and `k.entry`, which the compiler also gives to
// parts of the kernel.
TEST_F(SubGroupsWait, VariablesWithNamesOfTheParts) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint full, tail, rows, scalar, group, entry;"
        "  local atomic_uint* all[] = {&full, &tail, &rows, &scalar, &group, &entry};"
        "  if (get_local_id(0) == 0) for (int i = 0; i < 6; ++i) atomic_store(all[i], 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  for (uint i = 0; i < 6; ++i) {"
        "    if (get_sub_group_id() == get_num_sub_groups() - 1) atomic_store(all[i], i + 1);"
        "    while (atomic_load(all[i]) == 0) ;"
        "    data[get_local_id(0)] += atomic_load(all[i]); } }",
        128, {128}, {128});
    for (const uint one : data) EXPECT_EQ(one, 21u);
}

TEST_F(SubGroupsWait, LockAroundAPlainCounter) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  for (int i = 0; i < 50; ++i)"
        "    if (get_sub_group_local_id() == 0) {"
        "      while (atomic_cmpxchg((volatile global uint*)data, 0, 1) != 0) ;"
        "      mem_fence(CLK_GLOBAL_MEM_FENCE);"
        "      uint old = data[1]; data[1] = old + 1;"
        "      mem_fence(CLK_GLOBAL_MEM_FENCE);"
        "      atomic_xchg((volatile global uint*)data, 0); }"
        "  if (get_local_id(0) == 0) atomic_add((volatile global uint*)data + 2, 50 * get_num_sub_groups()); }",
        4, {2048}, {256});
    EXPECT_GT(data[1], 0u);
    EXPECT_EQ(data[1], data[2]);
}

TEST_F(SubGroupsWait, TicketLock) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint next, serving; local uint count;"
        "  if (get_local_id(0) == 0) { atomic_store(&next, 0); atomic_store(&serving, 0); count = 0; }"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  for (int i = 0; i < 20; ++i) {"
        "    uint mine = 0;"
        "    if (get_sub_group_local_id() == 0) mine = atomic_fetch_add(&next, 1);"
        "    mine = sub_group_broadcast(mine, 0);"
        "    while (atomic_load(&serving) != mine) ;"
        "    if (get_sub_group_local_id() == 0) { ++count; atomic_fetch_add(&serving, 1); }"
        "    sub_group_barrier(CLK_LOCAL_MEM_FENCE); }"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  data[get_global_id(0)] = count - 20 * get_num_sub_groups(); }",
        512, {512}, {128});
    EXPECT_EQ(std::count(data.begin(), data.end(), 0u), 512);
}

// The first sub-group consumes the values that all other sub-groups produce, through a ring of 4 elements.
TEST_F(SubGroupsWait, ProducersAndConsumer) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint state[4]; local uint ring[4]; uint lid = get_local_id(0);"
        "  if (lid < 4) atomic_init(&state[lid], 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  uint producers = get_num_sub_groups() - 1, me = get_sub_group_id(), total = 40 * producers;"
        "  if (me == 0) {"
        "    uint sum = 0;"
        "    for (uint i = 0; i < total; ++i) {"
        "      while (atomic_load_explicit(&state[i % 4], memory_order_acquire) != 2 * (i / 4) + 1) ;"
        "      sum += ring[i % 4];"
        "      sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
        "      if (lid == 0) atomic_store_explicit(&state[i % 4], 2 * (i / 4) + 2, memory_order_release); }"
        "    if (lid == 0) { data[0] = sum; data[1] = total * (total - 1) / 2; }"
        "  } else if (get_sub_group_local_id() == 0)"
        "    for (uint i = me - 1; i < total; i += producers) {"
        "      while (atomic_load_explicit(&state[i % 4], memory_order_acquire) != 2 * (i / 4)) ;"
        "      ring[i % 4] = i;"
        "      atomic_store_explicit(&state[i % 4], 2 * (i / 4) + 1, memory_order_release); } }",
        2, {256}, {256});
    EXPECT_GT(data[1], 0u);
    EXPECT_EQ(data[0], data[1]);
}

TEST_F(SubGroupsWait, BarriersBesideWaits) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint turn; local uint t[256]; uint lid = get_local_id(0), n = get_local_size(0);"
        "  uint me = get_sub_group_id(), x = lid; float kept = lid * 0.5f; uint many[8];"
        "  for (int i = 0; i < 8; ++i) many[i] = lid * i;"
        "  if (lid == 0) atomic_store(&turn, 0);"
        "  for (int round = 0; round < 10; ++round) {"
        "    t[lid] = x; barrier(CLK_LOCAL_MEM_FENCE);"
        "    while (atomic_load(&turn) != get_num_sub_groups() - 1 - me) ;"
        "    x = t[(lid + 1) % n] + many[(lid + round) % 8];"
        "    if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1);"
        "    barrier(CLK_LOCAL_MEM_FENCE);"
        "    if (lid == 0) atomic_store(&turn, 0);"
        "    barrier(CLK_LOCAL_MEM_FENCE); }"
        "  data[get_global_id(0)] = x + (uint)kept; }",
        512, {512}, {128});
    std::vector<cl_uint> x(128), t(128);
    std::iota(x.begin(), x.end(), 0u);
    for (unsigned round = 0; round < 10; ++round) {
        t = x;
        for (unsigned lid = 0; lid < 128; ++lid) x[lid] = t[(lid + 1) % 128] + lid * ((lid + round) % 8);
    }
    for (unsigned i = 0; i < 512; ++i) ASSERT_EQ(data[i], x[i % 128] + (i % 128) / 2) << i;
}

// Barriers wait neither for sub-groups that have returned, nor for single work-items that have returned.
TEST_F(SubGroupsWait, EarlyReturns) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint flag; uint lid = get_local_id(0);"
        "  if (lid == 0) atomic_store(&flag, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_sub_group_id() == 0) { while (atomic_load(&flag) == 0) ; data[lid] = 1; return; }"
        "  atomic_store(&flag, 1);"
        "  if (lid % 3 == 0 && lid > 40) return;"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  data[lid] = 2; }",
        64, {64}, {64});
    for (unsigned lid = 0; lid < 64; ++lid)
        ASSERT_TRUE(data[lid] == 1 || data[lid] == (lid % 3 == 0 && lid > 40 ? 0 : 2)) << lid;
    EXPECT_EQ(data[0], 1u);
    EXPECT_EQ(data[63], 0u);
}

// The compiler cannot prove that the condition around the barrier is the same for all work-items. The compiler must
// nevertheless make no sub-group wait for the others at the branch: the first sub-group waits for a store that the
// second sub-group executes after the branch.
TEST_F(SubGroupsWait, BranchesAroundBarriersMeetNobody) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint flag; uint lid = get_local_id(0);"
        "  if (lid == 0) atomic_store(&flag, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_sub_group_id() == 0) while (atomic_load(&flag) == 0) ;"
        "  for (uint i = lid; i < 4 * get_local_size(0); i += get_local_size(0)) {"
        "    if (get_sub_group_id() == 1) atomic_store(&flag, 1);"
        "    barrier(CLK_LOCAL_MEM_FENCE);"
        "    data[lid] += i; } }",
        64, {64}, {64});
    for (unsigned lid = 0; lid < 64; ++lid) ASSERT_EQ(data[lid], 4 * lid + 6 * 64) << lid;
}

TEST_F(SubGroupsWait, WorkGroupFunctionsAfterWaits) {
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint flag; uint lid = get_local_id(0), me = get_sub_group_id();"
        "  if (lid == 0) atomic_store(&flag, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  while (atomic_load(&flag) != get_num_sub_groups() - 1 - me) ;"
        "  if (get_sub_group_local_id() == 0) atomic_fetch_add(&flag, 1);"
        "  uint scan = work_group_scan_exclusive_add(lid + 1);"
        "  if (me == 0) while (atomic_load(&flag) != get_num_sub_groups()) ;"
        "  uint sum = work_group_reduce_add(lid), most = work_group_reduce_max(lid);"
        "  data[lid] = scan + work_group_broadcast(lid, 5) * 65536 + (work_group_all(sum == 8128 && most == 127) << "
        "30); }",
        128, {128}, {128});
    for (unsigned lid = 0; lid < 128; ++lid) ASSERT_EQ(data[lid], lid * (lid + 1) / 2 + 5 * 65536 + (1u << 30)) << lid;
}

// Tests work-groups of two and three dimensions, with partial work-groups at the ends.
TEST_F(SubGroupsWait, ShapesOfWorkGroups) {
    const std::string source =
        "kernel void k(global uint* data) {"
        "  local atomic_uint turn;"
        "  if (get_local_linear_id() == 0) atomic_store(&turn, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  uint me = get_sub_group_id(), all = get_num_sub_groups();"
        "  while (atomic_load(&turn) != all - 1 - me) ;"
        "  data[get_global_linear_id()] = get_local_linear_id() + 1;"
        "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1); }";
    cl_kernel k = kernel(source.c_str());
    const std::vector<std::vector<size_t>> globals{{100}, {33, 21}, {10, 9, 8}, {64, 64}, {1, 1000}};
    const std::vector<std::vector<size_t>> locals{{48}, {10, 7}, {4, 3, 5}, {16, 8}, {1, 64}};
    for (size_t i = 0; i < globals.size(); ++i) {
        size_t items = 1;
        for (const size_t size : globals[i]) items *= size;
        std::vector<cl_uint> data(items);
        ASSERT_EQ(run(k, data, globals[i], locals[i]), CL_COMPLETE) << i;
        EXPECT_EQ(std::count(data.begin(), data.end(), 0u), 0) << i;
    }
}

// Tests the largest work-group, and private data that needs much memory in each sub-group.
TEST_F(SubGroupsWait, LargeWorkGroups) {
    size_t most = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, nullptr);
    const auto data = results(
        "kernel void k(global uint* data) {"
        "  local atomic_uint count; uint lid = get_local_id(0), own[100];"
        "  for (uint i = 0; i < 100; ++i) own[(i * 7 + lid) % 100] = i + lid;"
        "  if (lid == 0) atomic_store(&count, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_sub_group_local_id() == 0) atomic_fetch_add(&count, 1);"
        "  while (atomic_load(&count) < get_num_sub_groups()) ;"
        "  data[get_global_id(0)] = own[(3 * 7 + lid) % 100] - lid; }",
        2 * most, {2 * most}, {most});
    EXPECT_EQ(std::count(data.begin(), data.end(), 3u), static_cast<std::ptrdiff_t>(2 * most));
}

TEST_F(SubGroupsWait, FaultsEndOnlyTheLaunch) {
    cl_kernel k = kernel(
        "kernel void k(global uint* data) {"
        "  local atomic_uint flag; uint lid = get_local_id(0);"
        "  if (lid == 0) atomic_store(&flag, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_sub_group_id() == 0) { while (atomic_load(&flag) == 0) ; data[lid] = 1; return; }"
        "  if (data[0] == 7) *(volatile global uint*)(data[0] * 8ul) = 1;"
        "  atomic_store(&flag, 1); }");
    for (int round = 0; round < 3; ++round) {
        std::vector<cl_uint> data(64, 7);
        EXPECT_LT(run(k, data, {64}, {64}), 0);
        data.assign(64, 0);
        EXPECT_EQ(run(k, data, {64}, {64}), CL_COMPLETE);
        EXPECT_EQ(data[0], 1u);
    }
}

TEST_F(SubGroupsWait, CalledFunctionsAndPrintf) {
    const auto data = results(
        "__attribute__((noinline)) void wait_for(volatile local uint* place, uint value) {"
        "  while (*place != value) mem_fence(CLK_LOCAL_MEM_FENCE); }"
        "kernel void k(global uint* data) {"
        "  volatile local uint turn; uint lid = get_local_id(0), me = get_sub_group_id();"
        "  if (lid == 0) turn = 0;"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  wait_for(&turn, get_num_sub_groups() - 1 - me);"
        "  if (lid == 0) printf(\"%s\", \"\");"
        "  data[lid] = me + 1; sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_sub_group_local_id() == 0) turn = turn + 1;"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (me == 0) wait_for(&turn, get_num_sub_groups()); }",
        256, {256}, {256});
    EXPECT_EQ(data[0], 1u);
    EXPECT_GT(data[255], 1u);
}

// Sub-groups of kernels that use no sub-group function have the size that clGetKernelSubGroupInfo reports, too.
TEST_F(SubGroupsWait, WithoutSubGroupFunctions) {
    cl_kernel k = kernel(
        "kernel void k(global uint* data) {"
        "  local atomic_uint flag; uint size = data[0], lid = get_local_id(0);"
        "  if (lid == 0) atomic_store(&flag, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (lid < size) while (atomic_load(&flag) == 0) ;"
        "  else atomic_store(&flag, 1);"
        "  data[lid] = size; }");
    std::vector<cl_uint> data(64, static_cast<cl_uint>(sub_group_size(k)));
    ASSERT_EQ(run(k, data, {64}, {64}), CL_COMPLETE);
}

}  // namespace
