// Tests updates of recorded kernels (cl_khr_command_buffer_mutable_dispatch) and the queries of mutable commands. The
// updates change every field. Some updates change several commands in one call, a command buffer in simultaneous use,
// or arguments that were not yet set.
#include <array>

#include "command_buffers/command_buffer_fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* add_source =
    "kernel void k(global int* to, int n) { to[get_global_id(0)] += n + 100 * get_local_size(0); }";

class MutableCommands : public CommandBufferTest {
protected:
    void SetUp() override {
        CommandBufferTest::SetUp();
        add = kernel(add_source);
        memory = ints(64);
        set_arg(add, 0, memory);
        set_arg(add, 1, 1);
    }

    template <class Value>
    Value info(cl_mutable_command_khr command, cl_uint name) {
        Value value{};
        std::size_t size = 0;
        EXPECT_EQ(cb.command_info(command, name, sizeof value, &value, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof value);
        return value;
    }

    cl_kernel add = nullptr;
    cl_mem memory = nullptr;
    const std::size_t one = 1, two = 2;
};

TEST_F(MutableCommands, ArgumentsPersist) {
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 1, {}, &command, nullptr, &one);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(update_arg(buffer, command, 1, 10), CL_SUCCESS);
    set_arg(add, 1, 5000);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(memory), 300 + 1 + 10 + 10);
    cl_mem other = ints(1);
    EXPECT_EQ(update_arg(buffer, command, 0, other), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(other), 110);
    launch(queue, add, 1, &one);
    EXPECT_EQ(first(memory), 321 + 5100);
}

TEST_F(MutableCommands, Sizes) {
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 4, {}, &command, nullptr, &one);
    finalize(buffer);
    const std::size_t offset = 3, global = 8, local = 2;
    DispatchConfig config;
    config.command = command;
    config.work_dim = 1;
    config.global_work_offset = &offset;
    config.global_work_size = &global;
    config.local_work_size = &local;
    EXPECT_EQ(update(buffer, {config}), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    const std::vector<cl_int> got = read(memory, 16);
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(got[i], i >= 3 && i < 11 ? 201 : 0) << i;
    EXPECT_EQ(info<std::size_t>(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), offset);
    EXPECT_EQ(info<std::size_t>(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), global);
    EXPECT_EQ(info<std::size_t>(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), local);
}

TEST_F(MutableCommands, EmptyRangeBecomesFull) {
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 0, {}, &command, nullptr, &one);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    DispatchConfig config;
    config.command = command;
    config.global_work_size = &two;
    EXPECT_EQ(update(buffer, {config}), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(read(memory, 3), (std::vector<cl_int>{101, 101, 0}));
}

TEST_F(MutableCommands, LocalMemory) {
    cl_kernel sum = kernel(
        "kernel void k(global int* to, local int* a, local int* b) {"
        "    a[get_local_id(0)] = 1; b[get_local_id(0)] = 2; barrier(CLK_LOCAL_MEM_FENCE); int s = 0;"
        "    for (int i = 0; i < get_local_size(0); ++i) s += a[i] + b[i]; to[get_global_id(0)] = s; }");
    set_arg(sum, 0, memory);
    ASSERT_EQ(clSetKernelArg(sum, 1, 16, nullptr), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(sum, 2, 16, nullptr), CL_SUCCESS);
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    const std::size_t four = 4, sixteen = 16;
    record(buffer, sum, 16, {}, &command, nullptr, &four);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(memory), 12);
    const cl_mutable_dispatch_arg_khr args[] = {{1, 64, nullptr}, {2, 64, nullptr}};
    DispatchConfig config;
    config.command = command;
    config.num_args = 2;
    config.arg_list = args;
    config.local_work_size = &sixteen;
    EXPECT_EQ(update(buffer, {config}), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(memory), 48);
}

TEST_F(MutableCommands, SvmPointersAndExecInfo) {
    auto* const svm = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
    *svm = 0;
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 1, {}, &command, nullptr, &one);
    finalize(buffer);
    const cl_mutable_dispatch_arg_khr arg{0, 0, svm};
    const void* const used = svm;
    const cl_mutable_dispatch_exec_info_khr exec_info{CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof used, &used};
    DispatchConfig config;
    config.command = command;
    config.num_svm_args = 1;
    config.arg_svm_list = &arg;
    config.num_exec_infos = 1;
    config.exec_info_list = &exec_info;
    EXPECT_EQ(update(buffer, {config}), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(*svm, 101);
    clSVMFree(context, svm);
}

