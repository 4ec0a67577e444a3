// Tests command buffers with concurrent launches, and with kernels whose work-items wait for each other.
#include <algorithm>

#include "command_buffers/command_buffer_fixture.h"

#ifndef CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL 0x4257
#endif

namespace lanewise::test {
namespace {

class RecordedWaits : public CommandBufferTest {};

TEST_F(RecordedWaits, SubGroupsWait) {
    cl_kernel k = kernel(
        "kernel void k(global uint* data) {"
        "  local atomic_uint turn;"
        "  if (get_local_id(0) == 0) atomic_store(&turn, 0);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  while (atomic_load(&turn) != get_num_sub_groups() - 1 - get_sub_group_id()) ;"
        "  data[get_global_id(0)] += 1;"
        "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1); }");
    cl_mem memory = ints(1200);
    set_arg(k, 0, memory);
    const size_t local = 240;
    cl_command_buffer_khr buffer = command_buffer(queue);
    for (int i = 0; i < 10; ++i) record(buffer, k, 1200, {}, nullptr, nullptr, &local);
    finalize(buffer);
    for (int i = 0; i < 5; ++i) run_and_finish(buffer, queue);
    const auto values = read(memory, 1200);
    EXPECT_EQ(std::count(values.begin(), values.end(), 50), 1200);
}

TEST_F(RecordedWaits, WorkGroupsMeetAtDeviceBarriers) {
    cl_kernel k = kernel(
        "kernel void k(global int* data) {"
        "  int g = get_global_id(0), n = get_global_size(0);"
        "  int other = data[n - 1 - g];"
        "  intel_device_barrier(CLK_GLOBAL_MEM_FENCE);"
        "  data[g] = other + 1; }");
    const cl_uint type = 1;
    ASSERT_EQ(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type), CL_SUCCESS);
    cl_mem memory = ints(64 * 200);
    set_arg(k, 0, memory);
    const size_t local = 64;
    cl_command_buffer_khr buffer = command_buffer(queue);
    for (int i = 0; i < 4; ++i) record(buffer, k, 64 * 200, {}, nullptr, nullptr, &local);
    finalize(buffer);
    for (int i = 0; i < 5; ++i) run_and_finish(buffer, queue);
    const auto values = read(memory, 64 * 200);
    EXPECT_EQ(std::count(values.begin(), values.end(), 20), 64 * 200);
    const size_t odd = 65;
    EXPECT_EQ(
        cb.kernel(command_buffer(queue), nullptr, nullptr, k, 1, nullptr, &odd, &local, 0, nullptr, nullptr, nullptr),
        CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(cb.kernel(command_buffer(queue), nullptr, nullptr, k, 1, nullptr, &local, nullptr, 0, nullptr, nullptr,
                        nullptr),
              CL_INVALID_WORK_GROUP_SIZE);
}

}  // namespace
}  // namespace lanewise::test
