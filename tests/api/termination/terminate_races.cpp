// Terminates contexts while other threads wait, callbacks run, and objects are destroyed.
#include <future>
#include <vector>

#include "termination/terminate_fixture.h"

namespace {

/// A destructor callback of a context, and a function that waits until the callback is called.
struct End {
    std::promise<void> came;
    static void CL_CALLBACK note(cl_context, void* end) { static_cast<End*>(end)->came.set_value(); }
    bool comes() { return came.get_future().wait_for(std::chrono::seconds(60)) == std::future_status::ready; }
};

cl_context make_context(cl_device_id device, End& end) {
    const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(properties, 1, &device, nullptr, nullptr, &code);
    EXPECT_EQ(clSetContextDestructorCallback(made, &End::note, &end), CL_SUCCESS);
    return made;
}

std::vector<cl_event> fill(cl_command_queue queue, cl_mem buffer, int count) {
    std::vector<cl_event> events(static_cast<std::size_t>(count));
    const int zero = 0;
    for (cl_event& event : events)
        EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 64, 0, nullptr, &event), CL_SUCCESS);
    return events;
}

bool settles(cl_event event) {
    cl_int status = 1;
    for (int i = 0; i < 10'000 && status > 0; ++i) {
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return status <= 0;
}

/// A destructor callback that waits until the test lets it return.
struct SlowCallback {
    std::promise<void> began, may_end;
    static void CL_CALLBACK run(cl_mem, void* data) {
        auto& self = *static_cast<SlowCallback*>(data);
        self.began.set_value();
        self.may_end.get_future().wait();
    }
};

// A buffer's destructor callback delays the thread that terminates the context. Meanwhile another thread waits for
// commands of the context, and commands of another context become ready. Other threads must be able to run these
// commands.
TEST_F(TerminateContext, LeavesReadyCommandsWhereOthersFindThem) {
    cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    const cl_queue_properties any_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_command_queue others_queue = clCreateCommandQueueWithProperties(other, device, any_order, nullptr);
    cl_mem others_buffer = clCreateBuffer(other, 0, 64, nullptr, nullptr);
    SlowCallback slow;
    cl_mem held = clCreateBuffer(context, 0, 64, nullptr, nullptr);
    EXPECT_EQ(clSetMemObjectDestructorCallback(held, &SlowCallback::run, &slow), CL_SUCCESS);
    std::vector<cl_event> events = fill(unordered, held, 1);
    EXPECT_EQ(clReleaseMemObject(held), CL_SUCCESS);
    for (cl_event event : fill(unordered, buffer, 7)) events.push_back(event);
    std::thread terminating([&] { EXPECT_EQ(terminate(context), CL_SUCCESS); });
    slow.began.get_future().wait();
    const std::vector<cl_event> others = fill(others_queue, others_buffer, 8);
    EXPECT_EQ(within_a_minute([&] { return clWaitForEvents(1, &events[1]); }),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    slow.may_end.set_value();
    terminating.join();
    EXPECT_EQ(clFlush(others_queue), CL_SUCCESS);
    for (cl_event event : others) EXPECT_TRUE(settles(event));
    for (cl_event event : events) expect_terminated(event);
    for (cl_event event : others) EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    clReleaseMemObject(others_buffer);
    clReleaseCommandQueue(others_queue);
    clReleaseContext(other);
}

// The queues are not flushed after the termination. A command must nevertheless end if the last command for which it
// waits is in another queue.
TEST_F(TerminateContext, EndsWhatQueuesMakeReadyForEachOther) {
    for (int round = 0; round < 50; ++round) {
        End end;
        cl_context own = make_context(device, end);
        constexpr std::size_t count = 6;
        cl_command_queue queues[count];
        for (cl_command_queue& made : queues) made = clCreateCommandQueueWithProperties(own, device, nullptr, nullptr);
        cl_event gate = clCreateUserEvent(own, nullptr), last = gate;
        // Each command waits for the previous command. The order in which the commands use the queues changes from
        // round to round.
        for (std::size_t i = 0; i < 3 * count; ++i) {
            cl_event next = nullptr;
            EXPECT_EQ(clEnqueueMarkerWithWaitList(queues[(i * (2 + round % 5)) % count], 1, &last, &next), CL_SUCCESS);
            EXPECT_EQ(clReleaseEvent(last), CL_SUCCESS);
            last = next;
        }
        EXPECT_EQ(clReleaseEvent(last), CL_SUCCESS);
        for (cl_command_queue made : queues) EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
        EXPECT_EQ(terminate(own), CL_SUCCESS);
        EXPECT_EQ(clReleaseContext(own), CL_SUCCESS);
        EXPECT_TRUE(end.comes());
    }
}

TEST_F(TerminateContext, EndsWhatIsBeingEnqueued) {
    for (int round = 0; round < 300; ++round) {
        End end;
        cl_context own = make_context(device, end);
        cl_command_queue on = clCreateCommandQueueWithProperties(own, device, nullptr, nullptr);
        std::atomic<bool> began = false;
        std::thread enqueuing([&] {
            while (clEnqueueMarkerWithWaitList(on, 0, nullptr, nullptr) == CL_SUCCESS) began = true;
        });
        while (!began) std::this_thread::yield();
        EXPECT_EQ(terminate(own), CL_SUCCESS);
        enqueuing.join();
        // Calls no function that flushes the queue, because the context must be destroyed without a flush.
        cl_event none = nullptr;
        EXPECT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, &none), CL_CONTEXT_TERMINATED_KHR);
        EXPECT_EQ(clReleaseContext(own), CL_SUCCESS);
        EXPECT_EQ(clReleaseCommandQueue(on), CL_SUCCESS);
        EXPECT_TRUE(end.comes());
    }
}

