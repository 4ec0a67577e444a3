// Tests kernels that wait: as children of other kernels, in many launches at once, and in contexts that are terminated.
#include <algorithm>
#include <chrono>
#include <thread>

#include "waits/waiting_fixture.h"

namespace {

class WaitsElsewhere : public WaitingTest {
protected:
    cl_mem words(size_t count) {
        cl_int code = CL_SUCCESS;
        const std::vector<cl_uint> zeros(count);
        cl_mem buffer =
            clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * 4, const_cast<cl_uint*>(zeros.data()), &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return buffer;
    }
    std::vector<cl_uint> read(cl_mem buffer, size_t count) {
        std::vector<cl_uint> data(count);
        EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * 4, data.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return data;
    }
};

constexpr const char* backwards =
    "kernel void k(global uint* data) {"
    "  local atomic_uint turn;"
    "  if (get_local_id(0) == 0) atomic_store(&turn, 0);"
    "  barrier(CLK_LOCAL_MEM_FENCE);"
    "  while (atomic_load(&turn) != get_num_sub_groups() - 1 - get_sub_group_id()) ;"
    "  data[get_global_id(0)] += 1;"
    "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
    "  if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1); }";

TEST_F(WaitsElsewhere, KernelsThatKernelsEnqueue) {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    cl_int code = CL_SUCCESS;
    cl_command_queue on_device = clCreateCommandQueueWithProperties(context, device, properties, &code);
    cl_kernel k = kernel(
        "kernel void k(global uint* data) {"
        "  volatile global uint* flag = data + 4096 + get_group_id(0);"
        "  if (get_sub_group_id() == 0) while (*flag == 0) ;"
        "  if (get_local_id(0) == get_local_size(0) - 1) {"
        "    uint first = get_group_id(0) * 256;"
        "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(256, 128), ^{"
        "      volatile global uint* own = data + 4200 + first / 128 + get_group_id(0);"
        "      if (get_sub_group_id() == 0) while (*own == 0) ;"
        "      else *own = 1;"
        "      data[first + get_global_id(0)] = 1; });"
        "    *flag = 1; } }");
    std::vector<cl_uint> data(4400);
    ASSERT_EQ(run(k, data, {16 * 200}, {200}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.begin() + 4096, 1u), 4096);
    clReleaseCommandQueue(on_device);
}

TEST_F(WaitsElsewhere, ManyLaunchesAtOnce) {
    std::vector<cl_mem> buffers;
    std::vector<cl_kernel> kernels;
    for (int i = 0; i < 8; ++i) {
        buffers.push_back(words(1000));
        kernels.push_back(kernel(backwards));
        clSetKernelArg(kernels.back(), 0, sizeof(cl_mem), &buffers.back());
    }
    const size_t local = 200;
    for (int round = 0; round < 20; ++round)
        for (cl_kernel k : kernels) {
            const size_t global = 1000;
            ASSERT_EQ(clEnqueueNDRangeKernel(unordered, k, 1, nullptr, &global, &local, 0, nullptr, nullptr),
                      CL_SUCCESS);
            if (round % 5 == 4)
                clFinish(unordered);
            else
                clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr);
        }
    clFinish(unordered);
    for (cl_mem buffer : buffers) {
        const auto data = read(buffer, 1000);
        EXPECT_EQ(std::count(data.begin(), data.end(), 20u), 1000);
        clReleaseMemObject(buffer);
    }
}

// A kernel waits until a thread of the host sets a flag in fine-grained shared virtual memory.
TEST_F(WaitsElsewhere, TheHostSetsTheFlag) {
    auto* const flag = static_cast<volatile cl_uint*>(
        clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 64));
    ASSERT_NE(flag, nullptr);
    *flag = 0;
    cl_kernel k = kernel(
        "kernel void k(global uint* data, volatile global uint* flag) {"
        "  if (get_sub_group_id() == 1) while (*flag == 0) ;"
        "  data[get_global_id(0)] = 1; }");
    clSetKernelArgSVMPointer(k, 1, const_cast<cl_uint*>(flag));
    std::thread setter([flag] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        *flag = 1;
    });
    std::vector<cl_uint> data(640);
    EXPECT_EQ(run(k, data, {640}, {128}), CL_COMPLETE);
    EXPECT_EQ(std::count(data.begin(), data.end(), 1u), 640);
    setter.join();
    clSVMFree(context, const_cast<cl_uint*>(flag));
}

TEST_F(WaitsElsewhere, TerminatedContextsStopWaiting) {
    const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int code = CL_SUCCESS;
    cl_context doomed = clCreateContext(properties, 1, &device, nullptr, nullptr, &code);
    if (code != CL_SUCCESS) GTEST_SKIP() << "no cl_khr_terminate_context";
    cl_command_queue own = clCreateCommandQueueWithProperties(doomed, device, nullptr, &code);
    cl_kernel k = owned_kernel(
        "kernel void k(volatile global uint* data) {"
        "  while (sub_group_all(data[0] == 0)) ;"
        "  barrier(CLK_LOCAL_MEM_FENCE); data[get_global_id(0)] = 1; }",
        doomed);
    cl_uint zeros[128] = {};
    cl_mem buffer = clCreateBuffer(doomed, CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &code);
    clSetKernelArg(k, 0, sizeof buffer, &buffer);
    cl_event event = nullptr;
    launch(own, k, 128, nullptr, {}, &event);
    clFlush(own);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    using Terminate = cl_int (*)(cl_context);
    const auto terminate =
        reinterpret_cast<Terminate>(clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR"));
    EXPECT_EQ(terminate(doomed), CL_SUCCESS);
    clWaitForEvents(1, &event);
    EXPECT_LT(status_of(event), 0);
    clReleaseEvent(event);
    clReleaseKernel(k);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(own);
    clReleaseContext(doomed);
}

}  // namespace
