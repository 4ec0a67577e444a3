// Tests the commands and kernel arguments of unified shared memory: results, events and every error. A blocking free
// must wait for exactly the commands that may use the memory.
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <thread>

#include "memory/usm_fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* add_source =
    "kernel void k(global int* to, global const int* from, int n) {"
    "    to[get_global_id(0)] = from[get_global_id(0)] + n; }";
// `table` contains the address of an allocation that is not a kernel argument.
constexpr const char* indirect_source =
    "kernel void k(global const ulong* table) {"
    "    ((global int*)table[0])[get_global_id(0)] = 5; }";

class UsmCommands : public UsmTest {
protected:
    void SetUp() override {
        UsmTest::SetUp();
        memory = shared(1024);
        std::memset(memory, 0, 1024);
    }
    void TearDown() override {
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
        UsmTest::TearDown();
    }

    /// Expects the errors that all enqueueing functions have in common. `call(queue, count, waits, event)` calls the
    /// function.
    template <class Call>
    void expect_enqueue_errors(Call&& call) {
        cl_event foreign = clCreateUserEvent(other_context, nullptr);
        cl_event none = nullptr;
        EXPECT_EQ(call(nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
        EXPECT_EQ(call(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
        EXPECT_EQ(call(queue, 0, &foreign, nullptr), CL_INVALID_EVENT_WAIT_LIST);
        EXPECT_EQ(call(queue, 1, &none, nullptr), CL_INVALID_EVENT_WAIT_LIST);
        EXPECT_EQ(call(queue, 1, &foreign, nullptr), CL_INVALID_CONTEXT);
        clSetUserEventStatus(foreign, CL_COMPLETE);
        clReleaseEvent(foreign);
    }
    void expect_type(cl_event event, cl_command_type type) {
        EXPECT_EQ(command_type(event), type);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
    }

    std::uint8_t* memory = nullptr;
};

TEST_F(UsmCommands, Fill) {
    const std::uint32_t pattern = 0x04030201;
    cl_event event = nullptr;
    ASSERT_EQ(fill(queue, memory + 4, &pattern, 4, 16, 0, nullptr, &event), CL_SUCCESS);
    expect_type(event, CL_COMMAND_MEMFILL_INTEL);
    EXPECT_EQ(memory[3], 0);
    EXPECT_EQ(memory[4], 1);
    EXPECT_EQ(memory[19], 4);
    EXPECT_EQ(memory[20], 0);
    alignas(4) std::uint8_t local[16] = {};
    ASSERT_EQ(fill(queue, local, &pattern, 4, 16, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(fill(queue, memory, &pattern, 4, 0, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(memset_bytes(queue, memory + 64, 0x1FE, 64, 0, nullptr, &event), CL_SUCCESS);
    expect_type(event, CL_COMMAND_MEMFILL_INTEL);
    EXPECT_EQ(local[15], 4);
    EXPECT_EQ(memory[127], 0xFE);
}

TEST_F(UsmCommands, FillErrors) {
    const std::array<std::uint8_t, 256> pattern{};
    const auto error = [&](void* at, const void* bytes, std::size_t pattern_size, std::size_t size) {
        return fill(queue, at, bytes, pattern_size, size, 0, nullptr, nullptr);
    };
    EXPECT_EQ(error(nullptr, pattern.data(), 4, 64), CL_INVALID_VALUE);
    EXPECT_EQ(error(memory + 1, pattern.data(), 4, 64), CL_INVALID_VALUE);
    EXPECT_EQ(error(memory, nullptr, 4, 64), CL_INVALID_VALUE);
    EXPECT_EQ(error(memory, pattern.data(), 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(error(memory, pattern.data(), 12, 24), CL_INVALID_VALUE);
    EXPECT_EQ(error(memory, pattern.data(), 256, 256), CL_INVALID_VALUE);
    EXPECT_EQ(error(memory, pattern.data(), 4, 63), CL_INVALID_VALUE);
    EXPECT_EQ(error(memory, pattern.data(), 128, 256), CL_SUCCESS);
    EXPECT_EQ(memset_bytes(queue, nullptr, 0, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
    expect_enqueue_errors([&](cl_command_queue on, cl_uint count, const cl_event* waits, cl_event* event) {
        return fill(on, memory, pattern.data(), 4, 64, count, waits, event);
    });
}

TEST_F(UsmCommands, Copy) {
    std::uint8_t local[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cl_event event = nullptr;
    ASSERT_EQ(copy(queue, CL_TRUE, memory, local, 8, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(memory[7], 8);
    expect_type(event, CL_COMMAND_MEMCPY_INTEL);
    ASSERT_EQ(copy(queue, CL_TRUE, memory + 8, memory, 8, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(copy(queue, CL_TRUE, local, memory + 12, 4, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(local[0], 5);
    EXPECT_EQ(copy(queue, CL_TRUE, memory, memory, 0, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(UsmCommands, CopyErrors) {
    EXPECT_EQ(copy(queue, CL_TRUE, nullptr, memory, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(copy(queue, CL_TRUE, memory, nullptr, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(copy(queue, CL_TRUE, memory, memory + 3, 4, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy(queue, CL_TRUE, memory + 3, memory, 4, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy(queue, CL_TRUE, memory, memory, 1, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy(queue, CL_TRUE, memory, memory + 8, SIZE_MAX, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
    cl_event failed = user_event();
    clSetUserEventStatus(failed, -5);
    EXPECT_EQ(copy(queue, CL_TRUE, memory, memory + 8, 8, 1, &failed, nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(failed);
    expect_enqueue_errors([&](cl_command_queue on, cl_uint count, const cl_event* waits, cl_event* event) {
        return copy(on, CL_FALSE, memory, memory + 8, 8, count, waits, event);
    });
}

TEST_F(UsmCommands, Hints) {
    cl_event event = nullptr;
    ASSERT_EQ(migrate(queue, memory, 64, 0, 0, nullptr, &event), CL_SUCCESS);
    expect_type(event, CL_COMMAND_MIGRATEMEM_INTEL);
    EXPECT_EQ(migrate(queue, memory, 64, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(migrate(queue, memory, 64, 1 << 9, 0, nullptr, nullptr), CL_INVALID_VALUE);
    for (const cl_mem_advice_intel advice : {0u, 0x4208u, 77u}) {
        ASSERT_EQ(advise(queue, memory, 64, advice, 0, nullptr, &event), CL_SUCCESS);
        expect_type(event, CL_COMMAND_MEMADVISE_INTEL);
    }
    expect_enqueue_errors([&](cl_command_queue on, cl_uint count, const cl_event* waits, cl_event* event) {
        return migrate(on, memory, 64, 0, count, waits, event);
    });
    expect_enqueue_errors([&](cl_command_queue on, cl_uint count, const cl_event* waits, cl_event* event) {
        return advise(on, memory, 64, 0, count, waits, event);
    });
}

TEST_F(UsmCommands, KernelArguments) {
    cl_kernel add = kernel(add_source);
    const int two = 2;
    auto* const numbers = reinterpret_cast<int*>(memory);
    for (int i = 0; i < 64; ++i) numbers[i] = i;
    ASSERT_EQ(set_arg(add, 0, numbers + 64), CL_SUCCESS);
    ASSERT_EQ(set_arg(add, 1, numbers), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(add, 2, sizeof two, &two), CL_SUCCESS);
    launch(queue, add, 64);
    // The functions for shared virtual memory accept pointers to unified shared memory, and the functions for unified
    // shared memory accept pointers to shared virtual memory.
    void* const svm = clSVMAlloc(context, 0, 1024, 0);
    ASSERT_EQ(clSetKernelArgSVMPointer(add, 1, numbers + 64), CL_SUCCESS);
    ASSERT_EQ(set_arg(add, 0, svm), CL_SUCCESS);
    launch(queue, add, 64);
    ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, memory + 512, svm, 256, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(numbers[64 + 5], 7);
    EXPECT_EQ(numbers[128 + 5], 9);
    ASSERT_EQ(copy(queue, CL_TRUE, svm, memory, 256, 0, nullptr, nullptr), CL_SUCCESS);
    const void* inside[] = {memory + 16};
    EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, inside, nullptr, 0, 0, nullptr, nullptr), CL_SUCCESS);
    clSVMFree(context, svm);
}

TEST_F(UsmCommands, KernelArgumentErrors) {
    cl_kernel mixed = kernel("kernel void k(global int* a, local int* b, int c, constant int* d) { a[0] = c; }");
    EXPECT_EQ(set_arg(nullptr, 0, memory), CL_INVALID_KERNEL);
    EXPECT_EQ(set_arg(mixed, 4, memory), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(set_arg(mixed, 1, memory), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(set_arg(mixed, 2, memory), CL_INVALID_ARG_VALUE);
    int local = 0;
    for (const void* pointer :
         {static_cast<const void*>(&local), static_cast<const void*>(nullptr), reinterpret_cast<const void*>(12345)}) {
        EXPECT_EQ(set_arg(mixed, 0, pointer), CL_SUCCESS);
        EXPECT_EQ(set_arg(mixed, 3, pointer), CL_SUCCESS);
    }
}

TEST_F(UsmCommands, ExecInfo) {
    cl_kernel indirect = kernel(indirect_source);
    const void* pointers[] = {memory, nullptr, &pointers};
    const cl_bool yes = CL_TRUE;
    for (const cl_kernel_exec_info name :
         {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
          CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
        EXPECT_EQ(clSetKernelExecInfo(indirect, name, sizeof yes, &yes), CL_SUCCESS);
        EXPECT_EQ(clSetKernelExecInfo(indirect, name, sizeof yes + 1, &yes), CL_INVALID_VALUE);
        EXPECT_EQ(clSetKernelExecInfo(indirect, name, sizeof yes, nullptr), CL_INVALID_VALUE);
        EXPECT_EQ(clSetKernelExecInfo(nullptr, name, sizeof yes, &yes), CL_INVALID_KERNEL);
    }
    for (const cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, CL_KERNEL_EXEC_INFO_SVM_PTRS}) {
        EXPECT_EQ(clSetKernelExecInfo(indirect, name, sizeof pointers, pointers), CL_SUCCESS);
        EXPECT_EQ(clSetKernelExecInfo(indirect, name, 0, nullptr), CL_SUCCESS);
        EXPECT_EQ(clSetKernelExecInfo(indirect, name, 7, pointers), CL_INVALID_VALUE);
        EXPECT_EQ(clSetKernelExecInfo(indirect, name, 8, nullptr), CL_INVALID_VALUE);
    }
    EXPECT_EQ(clSetKernelExecInfo(indirect, 0x4208, sizeof yes, &yes), CL_INVALID_VALUE);
}

/// Fixture with commands that wait for a user event. The tests free memory: a blocking free must wait if the commands
/// use the memory, and must not wait otherwise.
class UsmBlockingFree : public UsmCommands {
protected:
    void SetUp() override {
        UsmCommands::SetUp();
        gate = user_event();
    }
    void TearDown() override {
        clSetUserEventStatus(gate, CL_COMPLETE);
        clReleaseEvent(gate);
        UsmCommands::TearDown();
    }

    /// Frees `freed`, and expects that the call waits until the gate, a user event, is complete.
    void expect_waits(void* freed) {
        std::atomic<bool> is_freed = false;
        std::thread other([&] {
            EXPECT_EQ(blocking_free(context, freed), CL_SUCCESS);
            is_freed = true;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_FALSE(is_freed);
        EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
        other.join();
        clReleaseEvent(gate);
        gate = user_event();
    }
    /// Frees `freed`, and expects that the call does not wait: the gate is closed, so a call that waited would never
    /// return.
    void expect_goes_on(void* freed) { EXPECT_EQ(blocking_free(context, freed), CL_SUCCESS); }

    cl_event gate = nullptr;
};

TEST_F(UsmBlockingFree, WaitsForTransfers) {
    const int pattern = 1;
    using Enqueue = std::function<cl_int(std::uint8_t*)>;
    const Enqueue commands[] = {
        [&](std::uint8_t* p) { return fill(queue, p + 64, &pattern, 4, 64, 1, &gate, nullptr); },
        [&](std::uint8_t* p) { return copy(queue, CL_FALSE, p + 8, memory, 8, 1, &gate, nullptr); },
        [&](std::uint8_t* p) { return copy(unordered, CL_FALSE, memory, p + 248, 8, 1, &gate, nullptr); },
        [&](std::uint8_t* p) { return clEnqueueSVMMemcpy(queue, CL_FALSE, memory, p, 8, 1, &gate, nullptr); },
        [&](std::uint8_t* p) { return advise(queue, p, 256, 0, 1, &gate, nullptr); },
    };
    for (const Enqueue& enqueue : commands) {
        std::uint8_t* const used = shared(256);
        std::uint8_t* const unused = shared(256);
        ASSERT_EQ(enqueue(used), CL_SUCCESS);
        expect_goes_on(unused);
        expect_waits(used);
    }
}

TEST_F(UsmBlockingFree, WaitsForKernelArguments) {
    cl_kernel add = kernel(add_source);
    std::uint8_t* const used = allocate(CL_MEM_TYPE_DEVICE_INTEL, 256);
    std::uint8_t* const unused = allocate(CL_MEM_TYPE_DEVICE_INTEL, 256);
    const int zero = 0;
    set_arg(add, 0, memory);
    set_arg(add, 1, used + 16);
    clSetKernelArg(add, 2, sizeof zero, &zero);
    launch(queue, add, 8, nullptr, {gate});
    expect_goes_on(unused);
    expect_waits(used);
}

TEST_F(UsmBlockingFree, WaitsForPointersInStructures) {
    cl_kernel add = kernel("typedef struct { long n; global int* p; } T; kernel void k(T t) { t.p[0] = (int)t.n; }");
    std::uint8_t* const used = shared(256);
    const struct {
        cl_long n;
        void* p;
    } value{3, used};
    ASSERT_EQ(clSetKernelArg(add, 0, sizeof value, &value), CL_SUCCESS);
    launch(queue, add, 1, nullptr, {gate});
    expect_waits(used);
}

TEST_F(UsmBlockingFree, WaitsForIndirectAccessOfTheKind) {
    cl_kernel indirect = kernel(indirect_source);
    set_arg(indirect, 0, memory);
    const cl_kernel_exec_info names[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
    const cl_bool yes = CL_TRUE, no = CL_FALSE;
    for (unsigned kind = 0; kind < 3; ++kind) {
        std::uint8_t* const used = allocate(all_types[kind], 256);
        std::uint8_t* const other = allocate(all_types[(kind + 1) % 3], 256);
        const void* const table = used;
        std::memcpy(memory, &table, sizeof table);
        ASSERT_EQ(clSetKernelExecInfo(indirect, names[kind], sizeof yes, &yes), CL_SUCCESS);
        launch(queue, indirect, 4, nullptr, {gate});
        ASSERT_EQ(clSetKernelExecInfo(indirect, names[kind], sizeof no, &no), CL_SUCCESS);
        expect_goes_on(other);
        expect_waits(used);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
}

TEST_F(UsmBlockingFree, WaitsForListedPointers) {
    cl_kernel indirect = kernel(indirect_source);
    set_arg(indirect, 0, memory);
    for (const cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, CL_KERNEL_EXEC_INFO_SVM_PTRS}) {
        std::uint8_t* const used = shared(256);
        std::uint8_t* const other = shared(256);
        const void* const table = used;
        std::memcpy(memory, &table, sizeof table);
        ASSERT_EQ(clSetKernelExecInfo(indirect, name, sizeof table, &table), CL_SUCCESS);
        cl_int code = 1;
        cl_kernel clone = clCloneKernel(indirect, &code);
        own(clone);
        launch(queue, clone, 4, nullptr, {gate});
        ASSERT_EQ(clSetKernelExecInfo(indirect, name, 0, nullptr), CL_SUCCESS);
        expect_goes_on(other);
        expect_waits(used);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
}

void CL_CALLBACK set_byte(void* arguments) { **static_cast<std::uint8_t**>(arguments) = 1; }

// While a blocking free lists the busy queues of the context, other queues may become busy. The queues that were busy
// before must remain in the list. The test uses many busy queues, so that listing them takes long.
TEST_F(UsmBlockingFree, WaitsWhileOtherQueuesBecomeBusy) {
    constexpr int tries = 100;
    constexpr std::size_t busy = 300;
    std::array<cl_command_queue, busy + 8> queues{};
    for (cl_command_queue& each : queues) each = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    const auto enqueue = [&](std::size_t first, std::size_t end) {
        for (std::size_t k = first; k < end; ++k)
            EXPECT_EQ(clEnqueueMarkerWithWaitList(queues[k], 1, &gate, nullptr), CL_SUCCESS);
    };
    std::atomic<int> begun = 0, ended = 0;
    std::atomic<bool> is_open = false;
    std::thread other([&] {
        for (int i = 0; i < tries; ++i) {
            while (begun == i) {  // no yield here: after a yield, this thread would go on too late
            }
            for (int pause = i % 20 * 50; pause > 0; --pause) is_open.load();
            enqueue(busy, queues.size());
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            is_open = true;
            clSetUserEventStatus(gate, CL_COMPLETE);
            ended = i + 1;
            ended.notify_one();
        }
    });
    for (int i = 0; i < tries; ++i) {
        std::uint8_t* const used = shared(64);
        EXPECT_EQ(copy(queues[0], CL_FALSE, used, memory, 8, 1, &gate, nullptr), CL_SUCCESS);
        enqueue(1, busy);
        begun = i + 1;
        EXPECT_EQ(blocking_free(context, used), CL_SUCCESS);
        EXPECT_TRUE(is_open) << i;
        ended.wait(i);
        is_open = false;
        for (cl_command_queue each : queues) EXPECT_EQ(clFinish(each), CL_SUCCESS);
        clReleaseEvent(gate);
        gate = user_event();
    }
    other.join();
    for (cl_command_queue each : queues) clReleaseCommandQueue(each);
}

TEST_F(UsmBlockingFree, WaitsForNativeKernels) {
    std::uint8_t* used = shared(256);
    ASSERT_EQ(clEnqueueNativeKernel(queue, set_byte, &used, sizeof used, 0, nullptr, nullptr, 1, &gate, nullptr),
              CL_SUCCESS);
    expect_goes_on(shared(256));
    expect_waits(used);
}

// A command that has failed does not use the memory any more.
TEST_F(UsmBlockingFree, EndsWithFailedCommands) {
    std::uint8_t* const used = shared(256);
    ASSERT_EQ(copy(queue, CL_FALSE, used, memory, 8, 1, &gate, nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
    expect_goes_on(used);
}

}  // namespace
}  // namespace lanewise::test
