// Runs short commands while work-groups of another queue never end. The short commands must not wait for the other
// queue, whether the host waits for them, polls their status or gets a callback. Tests the whole device and a
// sub-device of one compute unit.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>

#include "kernel_fixture.h"

namespace {

using namespace std::chrono_literals;

constexpr const char* spin = R"(
kernel void k(global volatile int* go_on) { while (*go_on) ; }
)";
constexpr const char* tiny = "kernel void k(global int* out) { out[get_global_id(0)] = 1; }";

class OwnWorkFirst : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        flag_ = static_cast<std::atomic<int>*>(
            clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0));
        *flag_ = 1;
    }

    /// Keeps all threads of the device busy until the end of the test: launches twice as many endless work-groups as
    /// there are threads.
    void occupy(cl_context of, cl_device_id on) {
        cl_uint units = 0;
        clGetDeviceInfo(on, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
        busy_ = clCreateCommandQueueWithProperties(of, on, nullptr, nullptr);
        cl_kernel kernel = owned_kernel(spin, of);
        clSetKernelArgSVMPointer(kernel, 0, flag_);
        const size_t one = 1;
        launch(busy_, kernel, 2 * units, &one, {}, &running_);
        clReleaseKernel(kernel);
        clFlush(busy_);
        while (status_of(running_) != CL_RUNNING) std::this_thread::yield();
        std::this_thread::sleep_for(20ms);
    }
    void let_go() {
        *flag_ = 0;
        EXPECT_EQ(clFinish(busy_), CL_SUCCESS);
        clReleaseEvent(running_);
        clReleaseCommandQueue(busy_);
    }
    void TearDown() override {
        clSVMFree(context, flag_);
        KernelTest::TearDown();
    }

    /// Returns a sub-device of one compute unit, or null if the device has only one compute unit.
    cl_device_id one_compute_unit() {
        const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                    CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
        cl_device_id part = nullptr;
        return clCreateSubDevices(device, one, 1, &part, nullptr) == CL_SUCCESS ? part : nullptr;
    }

    /// Waits until `is_done()` is true. If this takes too long, reports a failure and ends the process.
    static void await(const char* what, const std::function<bool()>& is_done) {
        const auto start = std::chrono::steady_clock::now();
        while (!is_done()) {
            std::this_thread::sleep_for(100us);
            if (std::chrono::steady_clock::now() - start < 60s) continue;
            ADD_FAILURE() << what << " waits for another queue's work";
            std::_Exit(1);
        }
    }

    /// Runs short commands several times, and waits for them in each possible way.
    void use(cl_context of, cl_device_id on) {
        cl_kernel kernel = owned_kernel(tiny, of);
        cl_mem out = clCreateBuffer(of, 0, 4096, nullptr, nullptr);
        clSetKernelArg(kernel, 0, sizeof out, &out);
        cl_command_queue own = clCreateCommandQueueWithProperties(of, on, nullptr, nullptr);
        for (int i = 0; i < 10; ++i) {
            cl_event event = nullptr;
            std::atomic<bool> done = false;
            launch(own, kernel, 64, nullptr, {}, &event);
            clSetEventCallback(
                event, CL_COMPLETE, [](cl_event, cl_int, void* done) { *static_cast<std::atomic<bool>*>(done) = true; },
                &done);
            clFlush(own);
            await("a callback", [&] { return done.load(); });
            clReleaseEvent(event);

            launch(own, kernel, 64, nullptr, {}, &event);
            await("a program that polls", [&] { return status_of(event) == CL_COMPLETE; });
            clReleaseEvent(event);

            cl_event gate = clCreateUserEvent(of, nullptr);
            launch(own, kernel, 64, nullptr, {gate}, &event);
            clFlush(own);
            clSetUserEventStatus(gate, CL_COMPLETE);
            await("what a user event lets go", [&] { return status_of(event) == CL_COMPLETE; });
            clReleaseEvent(event);
            clReleaseEvent(gate);

            done = false;
            std::thread waiter([&] {
                const int value = i;
                EXPECT_EQ(clEnqueueWriteBuffer(own, out, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr), CL_SUCCESS);
                launch(own, kernel, 64);
                EXPECT_EQ(clFinish(own), CL_SUCCESS);
                done = true;
            });
            await("a host thread", [&] { return done.load(); });
            waiter.join();
        }
        EXPECT_EQ(status_of(running_), CL_RUNNING);
        clReleaseCommandQueue(own);
        clReleaseMemObject(out);
        clReleaseKernel(kernel);
    }

    std::atomic<int>* flag_ = nullptr;
    cl_command_queue busy_ = nullptr;
    cl_event running_ = nullptr;
};

