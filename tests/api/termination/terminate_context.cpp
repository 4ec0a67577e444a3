// Tests cl_khr_terminate_context: "To terminate all pending work associated with a context and render all data owned by
// the context invalid". Covers the device's capability, the context's property, and termination in every state of a
// command.
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "termination/terminate_fixture.h"

namespace {

TEST_F(TerminateContext, IsAdvertised) {
    // "CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR - Indicates that context termination is supported."
    cl_bitfield capability = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_TERMINATE_CAPABILITY_KHR, sizeof capability, &capability, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(capability, 1u);
    constexpr cl_device_info old_name = 0x200F;  // the value of the query in the headers of OpenCL 1.2
    capability = 0;
    EXPECT_EQ(clGetDeviceInfo(device, old_name, sizeof capability, &capability, nullptr), CL_SUCCESS);
    EXPECT_EQ(capability, 1u);
    std::string names(10'000, ' ');
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, names.size(), names.data(), nullptr), CL_SUCCESS);
    EXPECT_NE(names.find("cl_khr_terminate_context"), names.npos);
}

TEST_F(TerminateContext, IsAPropertyOfTheContext) {
    cl_context_properties properties[3] = {};
    EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof properties, properties, nullptr), CL_SUCCESS);
    EXPECT_EQ(properties[0], CL_CONTEXT_TERMINATE_KHR);
    EXPECT_EQ(properties[1], CL_TRUE);
    cl_int code = CL_SUCCESS;
    // "CL_INVALID_PROPERTY [...] if the value specified for a supported property name is not valid, or if the same
    // property name is specified more than once"
    const cl_context_properties bad_value[] = {CL_CONTEXT_TERMINATE_KHR, 7, 0};
    EXPECT_EQ(clCreateContext(bad_value, 1, &device, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
    const cl_context_properties twice[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    EXPECT_EQ(clCreateContext(twice, 1, &device, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(TerminateContext, FailsWhereItIsNotAllowed) {
    // "CL_INVALID_CONTEXT if context is not a valid OpenCL context"
    EXPECT_EQ(terminate(nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(terminate(reinterpret_cast<cl_context>(queue)), CL_INVALID_CONTEXT);
    // "CL_INVALID_OPERATION if context was not created with CL_CONTEXT_TERMINATE_KHR set to CL_TRUE"; "The default
    // value is CL_FALSE."
    const cl_context_properties refused[] = {CL_CONTEXT_TERMINATE_KHR, CL_FALSE, 0};
    for (const cl_context_properties* properties : {static_cast<const cl_context_properties*>(nullptr), refused}) {
        cl_context other = clCreateContext(properties, 1, &device, nullptr, nullptr, nullptr);
        ASSERT_NE(other, nullptr);
        EXPECT_EQ(terminate(other), CL_INVALID_OPERATION);
        cl_mem still_works = clCreateBuffer(other, 0, 64, nullptr, nullptr);
        EXPECT_NE(still_works, nullptr);
        clReleaseMemObject(still_works);
        clReleaseContext(other);
    }
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    // "A callback function registered when the context was created will be called."
    EXPECT_NE(told.find("terminated"), told.npos);
    // "CL_CONTEXT_TERMINATED_KHR if context has already been terminated"
    EXPECT_EQ(terminate(context), CL_CONTEXT_TERMINATED_KHR);
}

TEST_F(TerminateContext, ContextsOfATypeCanBeTerminatedToo) {
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform),
                                                CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_context other = clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, nullptr, nullptr);
    EXPECT_EQ(terminate(other), CL_SUCCESS);
    clReleaseContext(other);
}

// "The implementation cannot implement this extension by waiting for currently executing (or queued) commands to
// finish".
TEST_F(TerminateContext, EndsAKernelThatNeverEnds) {
    cl_event event = run_endless(queue, 4096);
    wait_until_running(event);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    expect_terminated(event);
}

TEST_F(TerminateContext, EndsWhatIsQueuedAfterAKernelThatNeverEnds) {
    cl_event running = run_endless(queue);
    wait_until_running(running);
    cl_event behind = nullptr, dependent = nullptr, barrier = nullptr;
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 64, values, 0, nullptr, &behind), CL_SUCCESS);
    EXPECT_EQ(clEnqueueWriteBuffer(unordered, buffer, CL_FALSE, 0, 64, values, 1, &running, &dependent), CL_SUCCESS);
    EXPECT_EQ(clEnqueueBarrierWithWaitList(unordered, 0, nullptr, &barrier), CL_SUCCESS);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    for (cl_event event : {barrier, dependent, behind, running}) expect_terminated(event);
}

// "The status of user events can be set": commands that wait for user events stop waiting.
TEST_F(TerminateContext, EndsWhatWaitsForUserEvents) {
    cl_event gate = user_event();
    cl_event first = nullptr, second = nullptr, third = nullptr;
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, values, 4, 0, 64, 1, &gate, &first), CL_SUCCESS);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &second), CL_SUCCESS);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, &second, &third), CL_SUCCESS);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    for (cl_event event : {third, second, first}) expect_terminated(event);
    EXPECT_EQ(status_of(gate), CL_SUBMITTED);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(status_of(gate), CL_COMPLETE);
    EXPECT_EQ(clReleaseEvent(gate), CL_SUCCESS);
}