// When the context is terminated, only the command still retains the program's code.
TEST_F(TerminateContext, EndsALaunchWhoseProgramHasBeenReleased) {
    cl_event gate = user_event(), launch = nullptr;
    cl_kernel kernel = endless_kernel(context);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    const size_t items = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 1, &gate, &launch), CL_SUCCESS);
    EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    EXPECT_EQ(within_a_minute([&] { return terminate(context); }), CL_SUCCESS);
    expect_terminated(launch);
    EXPECT_EQ(clReleaseEvent(gate), CL_SUCCESS);
}

TEST_F(TerminateContext, EndsWhatWaitsForAReleasedUserEvent) {
    cl_event gate = user_event(), marker = nullptr;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, &marker), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(gate), CL_SUCCESS);
    std::thread waiting([&] { clWaitForEvents(1, &marker); });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    within_a_minute([&] {
        waiting.join();
        return 0;
    });
    expect_terminated(marker);
}

/// A callback that enqueues and flushes a command, and waits until the command's own callback has been called.
struct WaitingCallback {
    cl_command_queue queue;
    std::promise<void> told, done;
    static void CL_CALLBACK tell(cl_event, cl_int, void* data) {
        static_cast<WaitingCallback*>(data)->told.set_value();
    }
    static void CL_CALLBACK run(cl_mem, void* data) {
        auto& self = *static_cast<WaitingCallback*>(data);
        cl_event event = nullptr;
        EXPECT_EQ(clEnqueueMarkerWithWaitList(self.queue, 0, nullptr, &event), CL_SUCCESS);
        EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, &tell, &self), CL_SUCCESS);
        EXPECT_EQ(clFlush(self.queue), CL_SUCCESS);
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
        self.told.get_future().wait();
        self.done.set_value();
    }
};

// The callback runs on the thread that ends a command, and blocks this thread. Other threads must therefore run the
// commands that the callback flushes.
TEST_F(TerminateContext, CallbacksMayWaitForWhatTheyFlush) {
    WaitingCallback waiting{unordered, {}, {}};
    cl_mem held = clCreateBuffer(context, 0, 64, nullptr, nullptr);
    EXPECT_EQ(clSetMemObjectDestructorCallback(held, &WaitingCallback::run, &waiting), CL_SUCCESS);
    for (cl_event event : fill(queue, held, 1)) EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(held), CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    within_a_minute([&] {
        waiting.done.get_future().wait();
        return 0;
    });
}

}  // namespace
