// Scenarios without programs: contexts, queues, buffers, SVM, events, sub-devices and native kernels.
#include <array>
#include <atomic>
#include <cstring>

#include "scenarios.h"

namespace lanewise::fail_allocations {

namespace {

using Words = std::array<cl_uint, 256>;

Words counting() {
    Words words;
    for (cl_uint i = 0; i < words.size(); ++i) words[i] = i;
    return words;
}

}  // namespace

void queues(Caller& caller) {
    const Basics basics(caller);
    const cl_queue_properties lists[][7] = {
        {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0},
        {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR, 0}};
    for (const auto& list : lists) {
        const auto queue = caller.create<cl_command_queue>("clCreateCommandQueueWithProperties", [&](cl_int* code) {
            return cl.clCreateCommandQueueWithProperties(basics.context, basics.device, list, code);
        });
        caller.at_end("clReleaseCommandQueue", [queue] { return cl.clReleaseCommandQueue(queue); });
        cl_queue_properties answer[8] = {};
        caller.make("clGetCommandQueueInfo", [&] {
            return cl.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof answer, answer, nullptr);
        });
    }
    char text[4096];
    for (const cl_device_info name :
         {CL_DEVICE_EXTENSIONS, CL_DEVICE_NAME, CL_DEVICE_ILS_WITH_VERSION, CL_DEVICE_OPENCL_C_FEATURES})
        caller.make("clGetDeviceInfo",
                    [&] { return cl.clGetDeviceInfo(basics.device, name, sizeof text, text, nullptr); });
}

