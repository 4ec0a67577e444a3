// Tests recorded copies and fills of buffers, images and shared virtual memory. The results must equal the results of
// the same commands when a queue runs them without a command buffer.
#include <array>
#include <cstring>

#include "command_buffers/command_buffer_fixture.h"

namespace lanewise::test {
namespace {

using Origin = std::array<std::size_t, 3>;

class CommandBufferTransfers : public CommandBufferTest {
protected:
    cl_mem counting(std::size_t count) {
        std::vector<cl_int> values(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<cl_int>(i);
        cl_mem made = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(cl_int), values.data(), nullptr);
        own(made);
        return made;
    }
    cl_mem image(std::size_t width, std::size_t height) {
        const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
        cl_image_desc description{};
        description.image_type = CL_MEM_OBJECT_IMAGE2D;
        description.image_width = width;
        description.image_height = height;
        std::vector<cl_int> texels(width * height);
        for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<cl_int>(i * 1001);
        cl_mem made = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &description, texels.data(), nullptr);
        EXPECT_NE(made, nullptr);
        own(made);
        return made;
    }
    std::vector<cl_int> texels(cl_mem from, std::size_t width, std::size_t height) {
        std::vector<cl_int> read(width * height);
        const Origin origin{}, region{width, height, 1};
        EXPECT_EQ(clEnqueueReadImage(queue, from, CL_TRUE, origin.data(), region.data(), 0, 0, read.data(), 0, nullptr,
                                     nullptr),
                  CL_SUCCESS);
        return read;
    }
};

TEST_F(CommandBufferTransfers, CopyAndFillBuffer) {
    cl_mem from = counting(100), to = ints(100);
    cl_command_buffer_khr buffer = command_buffer(queue);
    const cl_int nine = 9;
    ASSERT_EQ(cb.fill(buffer, nullptr, nullptr, to, &nine, 4, 0, 400, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(cb.copy(buffer, nullptr, nullptr, from, to, 40, 80, 120, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    const std::vector<cl_int> got = read(to, 100);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(got[i], i >= 20 && i < 50 ? i - 10 : 9) << i;
}

// Several threads share a large transfer.
TEST_F(CommandBufferTransfers, LargeCopies) {
    constexpr std::size_t count = 4 << 20;
    cl_mem from = counting(count), middle = ints(count), to = ints(count);
    cl_command_buffer_khr buffer = command_buffer(queue);
    ASSERT_EQ(cb.copy(buffer, nullptr, nullptr, from, middle, 0, 0, 4 * count, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(cb.copy(buffer, nullptr, nullptr, middle, to, 0, 0, 4 * count, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    const cl_int minus = -1;
    ASSERT_EQ(cb.fill(buffer, nullptr, nullptr, middle, &minus, 4, 0, 4 * count, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    finalize(buffer);
    for (int runs = 0; runs < 3; ++runs) {
        ASSERT_EQ(run(buffer), CL_SUCCESS);
        EXPECT_EQ(read(to, count), read(from, count));
        EXPECT_EQ(read(middle, count), std::vector<cl_int>(count, -1));
    }
}

TEST_F(CommandBufferTransfers, CopyBufferRect) {
    cl_mem from = counting(1000), recorded = ints(1000), enqueued = ints(1000);
    const Origin source{8, 2, 1}, target{4, 1, 0}, region{12, 3, 2};
    cl_command_buffer_khr buffer = command_buffer(queue);
    ASSERT_EQ(cb.copy_rect(buffer, nullptr, nullptr, from, recorded, source.data(), target.data(), region.data(), 40,
                           400, 20, 120, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBufferRect(queue, from, enqueued, source.data(), target.data(), region.data(), 40, 400, 20,
                                      120, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read(recorded, 1000), read(enqueued, 1000));
}

TEST_F(CommandBufferTransfers, Images) {
    cl_mem recorded = image(20, 10), enqueued = image(20, 10), other = image(20, 10);
    cl_mem bytes = counting(50), recorded_bytes = ints(60), enqueued_bytes = ints(60);
    const cl_uint color[] = {1, 2, 3, 4};
    const Origin a{2, 1, 0}, b{5, 4, 0}, fill_region{7, 3, 1}, region{5, 4, 1};
    cl_command_buffer_khr buffer = command_buffer(queue);
    ASSERT_EQ(cb.fill_image(buffer, nullptr, nullptr, recorded, color, a.data(), fill_region.data(), 0, nullptr,
                            nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(cb.copy_image(buffer, nullptr, nullptr, other, recorded, a.data(), b.data(), region.data(), 0, nullptr,
                            nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(cb.copy_to_image(buffer, nullptr, nullptr, bytes, recorded, 16, Origin{10, 0, 0}.data(), region.data(), 0,
                               nullptr, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(cb.copy_to_buffer(buffer, nullptr, nullptr, recorded, recorded_bytes, b.data(), region.data(), 8, 0,
                                nullptr, nullptr, nullptr),
              CL_SUCCESS);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(clEnqueueFillImage(queue, enqueued, color, a.data(), fill_region.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyImage(queue, other, enqueued, a.data(), b.data(), region.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBufferToImage(queue, bytes, enqueued, 16, Origin{10, 0, 0}.data(), region.data(), 0, nullptr,
                                         nullptr),
              CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueCopyImageToBuffer(queue, enqueued, enqueued_bytes, b.data(), region.data(), 8, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(texels(recorded, 20, 10), texels(enqueued, 20, 10));
    EXPECT_EQ(read(recorded_bytes, 60), read(enqueued_bytes, 60));
}

TEST_F(CommandBufferTransfers, SharedVirtualMemory) {
    auto* const svm = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 400, 0));
    ASSERT_NE(svm, nullptr);
    std::array<cl_int, 50> host{};
    cl_command_buffer_khr buffer = command_buffer(queue);
    const std::array<cl_int, 2> pattern{3, 4};
    ASSERT_EQ(cb.svm_fill(buffer, nullptr, nullptr, svm, pattern.data(), 8, 400, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(cb.svm_copy(buffer, nullptr, nullptr, host.data(), svm + 1, sizeof host, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(cb.svm_copy(buffer, nullptr, nullptr, host.data(), svm, 0, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(host[i], i % 2 == 0 ? 4 : 3) << i;
    clSVMFree(context, svm);
}

// Records kernels, copies and fills of unified shared memory, as SYCL graphs do. A blocking free waits for the run.
TEST_F(CommandBufferTransfers, UnifiedSharedMemory) {
    const auto get = [&](const char* name) { return clGetExtensionFunctionAddressForPlatform(platform, name); };
    const auto allocate = reinterpret_cast<clDeviceMemAllocINTEL_fn>(get("clDeviceMemAllocINTEL"));
    const auto set_pointer = reinterpret_cast<clSetKernelArgMemPointerINTEL_fn>(get("clSetKernelArgMemPointerINTEL"));
    const auto free_blocking = reinterpret_cast<clMemBlockingFreeINTEL_fn>(get("clMemBlockingFreeINTEL"));
    constexpr std::size_t count = 1000;
    void* const device_memory = allocate(context, device, nullptr, count * 4, 0, nullptr);
    std::vector<cl_int> host(count);
    cl_kernel add = kernel("kernel void k(global int* p) { p[get_global_id(0)] += get_global_id(0); }");
    ASSERT_EQ(set_pointer(add, 0, device_memory), CL_SUCCESS);
    cl_command_buffer_khr buffer = mutable_buffer(unordered, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
    const cl_int ten = 10;
    Points last(1);
    ASSERT_EQ(
        cb.svm_fill(buffer, nullptr, nullptr, device_memory, &ten, 4, count * 4, 0, nullptr, last.data(), nullptr),
        CL_SUCCESS);
    last = {record(buffer, add, count, last)};
    ASSERT_EQ(
        cb.svm_copy(buffer, nullptr, nullptr, host.data(), device_memory, count * 4, 1, last.data(), nullptr, nullptr),
        CL_SUCCESS);
    finalize(buffer);
    cl_event gate = user_event();
    ASSERT_EQ(cb.enqueue(1, &unordered, buffer, 1, &gate, nullptr), CL_SUCCESS);
    std::thread opener([&] { clSetUserEventStatus(gate, CL_COMPLETE); });
    EXPECT_EQ(free_blocking(context, device_memory), CL_SUCCESS);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(host[i], static_cast<cl_int>(i + 10));
    opener.join();
    clReleaseEvent(gate);
}

// "A command-buffer object should increment the reference count of attached OpenCL objects such as queues, buffers,
// images, and kernels referenced in commands recorded to the command-buffer."
TEST_F(CommandBufferTransfers, BuffersAreRetained) {
    cl_mem from = counting(10), to = ints(10);
    cl_mem released = clCreateBuffer(context, CL_MEM_READ_WRITE, 40, nullptr, nullptr);
    cl_command_buffer_khr buffer = command_buffer(queue);
    ASSERT_EQ(cb.copy(buffer, nullptr, nullptr, from, released, 0, 0, 40, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(cb.copy(buffer, nullptr, nullptr, released, to, 0, 0, 40, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    finalize(buffer);
    cl_uint count = 0;
    EXPECT_EQ(clGetMemObjectInfo(released, CL_MEM_REFERENCE_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 3u);
    EXPECT_EQ(clReleaseMemObject(released), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(read(to, 10), read(from, 10));
}

// "A command-buffer object does not update the reference count of objects set as arguments on kernels recorded into the
// command-buffer." Releasing an argument before the run is undefined behaviour, but must do no harm.
TEST_F(CommandBufferTransfers, ArgumentsAreNotCounted) {
    cl_kernel add = kernel("kernel void k(global int* p) { p[0] += 1; }");
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 40, nullptr, nullptr);
    set_arg(add, 0, memory);
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 1, {}, &command);
    finalize(buffer);
    cl_uint count = 0;
    EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    cl_mem other = ints(1);
    EXPECT_EQ(update_arg(buffer, command, 0, other), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(other), 1);
}

}  // namespace
}  // namespace lanewise::test