TEST_F(OwnWorkFirst, OnTheWholeDevice) {
    occupy(context, device);
    use(context, device);
    let_go();
}

TEST_F(OwnWorkFirst, OnOneComputeUnit) {
    cl_device_id part = one_compute_unit();
    if (!part) GTEST_SKIP() << "the device has one unit";
    cl_context of_part = clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr);
    occupy(of_part, part);
    use(of_part, part);
    let_go();
    clReleaseContext(of_part);
    clReleaseDevice(part);
}

// A native kernel that takes long must not delay other queues either.
TEST_F(OwnWorkFirst, AfterANativeKernel) {
    struct Gate {
        std::atomic<bool> entered = false, open = false;
    } gate;
    Gate* const argument = &gate;
    busy_ = make_queue(0);
    clEnqueueNativeKernel(
        busy_,
        [](void* data) {
            Gate& gate = **static_cast<Gate**>(data);
            gate.entered = true;
            while (!gate.open) std::this_thread::yield();
        },
        const_cast<Gate**>(&argument), sizeof argument, 0, nullptr, nullptr, 0, nullptr, &running_);
    clFlush(busy_);
    await("the native kernel", [&] { return gate.entered.load(); });
    use(context, device);
    gate.open = true;
    let_go();
}

/// Enqueues a native kernel that calls `act`. The caller must keep `act` alive until the call.
void enqueue_native(cl_command_queue queue, std::function<void()>& act) {
    std::function<void()>* argument = &act;
    EXPECT_EQ(clEnqueueNativeKernel(
                  queue, [](void* data) { (**static_cast<std::function<void()>**>(data))(); }, &argument,
                  sizeof argument, 0, nullptr, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
}

// The sub-device runs tasks in only one thread at a time, and here this thread runs a native kernel. The native kernel
// waits for commands of another queue, and these commands must run nevertheless. A command of a third queue also needs
// a thread and may have to wait.
TEST_F(OwnWorkFirst, InANativeKernelThatWaits) {
    cl_device_id part = one_compute_unit();
    if (!part) GTEST_SKIP() << "the device has one unit";
    cl_context of_part = clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr);
    const auto new_queue = [&] { return clCreateCommandQueueWithProperties(of_part, part, nullptr, nullptr); };
    cl_command_queue others = new_queue(), outer = new_queue(), inner = new_queue();
    constexpr size_t bytes = 64 << 20;
    cl_mem buffer = clCreateBuffer(of_part, 0, bytes, nullptr, nullptr);
    const auto fill_in = [&](cl_command_queue in) {
        const int value = 1;
        EXPECT_EQ(clEnqueueFillBuffer(in, buffer, &value, sizeof value, 0, bytes, 0, nullptr, nullptr), CL_SUCCESS);
    };
    std::function<void()> wait_for_inner = [&] {
        fill_in(others);
        for (int i = 0; i < 2; ++i) {
            fill_in(inner);
            EXPECT_EQ(clFinish(inner), CL_SUCCESS);
        }
    };
    enqueue_native(outer, wait_for_inner);
    std::atomic<bool> done = false;
    std::thread waiter([&] {
        EXPECT_EQ(clFinish(outer), CL_SUCCESS);
        done = true;
    });
    await("a native kernel", [&] { return done.load(); });
    waiter.join();
    EXPECT_EQ(clFinish(others), CL_SUCCESS);
    for (cl_command_queue queue : {others, outer, inner}) clReleaseCommandQueue(queue);
    clReleaseMemObject(buffer);
    clReleaseContext(of_part);
    clReleaseDevice(part);
}

}  // namespace
