// Fixture of the tests of command buffers.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "command_buffers/command_buffer_names.h"
#include "kernel_fixture.h"

namespace lanewise::test {

class CommandBufferTest : public KernelTest {
protected:
    using Points = std::vector<cl_sync_point_khr>;

    void SetUp() override {
        KernelTest::SetUp();
        ASSERT_EQ(cb.load(platform), nullptr);
        cl_int code = CL_SUCCESS;
        other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
        for (cl_command_buffer_khr made : command_buffers_) EXPECT_EQ(cb.release(made), CL_SUCCESS);
        for (cl_mem made : memory_) EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
        EXPECT_EQ(clReleaseContext(other_context), CL_SUCCESS);
        KernelTest::TearDown();
    }

    /// Creates a command buffer that is released at the end of the test.
    cl_command_buffer_khr command_buffer(cl_command_queue on, cl_properties flags = 0) {
        const cl_properties properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
        cl_int code = 1;
        cl_command_buffer_khr made = cb.create(1, &on, flags ? properties : nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        command_buffers_.push_back(made);
        return made;
    }
    cl_command_buffer_khr mutable_buffer(cl_command_queue on, cl_properties more_flags = 0) {
        return command_buffer(on, CL_COMMAND_BUFFER_MUTABLE_KHR | more_flags);
    }

    /// Creates a buffer of `count` ints with the value 0. The buffer is released at the end of the test.
    cl_mem ints(std::size_t count) {
        const std::vector<cl_int> zeros(count);
        cl_int code = 1;
        cl_mem made = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(cl_int),
                                     const_cast<cl_int*>(zeros.data()), &code);
        EXPECT_EQ(code, CL_SUCCESS);
        memory_.push_back(made);
        return made;
    }
    void own(cl_mem memory) { memory_.push_back(memory); }
    using KernelTest::own;

    std::vector<cl_int> read(cl_mem from, std::size_t count, cl_command_queue on = nullptr) {
        std::vector<cl_int> values(count, -1);
        EXPECT_EQ(clEnqueueReadBuffer(on ? on : queue, from, CL_TRUE, 0, count * sizeof(cl_int), values.data(), 0,
                                      nullptr, nullptr),
                  CL_SUCCESS);
        return values;
    }
    cl_int first(cl_mem from) { return read(from, 1)[0]; }

    template <class Value>
    static void set_arg(cl_kernel kernel, cl_uint index, const Value& value) {
        EXPECT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS);
    }

    static const cl_sync_point_khr* data(const Points& points) { return points.empty() ? nullptr : points.data(); }

    /// Records a kernel with one dimension, and returns its sync point.
    cl_sync_point_khr record(cl_command_buffer_khr into, cl_kernel kernel, std::size_t global, const Points& waits = {},
                             cl_mutable_command_khr* handle = nullptr, const CommandProperties* properties = nullptr,
                             const std::size_t* local = nullptr) {
        cl_sync_point_khr point = 0;
        EXPECT_EQ(cb.kernel(into, nullptr, properties, kernel, 1, nullptr, &global, local,
                            static_cast<cl_uint>(waits.size()), data(waits), &point, handle),
                  CL_SUCCESS);
        return point;
    }
    void finalize(cl_command_buffer_khr buffer) { EXPECT_EQ(cb.finalize(buffer), CL_SUCCESS); }
    cl_int run(cl_command_buffer_khr buffer, cl_event* event = nullptr) {
        return cb.enqueue(0, nullptr, buffer, 0, nullptr, event);
    }
    void run_and_finish(cl_command_buffer_khr buffer, cl_command_queue on) {
        EXPECT_EQ(cb.enqueue(1, &on, buffer, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
    }
    cl_uint state_of(cl_command_buffer_khr buffer) {
        cl_uint state = 99;
        EXPECT_EQ(cb.info(buffer, CL_COMMAND_BUFFER_STATE_KHR, sizeof state, &state, nullptr), CL_SUCCESS);
        return state;
    }
    cl_int update(cl_command_buffer_khr buffer, std::initializer_list<DispatchConfig> configs) {
        std::vector<const void*> pointers;
        for (const DispatchConfig& config : configs) pointers.push_back(&config);
        const std::vector<cl_uint> types(configs.size(), dispatch_config_type);
        return cb.update(buffer, static_cast<cl_uint>(configs.size()), types.data(), pointers.data());
    }
    /// Updates one argument.
    template <class Value>
    cl_int update_arg(cl_command_buffer_khr buffer, cl_mutable_command_khr command, cl_uint index, const Value& value) {
        const cl_mutable_dispatch_arg_khr arg{index, sizeof value, &value};
        DispatchConfig config;
        config.command = command;
        config.num_args = 1;
        config.arg_list = &arg;
        return update(buffer, {config});
    }

    CommandBufferFunctions cb{};
    cl_context other_context = nullptr;

private:
    std::vector<cl_command_buffer_khr> command_buffers_;
    std::vector<cl_mem> memory_;
};

}  // namespace lanewise::test