TEST_F(TerminateContext, EndsWhatNobodyFlushed) {
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, values, 4, 0, 64, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    // The command must have ended when terminate() returns, although no call waits for the command.
    EXPECT_TRUE(status_of(event) == CL_CONTEXT_TERMINATED_KHR || status_of(event) == CL_COMPLETE);
    clReleaseEvent(event);
}

TEST_F(TerminateContext, WhatIsDoneStaysDone) {
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, values, 4, 0, 64, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr), CL_SUCCESS);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    EXPECT_EQ(status_of(event), CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    // "clGetEventProfilingInfo returns CL_PROFILING_INFO_NOT_AVAILABLE."
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    clReleaseEvent(event);
}

// Terminates the context while host threads wait in each possible way.
TEST_F(TerminateContext, EndsWaits) {
    cl_event event = run_endless(queue);
    cl_event gate = user_event();
    wait_until_running(event);
    std::map<std::string, cl_int> codes;
    const std::map<std::string, std::function<cl_int()>> waits{
        {"clFinish", [&] { return clFinish(queue); }},
        {"clWaitForEvents", [&] { return clWaitForEvents(1, &event); }},
        {"of a user event", [&] { return clWaitForEvents(1, &gate); }},
        {"blocking read",
         [&] { return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, values, 0, nullptr, nullptr); }},
        {"blocking, with a gate",
         [&] { return clEnqueueReadBuffer(unordered, buffer, CL_TRUE, 0, 64, values, 1, &gate, nullptr); }},
        {"map", [&] {
             cl_int code = CL_SUCCESS;
             clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &code);
             return code;
         }}};
    for (const auto& [name, wait] : waits) codes[name] = 1;
    std::vector<std::thread> threads;
    for (const auto& [name, wait] : waits) threads.emplace_back([&] { codes.at(name) = wait(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    within_a_minute([&] {
        for (std::thread& thread : threads) thread.join();
        return 0;
    });
    EXPECT_EQ(codes["clFinish"], CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(codes["clWaitForEvents"], CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(codes["of a user event"], CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(codes["blocking read"], CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(codes["blocking, with a gate"], CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(codes["map"], CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(clWaitForEvents(1, &gate), CL_CONTEXT_TERMINATED_KHR);
    clReleaseEvent(event);
    clReleaseEvent(gate);
}

// "Event callbacks can be registered and registered event callbacks will be called with event_command_status set to
// CL_CONTEXT_TERMINATED_KHR."
TEST_F(TerminateContext, CallsBack) {
    cl_event event = run_endless(queue);
    wait_until_running(event);
    std::atomic<int> calls = 0;
    std::atomic<cl_int> statuses[2] = {1, 1};
    const auto count = [](cl_event, cl_int status, void* data) {
        auto& [calls, statuses] = *static_cast<std::pair<std::atomic<int>*, std::atomic<cl_int>*>*>(data);
        statuses[*calls] = status;
        ++*calls;
    };
    std::pair<std::atomic<int>*, std::atomic<cl_int>*> data(&calls, statuses);
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, count, &data), CL_SUCCESS);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    within_a_minute([&] {
        while (calls != 1) std::this_thread::yield();
        return 0;
    });
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, count, &data), CL_SUCCESS);
    within_a_minute([&] {
        while (calls != 2) std::this_thread::yield();
        return 0;
    });
    EXPECT_EQ(statuses[0], CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(statuses[1], CL_CONTEXT_TERMINATED_KHR);
    clReleaseEvent(event);
}

struct Gate {
    std::atomic<bool> entered = false, open = false, left = false;
};

// A native kernel keeps running after the termination, but waits for events end before the native kernel ends.
TEST_F(TerminateContext, LetsGoOfNativeKernels) {
    Gate gate;
    Gate* const argument = &gate;
    const auto wait = [](void* data) {
        Gate& gate = **static_cast<Gate**>(data);
        gate.entered = true;
        while (!gate.open) std::this_thread::yield();
        gate.left = true;
    };
    cl_event event = nullptr, never = nullptr;
    cl_event user = user_event();
    EXPECT_EQ(clEnqueueNativeKernel(queue, wait, const_cast<Gate**>(&argument), sizeof argument, 0, nullptr, nullptr, 0,
                                    nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueNativeKernel(
                  queue, [](void*) { std::_Exit(9); }, nullptr, 0, 0, nullptr, nullptr, 1, &user, &never),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    while (!gate.entered) std::this_thread::yield();
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    expect_terminated(never);
    expect_terminated(event);
    gate.open = true;
    while (!gate.left) std::this_thread::yield();
    clReleaseEvent(user);
}

TEST_F(TerminateContext, CanBeDoneByTheContextsOwnCommands) {
    struct Data {
        clTerminateContextKHR_fn terminate;
        cl_context context;
        cl_int code;
    };
    Data data{terminate, context, 1};
    Data* const argument = &data;
    const auto call = [](void* bytes) {
        Data& data = **static_cast<Data**>(bytes);
        data.code = data.terminate(data.context);
    };
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueNativeKernel(queue, call, const_cast<Data**>(&argument), sizeof argument, 0, nullptr, nullptr, 0,
                                    nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(within_a_minute([&] { return clFinish(queue); }), CL_CONTEXT_TERMINATED_KHR);
    within_a_minute([&] {
        while (data.code == 1) std::this_thread::yield();
        return 0;
    });
    EXPECT_EQ(data.code, CL_SUCCESS);
    expect_terminated(event);
}

std::atomic<int> destroyed = 0;

// "Queries, registering a destructor callback, retain and release operations can be performed on the memory objects."
TEST_F(TerminateContext, MemoryObjectsCanBeReleased) {
    cl_event gate = user_event();
    cl_event event = nullptr;
    cl_int code = CL_SUCCESS;
    cl_mem own = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof values, values, &code);
    EXPECT_EQ(clEnqueueFillBuffer(queue, own, values, 4, 0, 64, 1, &gate, &event), CL_SUCCESS);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    destroyed = 0;
    EXPECT_EQ(clSetMemObjectDestructorCallback(own, [](cl_mem, void*) { ++destroyed; }, nullptr), CL_SUCCESS);
    size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(own, CL_MEM_SIZE, sizeof size, &size, nullptr), CL_SUCCESS);
    EXPECT_EQ(size, sizeof values);
    EXPECT_EQ(clRetainMemObject(own), CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(own), CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(own), CL_SUCCESS);
    expect_terminated(event);
    // The command will never run, so it must have released its reference to the memory object.
    EXPECT_EQ(destroyed, 1);
    clReleaseEvent(gate);
}

TEST_F(TerminateContext, QueriesRetainAndReleaseWork) {
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    cl_uint count = 0;
    EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(clRetainContext(context), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
    cl_context of_queue = nullptr;
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof of_queue, &of_queue, nullptr), CL_SUCCESS);
    EXPECT_EQ(of_queue, context);
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
              CL_SUCCESS);
}

// Commands of other contexts of the device must continue, including kernels that are running.
TEST_F(TerminateContext, OthersGoOn) {
    cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue other_queue = clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
    cl_mem other_buffer = clCreateBuffer(other, 0, 256, nullptr, nullptr);
    cl_kernel other_kernel = endless_kernel(other);
    clSetKernelArg(other_kernel, 0, sizeof other_buffer, &other_buffer);
    size_t items = 64;  // only one work-group, so that a thread is left for `context`
    cl_event others = nullptr;
    EXPECT_EQ(clEnqueueNDRangeKernel(other_queue, other_kernel, 1, nullptr, &items, &items, 0, nullptr, &others),
              CL_SUCCESS);
    clFlush(other_queue);
    cl_event event = run_endless(queue);
    wait_until_running(event);
    wait_until_running(others);
    EXPECT_EQ(terminate(context), CL_SUCCESS);
    expect_terminated(event);
    EXPECT_EQ(status_of(others), CL_RUNNING);
    // Ends the other context's kernel by writing zeros from the host.
    cl_command_queue second = clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
    const int zero = 0;
    EXPECT_EQ(within_a_minute([&] {
                  cl_int status = 1;
                  while (status > 0) {
                      clEnqueueFillBuffer(second, other_buffer, &zero, 4, 0, 256, 0, nullptr, nullptr);
                      clFinish(second);
                      clGetEventInfo(others, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
                  }
                  return status;
              }),
              CL_COMPLETE);
    clReleaseEvent(others);
    clReleaseKernel(other_kernel);
    clReleaseMemObject(other_buffer);
    clReleaseCommandQueue(second);
    clReleaseCommandQueue(other_queue);
    clReleaseContext(other);
}

}  // namespace