// If one of the configurations has an error, "none of the updates to mutable-command objects are preserved".
TEST_F(MutableCommands, AllOrNothing) {
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    std::array<cl_mutable_command_khr, 2> commands{};
    for (cl_mutable_command_khr& command : commands) record(buffer, add, 1, {}, &command, nullptr, &one);
    finalize(buffer);
    const int ten = 10;
    const cl_mutable_dispatch_arg_khr good{1, sizeof ten, &ten}, bad{1, 3, &ten};
    std::array<DispatchConfig, 2> configs;
    for (std::size_t i = 0; i < 2; ++i) {
        configs[i].command = commands[i];
        configs[i].num_args = 1;
        configs[i].arg_list = i == 0 ? &good : &bad;
        configs[i].global_work_size = &two;
    }
    EXPECT_EQ(update(buffer, {configs[0], configs[1]}), CL_INVALID_ARG_SIZE);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(read(memory, 2), (std::vector<cl_int>{202, 0}));
    EXPECT_EQ(info<std::size_t>(commands[0], CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), 1u);
    configs[1].arg_list = &good;
    EXPECT_EQ(update(buffer, {configs[0], configs[1]}), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(read(memory, 2), (std::vector<cl_int>{202 + 220, 220}));
}

TEST_F(MutableCommands, SeveralConfigsOfOneCommand) {
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 1, {}, &command, nullptr, &one);
    finalize(buffer);
    const int ten = 10, twenty = 20;
    cl_mem other = ints(2);
    const cl_mutable_dispatch_arg_khr args[] = {
        {1, sizeof ten, &ten}, {1, sizeof twenty, &twenty}, {0, sizeof other, &other}};
    std::array<DispatchConfig, 3> configs;
    for (std::size_t i = 0; i < 3; ++i) {
        configs[i].command = command;
        configs[i].num_args = 1;
        configs[i].arg_list = &args[i];
    }
    configs[0].global_work_size = &two;
    EXPECT_EQ(update(buffer, {configs[0], configs[1], configs[2]}), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(read(other, 2), (std::vector<cl_int>{120, 120}));
}

// "Update between runs": a pending run keeps the values that were set when it was enqueued.
TEST_F(MutableCommands, PendingRunsKeepTheirValues) {
    cl_command_buffer_khr buffer = mutable_buffer(unordered, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
    cl_mutable_command_khr command = nullptr;
    std::vector<cl_mem> targets;
    record(buffer, add, 1, {}, &command, nullptr, &one);
    for (int i = 0; i < 100; ++i) record(buffer, add, 0);
    finalize(buffer);
    cl_event gate = user_event();
    for (int i = 0; i < 10; ++i) {
        targets.push_back(ints(1));
        EXPECT_EQ(update_arg(buffer, command, 0, targets.back()), CL_SUCCESS);
        EXPECT_EQ(update_arg(buffer, command, 1, i), CL_SUCCESS);
        ASSERT_EQ(cb.enqueue(0, nullptr, buffer, 1, &gate, nullptr), CL_SUCCESS);
    }
    EXPECT_EQ(update_arg(buffer, command, 0, memory), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(first(targets[i]), 100 + i) << i;
    EXPECT_EQ(first(memory), 0);
    clReleaseEvent(gate);
}

TEST_F(MutableCommands, ArgumentsSetLate) {
    cl_kernel fresh = kernel(add_source);
    set_arg(fresh, 1, 3);
    const CommandProperties properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR,
                                            0};
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr;
    EXPECT_EQ(state_of(buffer), state_recording);
    record(buffer, fresh, 1, {}, &command, properties, &one);
    finalize(buffer);
    EXPECT_EQ(state_of(buffer), state_finalized);
    EXPECT_EQ(run(buffer), CL_INVALID_OPERATION);
    EXPECT_EQ(update_arg(buffer, command, 1, 4), CL_SUCCESS);
    EXPECT_EQ(state_of(buffer), state_finalized);
    EXPECT_EQ(update_arg(buffer, command, 0, memory), CL_SUCCESS);
    EXPECT_EQ(state_of(buffer), state_executable);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(memory), 104);
}

TEST_F(MutableCommands, Queries) {
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    cl_mutable_command_khr command = nullptr, plain = nullptr;
    const CommandProperties properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR,
                                            dispatch_asserts, no_additional_work_groups, 0};
    const std::array<std::size_t, 2> offset{1, 2}, global{4, 6}, local{2, 3};
    ASSERT_EQ(cb.kernel(buffer, nullptr, properties, add, 2, offset.data(), global.data(), local.data(), 0, nullptr,
                        nullptr, &command),
              CL_SUCCESS);
    record(buffer, add, 5, {}, &plain);
    EXPECT_EQ(info<cl_command_queue>(command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR), queue);
    EXPECT_EQ(info<cl_command_buffer_khr>(command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR), buffer);
    EXPECT_EQ(info<cl_command_type>(command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
              cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
    EXPECT_EQ(info<cl_kernel>(command, CL_MUTABLE_DISPATCH_KERNEL_KHR), add);
    EXPECT_EQ(info<cl_uint>(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 2u);
    using Sizes = std::array<std::size_t, 2>;
    EXPECT_EQ(info<Sizes>(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), offset);
    EXPECT_EQ(info<Sizes>(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), global);
    EXPECT_EQ(info<Sizes>(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), local);
    std::array<CommandProperties, 5> got{};
    std::size_t size = 0;
    EXPECT_EQ(cb.command_info(command, command_properties_array, sizeof got, got.data(), &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof properties);
    EXPECT_TRUE(std::equal(got.begin(), got.end(), properties));
    // Queries a command that was recorded without properties, offset and local size.
    EXPECT_EQ(cb.command_info(plain, command_properties_array, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(info<std::size_t>(plain, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), 0u);
    EXPECT_EQ(info<std::size_t>(plain, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), 5u);
    EXPECT_EQ(info<std::size_t>(plain, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), 0u);
    EXPECT_EQ(cb.command_info(command, 0x12A9, sizeof got, got.data(), nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(cb.command_info(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 1, got.data(), nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(cb.command_info(nullptr, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 4, got.data(), nullptr),
              CL_INVALID_MUTABLE_COMMAND_KHR);
}

// "The lifetime of this handle is tied to the parent command-buffer".
TEST_F(MutableCommands, HandlesDieWithTheirBuffer) {
    cl_int code = 1;
    const cl_properties flags[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    cl_command_buffer_khr buffer = cb.create(1, &queue, flags, &code);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 1, {}, &command);
    EXPECT_EQ(info<cl_uint>(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 1u);
    EXPECT_EQ(cb.release(buffer), CL_SUCCESS);
    cl_uint dimensions = 0;
    EXPECT_EQ(cb.command_info(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 4, &dimensions, nullptr),
              CL_INVALID_MUTABLE_COMMAND_KHR);
}

// An update may release the last reference to a memory object. The object's destructor callback may use the command
// buffer.
TEST_F(MutableCommands, CallbacksOfDroppedArgumentsMayUseTheBuffer) {
    cl_int code = 1;
    cl_mem dropped = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_command_buffer_khr buffer = mutable_buffer(queue);
    struct Seen {
        const CommandBufferFunctions& functions;
        cl_command_buffer_khr buffer;
        cl_uint state = 99;
    } seen{cb, buffer};
    const auto look = [](cl_mem, void* data) {
        auto& into = *static_cast<Seen*>(data);
        into.functions.info(into.buffer, CL_COMMAND_BUFFER_STATE_KHR, sizeof into.state, &into.state, nullptr);
    };
    ASSERT_EQ(clSetMemObjectDestructorCallback(dropped, look, &seen), CL_SUCCESS);
    set_arg(add, 0, dropped);
    cl_mutable_command_khr command = nullptr;
    record(buffer, add, 1, {}, &command, nullptr, &one);
    finalize(buffer);
    set_arg(add, 0, memory);
    ASSERT_EQ(clReleaseMemObject(dropped), CL_SUCCESS);
    EXPECT_EQ(seen.state, 99u);
    EXPECT_EQ(update_arg(buffer, command, 0, memory), CL_SUCCESS);
    EXPECT_EQ(seen.state, static_cast<cl_uint>(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(memory), 101);
}

}  // namespace
}  // namespace lanewise::test