void buffers(Caller& caller) {
    const Basics basics(caller);
    Words words = counting();
    const auto make_buffer = [&](std::size_t size, void* content) {
        const auto buffer = caller.create<cl_mem>("clCreateBuffer", [&](cl_int* code) {
            return cl.clCreateBuffer(basics.context, content ? CL_MEM_COPY_HOST_PTR : 0, size, content, code);
        });
        caller.at_end("clReleaseMemObject", [buffer] { return cl.clReleaseMemObject(buffer); });
        return buffer;
    };
    const cl_mem small = make_buffer(sizeof words, words.data());
    const cl_mem large = make_buffer(std::size_t{3} << 20, nullptr);
    const cl_buffer_region region{512, 512};
    const auto part = caller.create<cl_mem>("clCreateSubBuffer", [&](cl_int* code) {
        return cl.clCreateSubBuffer(small, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
    });
    caller.at_end("clReleaseMemObject", [part] { return cl.clReleaseMemObject(part); });
    caller.make("clSetMemObjectDestructorCallback",
                [&] { return cl.clSetMemObjectDestructorCallback(part, [](cl_mem, void*) {}, nullptr); });
    const cl_uint pattern = 5;
    caller.run("clEnqueueFillBuffer", [&](cl_event* event) {
        return cl.clEnqueueFillBuffer(basics.queue, large, &pattern, 4, 0, std::size_t{3} << 20, 0, nullptr, event);
    });
    caller.run("clEnqueueCopyBuffer", [&](cl_event* event) {
        return cl.clEnqueueCopyBuffer(basics.queue, part, large, 0, 1 << 20, 512, 0, nullptr, event);
    });
    const std::size_t origin[3] = {0, 0, 0}, box[3] = {8, 4, 2};
    caller.run("clEnqueueCopyBufferRect", [&](cl_event* event) {
        return cl.clEnqueueCopyBufferRect(basics.queue, small, large, origin, origin, box, 16, 64, 16, 64, 0, nullptr,
                                          event);
    });
    Words result{};
    caller.run("clEnqueueReadBuffer", [&](cl_event* event) {
        return cl.clEnqueueReadBuffer(basics.queue, large, CL_FALSE, 1 << 20, sizeof result, result.data(), 0, nullptr,
                                      event);
    });
    for (cl_uint i = 0; i < 256; ++i)
        caller.expect(result[i] == (i < 128 ? i + 128 : 5), "a copied buffer holds something else");
}

void maps(Caller& caller) {
    const Basics basics(caller, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const auto buffer = caller.create<cl_mem>(
        "clCreateBuffer", [&](cl_int* code) { return cl.clCreateBuffer(basics.context, 0, 4096, nullptr, code); });
    caller.at_end("clReleaseMemObject", [buffer] { return cl.clReleaseMemObject(buffer); });
    // The wait list has more events than a command can store inline.
    std::array<cl_event, 5> gates;
    for (cl_event& gate : gates) {
        gate = caller.create<cl_event>("clCreateUserEvent",
                                       [&](cl_int* code) { return cl.clCreateUserEvent(basics.context, code); });
        caller.at_end("clReleaseEvent", [gate] { return cl.clReleaseEvent(gate); });
    }
    constexpr cl_uint count = gates.size();
    void* mapped = nullptr;
    caller.make("clEnqueueMapBuffer", [&] {
        cl_int code = 1;
        mapped = cl.clEnqueueMapBuffer(basics.queue, buffer, CL_FALSE, CL_MAP_WRITE, 128, 1024, count, gates.data(),
                                       nullptr, &code);
        return code;
    });
    caller.make("clEnqueueUnmapMemObject",
                [&] { return cl.clEnqueueUnmapMemObject(basics.queue, buffer, mapped, count, gates.data(), nullptr); });
    caller.make("clEnqueueMigrateMemObjects", [&] {
        const cl_mem list[] = {buffer, buffer};
        return cl.clEnqueueMigrateMemObjects(basics.queue, 2, list, 0, count, gates.data(), nullptr);
    });
    for (const cl_event gate : gates)
        caller.make("clSetUserEventStatus", [&] { return cl.clSetUserEventStatus(gate, CL_COMPLETE); });
    caller.make("clFinish", [&] { return cl.clFinish(basics.queue); });
    cl_uint mappings = 1;
    cl.clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof mappings, &mappings, nullptr);
    caller.expect(mappings == 0, "a mapping is left");
}

void svm(Caller& caller) {
    const Basics basics(caller);
    cl_uint* words = nullptr;
    caller.make("clSVMAlloc", [&] {
        words = static_cast<cl_uint*>(cl.clSVMAlloc(basics.context, CL_MEM_READ_WRITE, 4096, 0));
        return words ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    });
    const cl_uint pattern = 9;
    caller.run("clEnqueueSVMMemFill", [&](cl_event* event) {
        return cl.clEnqueueSVMMemFill(basics.queue, words, &pattern, 4, 4096, 0, nullptr, event);
    });
    const cl_uint three = 3;
    caller.run("clEnqueueSVMMemcpy", [&](cl_event* event) {
        return cl.clEnqueueSVMMemcpy(basics.queue, CL_FALSE, words + 5, &three, 4, 0, nullptr, event);
    });
    caller.make("clEnqueueSVMMap", [&] {
        return cl.clEnqueueSVMMap(basics.queue, CL_TRUE, CL_MAP_READ, words, 4096, 0, nullptr, nullptr);
    });
    caller.expect(words[4] == 9 && words[5] == 3 && words[6] == 9, "SVM holds something else");
    caller.make("clEnqueueSVMUnmap", [&] { return cl.clEnqueueSVMUnmap(basics.queue, words, 0, nullptr, nullptr); });
    const void* migrated[] = {words};
    caller.make("clEnqueueSVMMigrateMem",
                [&] { return cl.clEnqueueSVMMigrateMem(basics.queue, 1, migrated, nullptr, 0, 0, nullptr, nullptr); });
    void* freed[] = {words};
    caller.run("clEnqueueSVMFree", [&](cl_event* event) {
        return cl.clEnqueueSVMFree(basics.queue, 1, freed, nullptr, nullptr, 0, nullptr, event);
    });
}

void unified_svm(Caller& caller) {
    const Basics basics(caller);
    const auto allocate = reinterpret_cast<clSVMAllocWithPropertiesKHR_fn>(
        cl.clGetExtensionFunctionAddress("clSVMAllocWithPropertiesKHR"));
    const auto free_memory =
        reinterpret_cast<clSVMFreeWithPropertiesKHR_fn>(cl.clGetExtensionFunctionAddress("clSVMFreeWithPropertiesKHR"));
    const auto get_info =
        reinterpret_cast<clGetSVMPointerInfoKHR_fn>(cl.clGetExtensionFunctionAddress("clGetSVMPointerInfoKHR"));
    const cl_svm_alloc_properties_khr given[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                                                 reinterpret_cast<cl_svm_alloc_properties_khr>(basics.device),
                                                 CL_SVM_ALLOC_ALIGNMENT_KHR, 4096, 0};
    for (const std::size_t size : {std::size_t{64}, std::size_t{3} << 20}) {
        const auto memory = caller.create<void*>("clSVMAllocWithPropertiesKHR", [&](cl_int* code) {
            return allocate(basics.context, given, 2, size, code);
        });
        cl_svm_alloc_properties_khr kept[5] = {};
        caller.make("clGetSVMPointerInfoKHR", [&] {
            return get_info(basics.context, nullptr, memory, CL_SVM_INFO_PROPERTIES_KHR, sizeof kept, kept, nullptr);
        });
        caller.expect(std::memcmp(kept, given, sizeof given) == 0, "an SVM allocation has other properties");
        caller.make("clSVMFreeWithPropertiesKHR", [&] { return free_memory(basics.context, nullptr, 0, memory); });
    }
}

void events(Caller& caller) {
    const Basics basics(caller, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    static std::atomic<int> called;
    called = 0;
    const auto gate = caller.create<cl_event>("clCreateUserEvent",
                                              [&](cl_int* code) { return cl.clCreateUserEvent(basics.context, code); });
    caller.at_end("clReleaseEvent", [gate] { return cl.clReleaseEvent(gate); });
    std::array<cl_event, 6> markers{};
    for (cl_event& marker : markers) {
        caller.make("clEnqueueMarkerWithWaitList",
                    [&] { return cl.clEnqueueMarkerWithWaitList(basics.queue, 1, &gate, &marker); });
        caller.at_end("clReleaseEvent", [event = marker] { return cl.clReleaseEvent(event); });
        caller.make("clSetEventCallback", [&] {
            return cl.clSetEventCallback(marker, CL_COMPLETE, [](cl_event, cl_int, void*) { ++called; }, nullptr);
        });
    }
    // This marker waits for all earlier commands.
    cl_event all = nullptr;
    caller.make("clEnqueueMarkerWithWaitList",
                [&] { return cl.clEnqueueMarkerWithWaitList(basics.queue, 0, nullptr, &all); });
    caller.make("clEnqueueBarrierWithWaitList",
                [&] { return cl.clEnqueueBarrierWithWaitList(basics.queue, markers.size(), markers.data(), nullptr); });
    caller.make("clSetUserEventStatus", [&] { return cl.clSetUserEventStatus(gate, CL_COMPLETE); });
    caller.expect(caller.wait(all), "a marker fails");
    caller.make("clFinish", [&] { return cl.clFinish(basics.queue); });
    caller.make("clWaitForEvents", [&] { return cl.clWaitForEvents(markers.size(), markers.data()); });
    caller.wait_until([] { return called == 6; }, "the callbacks");
}

void sub_devices(Caller& caller) {
    const Basics basics(caller);
    const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                      CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id parts[2] = {};
    cl_int code = cl.clCreateSubDevices(basics.device, by_counts, 2, parts, nullptr);
    if (code != CL_SUCCESS) return;  // a device with one CPU cannot be partitioned
    for (cl_device_id part : parts) cl.clReleaseDevice(part);
    caller.make("clCreateSubDevices",
                [&] { return cl.clCreateSubDevices(basics.device, by_counts, 2, parts, nullptr); });
    for (cl_device_id part : parts) caller.at_end("clReleaseDevice", [part] { return cl.clReleaseDevice(part); });
    const auto context = caller.create<cl_context>("clCreateContext", [&](cl_int* status) {
        return cl.clCreateContext(nullptr, 2, parts, nullptr, nullptr, status);
    });
    caller.at_end("clReleaseContext", [context] { return cl.clReleaseContext(context); });
    for (cl_device_id part : parts) {
        const auto queue = caller.create<cl_command_queue>("clCreateCommandQueueWithProperties", [&](cl_int* status) {
            return cl.clCreateCommandQueueWithProperties(context, part, nullptr, status);
        });
        caller.at_end("clReleaseCommandQueue", [queue] { return cl.clReleaseCommandQueue(queue); });
        caller.run("clEnqueueMarkerWithWaitList",
                   [&](cl_event* event) { return cl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, event); });
    }
}

void native_kernels(Caller& caller) {
    const Basics basics(caller);
    Words words = counting();
    const auto buffer = caller.create<cl_mem>("clCreateBuffer", [&](cl_int* code) {
        return cl.clCreateBuffer(basics.context, CL_MEM_USE_HOST_PTR, sizeof words, words.data(), code);
    });
    caller.at_end("clReleaseMemObject", [buffer] { return cl.clReleaseMemObject(buffer); });
    void* arguments[] = {nullptr};
    const void* location = arguments;
    const auto add_one = [](void* data) { ++**static_cast<cl_uint**>(data); };
    caller.run("clEnqueueNativeKernel", [&](cl_event* event) {
        return cl.clEnqueueNativeKernel(basics.queue, add_one, arguments, sizeof arguments, 1, &buffer, &location, 0,
                                        nullptr, event);
    });
    caller.expect(words[0] == 1, "a native kernel ran another number of times");
}

}  // namespace lanewise::fail_allocations
