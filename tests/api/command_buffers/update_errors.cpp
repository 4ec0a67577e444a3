// Tests every error of clUpdateMutableCommandsKHR.
#include <array>

#include "command_buffers/command_buffer_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

class UpdateErrors : public CommandBufferTest {
protected:
    void SetUp() override {
        CommandBufferTest::SetUp();
        add = kernel("kernel void k(global int* to, int n) { to[get_global_id(0)] += n; }");
        set_arg(add, 0, ints(64));
        set_arg(add, 1, 1);
        buffer = mutable_buffer(queue);
        record(buffer, add, 8, {}, &command, nullptr, &four);
    }
    DispatchConfig config(cl_mutable_command_khr of = nullptr) {
        DispatchConfig made;
        made.command = of ? of : command;
        return made;
    }
    /// Expects an error of an update of `command`.
    template <class Change>
    void expect(cl_int error, Change&& change) {
        DispatchConfig changed = config();
        change(changed);
        EXPECT_EQ(update(buffer, {changed}), error);
    }

    cl_kernel add = nullptr;
    cl_command_buffer_khr buffer = nullptr;
    cl_mutable_command_khr command = nullptr;
    const std::size_t four = 4, zero = 0;
    const int value = 5;
    const cl_mutable_dispatch_arg_khr arg{1, sizeof value, &value};
};

