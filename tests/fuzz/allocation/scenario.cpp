#include "scenario.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "failing_allocator.h"

namespace lanewise::fail_allocations {

namespace {

bool is_lack_of_memory(cl_int code) {
    return code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES || code == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
           code == CL_COMPILER_NOT_AVAILABLE || code == CL_LINKER_NOT_AVAILABLE;
}

/// Returns whether `code` says that a build failed. A build that fails for lack of memory may also return this code,
/// because the build's log contains the reason.
bool is_failed_build(cl_int code) {
    return code == CL_BUILD_PROGRAM_FAILURE || code == CL_COMPILE_PROGRAM_FAILURE || code == CL_LINK_PROGRAM_FAILURE;
}

std::atomic<int> contexts_gone = 0;

}  // namespace

void Caller::make(const char* name, const std::function<cl_int()>& call) {
    const long failed_before = failed_requests();
    cl_int code = 1;
    {
        const Armed armed;
        code = call();
    }
    if (code == CL_SUCCESS) return;
    if (failed_requests() == failed_before || !(is_lack_of_memory(code) || is_failed_build(code)))
        fail(std::string(name) + " returns " + std::to_string(code));
    code = call();
    if (code != CL_SUCCESS) fail(std::string(name) + ", made again with memory, returns " + std::to_string(code));
}

bool Caller::wait(cl_event event) {
    cl_int code = 1;
    {
        const Armed armed;
        code = cl.clWaitForEvents(1, &event);
    }
    if (is_lack_of_memory(code)) code = cl.clWaitForEvents(1, &event);
    cl_int status = 1;
    cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    if (status > CL_COMPLETE || (status < 0) != (code != CL_SUCCESS))
        fail("a command ends with status " + std::to_string(status));
    if (status < 0 && failed_requests() == 0) fail("a command fails with status " + std::to_string(status));
    cl.clReleaseEvent(event);
    return status == CL_COMPLETE;
}

void Caller::run(const char* name, const std::function<cl_int(cl_event*)>& enqueue) {
    cl_event event = nullptr;
    make(name, [&] { return enqueue(&event); });
    if (wait(event)) return;
    // Waits with clWaitForEvents first, so that the command has run before wait() is called: allocations may fail
    // during wait().
    if (enqueue(&event) != CL_SUCCESS || cl.clWaitForEvents(1, &event) != CL_SUCCESS || !wait(event))
        fail(std::string(name) + " fails with memory as well");
}

void Caller::end() {
    if (ends_.empty()) return;
    for (auto it = ends_.rbegin(); it != ends_.rend(); ++it) make(it->first, it->second);
    ends_.clear();
    // Every object retains the context. So when the context calls its destructor callback, no object is left.
    wait_until([] { return contexts_gone != 0; }, "the context's end");
    contexts_gone = 0;
}

void Caller::wait_until(bool (*holds)(), const char* what) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!holds() && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
    if (!holds()) fail(std::string(what) + ": does not come");
}

Basics::Basics(Caller& caller, cl_command_queue_properties properties) {
    cl_platform_id platform = nullptr;
    caller.make("clGetPlatformIDs", [&] { return cl.clGetPlatformIDs(1, &platform, nullptr); });
    caller.make("clGetDeviceIDs", [&] { return cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr); });
    context = caller.create<cl_context>("clCreateContext", [&](cl_int* code) {
        const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform),
                                              0};
        return cl.clCreateContext(list, 1, &device, nullptr, nullptr, code);
    });
    caller.at_end("clReleaseContext", [context = context] { return cl.clReleaseContext(context); });
    caller.make("clSetContextDestructorCallback", [&] {
        return cl.clSetContextDestructorCallback(context, [](cl_context, void*) { ++contexts_gone; }, nullptr);
    });
    queue = caller.create<cl_command_queue>("clCreateCommandQueueWithProperties", [&](cl_int* code) {
        const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
        return cl.clCreateCommandQueueWithProperties(context, device, list, code);
    });
    caller.at_end("clReleaseCommandQueue", [queue = queue] { return cl.clReleaseCommandQueue(queue); });
}

}  // namespace lanewise::fail_allocations
