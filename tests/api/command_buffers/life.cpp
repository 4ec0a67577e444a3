// Tests creation, release, finalization, enqueues and queries of command buffers: their results and every error.
#include <array>
#include <atomic>
#include <thread>

#include "command_buffers/command_buffer_fixture.h"

namespace lanewise::test {
namespace {

class CommandBufferLife : public CommandBufferTest {
protected:
    cl_int create_error(cl_uint count, const cl_command_queue* queues, const cl_properties* properties) {
        cl_int code = 1;
        EXPECT_EQ(cb.create(count, queues, properties, &code), nullptr);
        EXPECT_EQ(cb.create(count, queues, properties, nullptr), nullptr);
        return code;
    }
    template <class Value>
    Value info(cl_command_buffer_khr buffer, cl_uint name) {
        Value value{};
        std::size_t size = 0;
        EXPECT_EQ(cb.info(buffer, name, sizeof value, &value, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof value);
        return value;
    }
    cl_command_queue device_queue() { return make_queue(CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
};

TEST_F(CommandBufferLife, CreationErrors) {
    const cl_command_queue two[] = {queue, unordered};
    cl_command_queue none = nullptr, on_device = device_queue();
    using List = std::array<cl_properties, 7>;
    EXPECT_EQ(create_error(0, &queue, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(2, two, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(1, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(1, &none, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(create_error(1, &on_device, nullptr), CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
    EXPECT_EQ(create_error(1, &queue, List{1, 1}.data()), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(1, &queue, List{CL_COMMAND_BUFFER_FLAGS_KHR, 8}.data()), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(1, &queue, List{CL_COMMAND_BUFFER_FLAGS_KHR, 1, CL_COMMAND_BUFFER_FLAGS_KHR, 1}.data()),
              CL_INVALID_VALUE);
    EXPECT_EQ(create_error(1, &queue, List{buffer_asserts, 2}.data()), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(1, &queue, List{buffer_asserts, 1, buffer_asserts, 1}.data()), CL_INVALID_VALUE);
    EXPECT_EQ(create_error(1, &queue, List{CL_COMMAND_BUFFER_FLAGS_KHR, device_side_sync}.data()), CL_INVALID_PROPERTY);
    clReleaseCommandQueue(on_device);
}

TEST_F(CommandBufferLife, Queries) {
    const cl_properties list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, buffer_asserts, 1, 0};
    cl_int code = 1;
    cl_command_buffer_khr buffer = cb.create(1, &queue, list, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(info<cl_uint>(buffer, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1u);
    EXPECT_EQ(info<cl_command_queue>(buffer, CL_COMMAND_BUFFER_QUEUES_KHR), queue);
    EXPECT_EQ(info<cl_context>(buffer, buffer_context), context);
    EXPECT_EQ(info<cl_uint>(buffer, CL_COMMAND_BUFFER_STATE_KHR), state_recording);
    using List = std::array<cl_properties, 5>;
    EXPECT_EQ(info<List>(buffer, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR), std::to_array(list));
    EXPECT_EQ(info<cl_uint>(buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1u);
    EXPECT_EQ(cb.retain(buffer), CL_SUCCESS);
    EXPECT_EQ(info<cl_uint>(buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 2u);
    EXPECT_EQ(cb.release(buffer), CL_SUCCESS);
    EXPECT_EQ(cb.finalize(buffer), CL_SUCCESS);
    EXPECT_EQ(info<cl_uint>(buffer, CL_COMMAND_BUFFER_STATE_KHR), state_executable);
    cl_uint value = 0;
    EXPECT_EQ(cb.info(buffer, 0x1234, sizeof value, &value, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(cb.info(buffer, CL_COMMAND_BUFFER_STATE_KHR, 1, &value, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(cb.info(nullptr, CL_COMMAND_BUFFER_STATE_KHR, 4, &value, nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cb.release(buffer), CL_SUCCESS);
    EXPECT_EQ(cb.info(buffer, CL_COMMAND_BUFFER_STATE_KHR, 4, &value, nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cb.release(buffer), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cb.retain(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cb.release(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
}

TEST_F(CommandBufferLife, EmptyPropertyList) {
    const cl_properties empty[] = {0};
    cl_int code = 1;
    cl_command_buffer_khr buffer = cb.create(1, &queue, empty, &code);
    EXPECT_EQ(info<cl_properties>(buffer, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR), 0u);
    std::size_t size = 99;
    EXPECT_EQ(cb.info(command_buffer(queue), CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(cb.release(buffer), CL_SUCCESS);
}

TEST_F(CommandBufferLife, DeviceQueries) {
    cl_bitfield value = 0;
    const auto ask = [&](cl_device_info name) {
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    };
    EXPECT_EQ(ask(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR),
              cl_bitfield{CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                          CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
                          CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR});
    EXPECT_EQ(ask(supported_queue_properties),
              cl_bitfield{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});
    EXPECT_EQ(ask(CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR), 0u);
    EXPECT_EQ(ask(CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR), 31u);
}

TEST_F(CommandBufferLife, FinalizeErrors) {
    cl_command_buffer_khr buffer = command_buffer(queue);
    EXPECT_EQ(cb.finalize(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(run(buffer), CL_INVALID_OPERATION);
    EXPECT_EQ(cb.finalize(buffer), CL_SUCCESS);
    EXPECT_EQ(cb.finalize(buffer), CL_INVALID_OPERATION);
}

TEST_F(CommandBufferLife, EnqueueErrors) {
    cl_command_buffer_khr buffer = command_buffer(queue);
    finalize(buffer);
    cl_int code = 1;
    cl_command_queue none = nullptr, on_device = device_queue();
    cl_command_queue foreign = clCreateCommandQueueWithProperties(other_context, device, nullptr, &code);
    std::array<cl_command_queue, 2> two{queue, queue};
    const auto error = [&](cl_uint count, cl_command_queue* queues) {
        return cb.enqueue(count, queues, buffer, 0, nullptr, nullptr);
    };
    EXPECT_EQ(run(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(error(1, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(error(0, &queue), CL_INVALID_VALUE);
    EXPECT_EQ(error(2, two.data()), CL_INVALID_VALUE);
    EXPECT_EQ(error(1, &none), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(error(1, &on_device), CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
    EXPECT_EQ(error(1, &foreign), CL_INVALID_CONTEXT);
    cl_event event = user_event(), no_event = nullptr, of_other = clCreateUserEvent(other_context, nullptr);
    EXPECT_EQ(cb.enqueue(0, nullptr, buffer, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(cb.enqueue(0, nullptr, buffer, 0, &event, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(cb.enqueue(0, nullptr, buffer, 1, &no_event, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(cb.enqueue(0, nullptr, buffer, 1, &of_other, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(error(1, &queue), CL_SUCCESS);
    clReleaseEvent(event);
    clReleaseEvent(of_other);
    clReleaseCommandQueue(foreign);
    clReleaseCommandQueue(on_device);
}

// A command buffer cannot be enqueued in a queue of another device, such as a sub-device.
TEST_F(CommandBufferLife, OtherDevice) {
    const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_id sub_device = nullptr;
    cl_uint count = 0;
    if (clCreateSubDevices(device, parts, 0, nullptr, &count) != CL_SUCCESS || count == 0)
        GTEST_SKIP() << "the device cannot be partitioned";
    std::vector<cl_device_id> made(count);
    ASSERT_EQ(clCreateSubDevices(device, parts, count, made.data(), nullptr), CL_SUCCESS);
    sub_device = made[0];
    cl_int code = 1;
    const std::array<cl_device_id, 2> both{device, sub_device};
    cl_context shared = clCreateContext(nullptr, 2, both.data(), nullptr, nullptr, &code);
    cl_command_queue whole = clCreateCommandQueueWithProperties(shared, device, nullptr, &code);
    cl_command_queue part = clCreateCommandQueueWithProperties(shared, sub_device, nullptr, &code);
    cl_command_buffer_khr buffer = cb.create(1, &whole, nullptr, &code);
    finalize(buffer);
    EXPECT_EQ(cb.enqueue(1, &part, buffer, 0, nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(cb.enqueue(1, &whole, buffer, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(whole), CL_SUCCESS);
    EXPECT_EQ(cb.release(buffer), CL_SUCCESS);
    cl_command_buffer_khr of_part = cb.create(1, &part, nullptr, &code);
    cl_mem memory = clCreateBuffer(shared, CL_MEM_READ_WRITE, 16, nullptr, &code);
    const cl_int value = 3;
    EXPECT_EQ(cb.fill(of_part, nullptr, nullptr, memory, &value, 4, 0, 16, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    finalize(of_part);
    EXPECT_EQ(run(of_part), CL_SUCCESS);
    EXPECT_EQ(read(memory, 4, part), std::vector<cl_int>(4, 3));
    EXPECT_EQ(cb.release(of_part), CL_SUCCESS);
    clReleaseMemObject(memory);
    clReleaseCommandQueue(whole);
    clReleaseCommandQueue(part);
    clReleaseContext(shared);
    for (cl_device_id each : made) clReleaseDevice(each);
}

// A blocking free asks the commands of all queues whether they use the memory. While the free asks the commands, it
// must not release the last reference to a memory object, because a destructor callback may use a queue.
TEST_F(CommandBufferLife, BlockingFreesReleaseNoMemoryObject) {
    constexpr int tries = 30, fills = 10000;
    static cl_command_queue used;
    static std::atomic<int> destroyed;
    used = queue;
    destroyed = 0;
    const auto find = [&](const char* name) { return clGetExtensionFunctionAddressForPlatform(platform, name); };
    const auto allocate = reinterpret_cast<clDeviceMemAllocINTEL_fn>(find("clDeviceMemAllocINTEL"));
    const auto blocking_free = reinterpret_cast<clMemBlockingFreeINTEL_fn>(find("clMemBlockingFreeINTEL"));
    std::atomic<bool> is_done = false;
    std::thread freeing([&] {
        while (!is_done)
            EXPECT_EQ(blocking_free(context, allocate(context, device, nullptr, 64, 0, nullptr)), CL_SUCCESS);
    });
    for (int i = 0; i < tries; ++i) {
        cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 16, nullptr, nullptr);
        clSetMemObjectDestructorCallback(
            memory,
            [](cl_mem, void*) {
                clEnqueueMarkerWithWaitList(used, 0, nullptr, nullptr);
                ++destroyed;
            },
            nullptr);
        cl_command_buffer_khr buffer = cb.create(1, &queue, nullptr, nullptr);
        const cl_int value = 3;
        for (int k = 0; k < fills; ++k)
            EXPECT_EQ(cb.fill(buffer, nullptr, nullptr, memory, &value, 4, 0, 4, 0, nullptr, nullptr, nullptr),
                      CL_SUCCESS);
        finalize(buffer);
        EXPECT_EQ(run(buffer), CL_SUCCESS);
        EXPECT_EQ(cb.release(buffer), CL_SUCCESS);
        EXPECT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    is_done = true;
    freeing.join();
    EXPECT_EQ(destroyed, tries);
}

}  // namespace
}  // namespace lanewise::test