TEST_F(UpdateErrors, CommandBuffer) {
    DispatchConfig empty = config();
    EXPECT_EQ(update(nullptr, {empty}), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(update(buffer, {empty}), CL_INVALID_OPERATION);  // not finalized
    finalize(buffer);
    EXPECT_EQ(update(buffer, {empty}), CL_SUCCESS);
    cl_command_buffer_khr fixed = command_buffer(queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
    cl_mutable_command_khr of_fixed = nullptr;
    record(fixed, add, 1, {}, &of_fixed);
    finalize(fixed);
    EXPECT_EQ(update(fixed, {config(of_fixed)}), CL_INVALID_OPERATION);  // not mutable
}

TEST_F(UpdateErrors, Lists) {
    finalize(buffer);
    const cl_uint type = dispatch_config_type, bad_type = 1;
    DispatchConfig empty = config();
    const void* pointer = &empty;
    const void* null = nullptr;
    EXPECT_EQ(cb.update(buffer, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(cb.update(buffer, 1, nullptr, &pointer), CL_INVALID_VALUE);
    EXPECT_EQ(cb.update(buffer, 0, &type, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(cb.update(buffer, 1, &type, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(cb.update(buffer, 0, nullptr, &pointer), CL_INVALID_VALUE);
    EXPECT_EQ(cb.update(buffer, 1, &bad_type, &pointer), CL_INVALID_VALUE);
    EXPECT_EQ(cb.update(buffer, 1, &type, &null), CL_INVALID_VALUE);
    const cl_mutable_dispatch_exec_info_khr exec_info{};
    expect(CL_INVALID_VALUE, [&](DispatchConfig& c) { c.num_args = 1; });
    expect(CL_INVALID_VALUE, [&](DispatchConfig& c) { c.arg_list = &arg; });
    expect(CL_INVALID_VALUE, [&](DispatchConfig& c) { c.num_svm_args = 1; });
    expect(CL_INVALID_VALUE, [&](DispatchConfig& c) { c.arg_svm_list = &arg; });
    expect(CL_INVALID_VALUE, [&](DispatchConfig& c) { c.num_exec_infos = 1; });
    expect(CL_INVALID_VALUE, [&](DispatchConfig& c) { c.exec_info_list = &exec_info; });
}

TEST_F(UpdateErrors, Command) {
    cl_command_buffer_khr other = mutable_buffer(queue);
    cl_mutable_command_khr of_other = nullptr;
    record(other, add, 1, {}, &of_other);
    finalize(buffer);
    DispatchConfig none;
    EXPECT_EQ(update(buffer, {none}), CL_INVALID_MUTABLE_COMMAND_KHR);
    EXPECT_EQ(update(buffer, {config(of_other)}), CL_INVALID_MUTABLE_COMMAND_KHR);
    EXPECT_EQ(update(buffer, {config(reinterpret_cast<cl_mutable_command_khr>(add))}), CL_INVALID_MUTABLE_COMMAND_KHR);
    EXPECT_EQ(update(buffer, {config(reinterpret_cast<cl_mutable_command_khr>(buffer))}),
              CL_INVALID_MUTABLE_COMMAND_KHR);
}

TEST_F(UpdateErrors, FieldsThatMayNotChange) {
    const cl_properties all = 31;
    std::array<cl_mutable_command_khr, 5> commands{};
    for (unsigned i = 0; i < 5; ++i) {
        const CommandProperties properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, all & ~(1u << i), 0};
        record(buffer, add, 8, {}, &commands[i], properties, &four);
    }
    finalize(buffer);
    const cl_bool no = CL_FALSE;
    const cl_mutable_dispatch_exec_info_khr exec_info{CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof no, &no};
    int memory = 0;
    const cl_mutable_dispatch_arg_khr svm{0, 0, &memory};
    for (unsigned i = 0; i < 5; ++i) {
        std::vector<DispatchConfig> tries(6, config(commands[i]));
        tries[0].global_work_offset = &zero;
        tries[1].global_work_size = &four;
        tries[2].local_work_size = &four;
        tries[3].num_args = 1;
        tries[3].arg_list = &arg;
        tries[4].num_exec_infos = 1;
        tries[4].exec_info_list = &exec_info;
        tries[5].num_svm_args = 1;
        tries[5].arg_svm_list = &svm;
        for (unsigned k = 0; k < 6; ++k) {
            const unsigned field = k == 5 ? 3 : k;
            EXPECT_EQ(update(buffer, {tries[k]}), field == i ? CL_INVALID_OPERATION : CL_SUCCESS) << i << " " << k;
        }
    }
}

TEST_F(UpdateErrors, Sizes) {
    finalize(buffer);
    const std::size_t seven = 7, many = std::size_t{1} << 20, most = ~std::size_t{0};
    expect(CL_INVALID_OPERATION, [&](DispatchConfig& c) { c.work_dim = 2; });
    expect(CL_INVALID_OPERATION, [&](DispatchConfig& c) { c.global_work_size = &seven; });  // would end uniformity
    expect(CL_INVALID_OPERATION, [&](DispatchConfig& c) { c.local_work_size = &seven; });
    expect(CL_INVALID_WORK_GROUP_SIZE, [&](DispatchConfig& c) { c.local_work_size = &zero; });
    expect(CL_INVALID_WORK_ITEM_SIZE, [&](DispatchConfig& c) { c.local_work_size = &many; });
    expect(CL_INVALID_GLOBAL_OFFSET, [&](DispatchConfig& c) { c.global_work_offset = &most; });
    expect(CL_SUCCESS, [&](DispatchConfig& c) {
        c.work_dim = 1;
        c.global_work_size = &four;
    });
}

// A concurrent launch without a local size is an error (cl_intel_concurrent_dispatch). If a launch has no local size,
// an update that makes this launch concurrent must also set a local size; otherwise the update must fail.
TEST_F(UpdateErrors, ConcurrentLaunches) {
    cl_mutable_command_khr without_local = nullptr;
    record(buffer, add, 8, {}, &without_local);
    finalize(buffer);
    const cl_kernel_exec_info_dispatch_type_intel type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
    const cl_mutable_dispatch_exec_info_khr concurrent{CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type};
    DispatchConfig made_concurrent = config(without_local);
    made_concurrent.num_exec_infos = 1;
    made_concurrent.exec_info_list = &concurrent;
    EXPECT_EQ(update(buffer, {made_concurrent}), CL_INVALID_WORK_GROUP_SIZE);
    DispatchConfig sized = config(without_local);
    sized.local_work_size = &four;
    EXPECT_EQ(update(buffer, {made_concurrent, sized}), CL_SUCCESS);
    made_concurrent.command = command;
    EXPECT_EQ(update(buffer, {made_concurrent}), CL_SUCCESS);
}

TEST_F(UpdateErrors, Arguments) {
    finalize(buffer);
    const auto expect_arg = [&](cl_int error, cl_mutable_dispatch_arg_khr changed) {
        expect(error, [&](DispatchConfig& c) {
            c.num_args = 1;
            c.arg_list = &changed;
        });
    };
    cl_mem foreign = clCreateBuffer(other_context, CL_MEM_READ_WRITE, 4, nullptr, nullptr);
    own(foreign);
    cl_mem none = reinterpret_cast<cl_mem>(add);
    expect_arg(CL_INVALID_ARG_INDEX, {2, sizeof value, &value});
    expect_arg(CL_INVALID_ARG_SIZE, {1, 1, &value});
    expect_arg(CL_INVALID_ARG_SIZE, {0, 1, &foreign});
    expect_arg(CL_INVALID_ARG_VALUE, {1, sizeof value, nullptr});
    expect_arg(CL_INVALID_MEM_OBJECT, {0, sizeof foreign, &foreign});
    expect_arg(CL_INVALID_MEM_OBJECT, {0, sizeof none, &none});
    expect(CL_INVALID_ARG_INDEX, [&](DispatchConfig& c) {
        static const cl_mutable_dispatch_arg_khr bad{2, 0, nullptr};
        c.num_svm_args = 1;
        c.arg_svm_list = &bad;
    });
    expect(CL_INVALID_ARG_VALUE, [&](DispatchConfig& c) {
        static const cl_mutable_dispatch_arg_khr no_pointer{1, 0, nullptr};
        c.num_svm_args = 1;
        c.arg_svm_list = &no_pointer;
    });
    expect(CL_INVALID_VALUE, [&](DispatchConfig& c) {
        static const cl_mutable_dispatch_exec_info_khr bad{0x1234, 0, nullptr};
        c.num_exec_infos = 1;
        c.exec_info_list = &bad;
    });
    // None of the failed updates has had an effect, so the command buffer still runs.
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise::test
