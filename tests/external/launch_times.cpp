// OpenCL layer that measures the wall time of each kernel launch (OPENCL_LAYERS=liblaunch_times.so). For each launch,
// the layer waits until the queue is idle, launches the kernel, and waits until the kernel has ended.
//
// Appends a line for each launch to the file LAUNCH_TIMES:
//   NAME GLOBAL:LOCAL MICROSECONDS    sizes such as 64x2x1; "-" if the local size is NULL
//
// With LAUNCH_TIMES_REPEATS=N, each launch is repeated until the kernel has run N times with this size, or for one
// second. Later launches can take less time than the first launches. The repetitions thus measure later launches even
// of a kernel that the program launches only once. Repetitions change the results of kernels that modify their input.
//
// Starts the driver's threads before the first launch.
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

namespace {

const cl_icd_dispatch* target = nullptr;

/// Opens the file that LAUNCH_TIMES names. Returns null if the variable is not set.
std::FILE* opened_file() {
    const char* const path = std::getenv("LAUNCH_TIMES");
    return path ? std::fopen(path, "a") : nullptr;
}

unsigned asked_repeats() {
    const char* const text = std::getenv("LAUNCH_TIMES_REPEATS");
    return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : 1;
}

std::string text_of(cl_uint dimensions, const size_t* sizes) {
    if (!sizes) return "-";
    std::string text;
    for (cl_uint i = 0; i < dimensions; ++i) text += (i == 0 ? "" : "x") + std::to_string(sizes[i]);
    return text;
}

/// Makes the driver start its threads: runs a kernel that keeps all threads busy for a short time.
void start_threads(cl_command_queue queue) {
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    target->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, static_cast<void*>(&context), nullptr);
    target->clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, static_cast<void*>(&device), nullptr);
    const char* source =
        "kernel void start(global int* a) { size_t i = get_global_id(0);"
        " for (int n = 0; n < 50; ++n) a[i] += n * a[i]; }";
    constexpr size_t items = size_t{1} << 20;
    cl_program program = target->clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    target->clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    cl_kernel kernel = target->clCreateKernel(program, "start", nullptr);
    cl_mem memory = target->clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), nullptr, nullptr);
    target->clSetKernelArg(kernel, 0, sizeof memory, static_cast<const void*>(&memory));
    for (int i = 0; i < 5; ++i) {
        target->clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
        target->clFinish(queue);
    }
    target->clReleaseMemObject(memory);
    target->clReleaseKernel(kernel);
    target->clReleaseProgram(program);
}

/// Number and total time of the launches of one kernel with one size.
struct Launches {
    unsigned count = 0;
    double us = 0;
};

cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                  const size_t* global, const size_t* local, cl_uint awaited, const cl_event* wait_list,
                                  cl_event* event) {
    static std::once_flag started;
    std::call_once(started, [&] { start_threads(queue); });
    static std::FILE* const file = opened_file();
    static const unsigned repeats = asked_repeats();
    static std::mutex mutex;
    static std::map<std::string, Launches> launches_of;
    constexpr double most_us = 1e6;

    char name[256] = "?";
    target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
    const std::string key = std::string(name) + ' ' + text_of(dimensions, global) + ':' + text_of(dimensions, local);
    const std::scoped_lock lock(mutex);
    Launches& launches = launches_of[key];
    target->clFinish(queue);
    for (bool is_first = true; is_first || (launches.count < repeats && launches.us < most_us); is_first = false) {
        const auto start = std::chrono::steady_clock::now();
        const cl_int status =
            target->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, is_first ? awaited : 0,
                                           is_first ? wait_list : nullptr, is_first ? event : nullptr);
        if (status != CL_SUCCESS) return status;
        target->clFinish(queue);
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
        ++launches.count;
        launches.us += took.count();
        if (file) std::fprintf(file, "%s %.2f\n", key.c_str(), took.count());
    }
    if (file) std::fflush(file);
    return CL_SUCCESS;
}

cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint awaited, const cl_event* wait_list,
                                cl_event* event) {
    const size_t one = 1;
    return enqueue_kernel(queue, kernel, 1, nullptr, &one, &one, awaited, wait_list, event);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size,
                                                                                    void* value, size_t* value_size) {
    if (name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value && size < sizeof(cl_layer_api_version)) return CL_INVALID_VALUE;
    if (value) *static_cast<cl_layer_api_version*>(value) = CL_LAYER_API_VERSION_100;
    if (value_size) *value_size = sizeof(cl_layer_api_version);
    return CL_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL clInitLayer(cl_uint, const cl_icd_dispatch* next,
                                                                                 cl_uint* num_entries,
                                                                                 const cl_icd_dispatch** layer) {
    static cl_icd_dispatch own{};  // the loader replaces null entries by the entries of the next layer
    own.clEnqueueNDRangeKernel = enqueue_kernel;
    own.clEnqueueTask = enqueue_task;
    target = next;
    *num_entries = sizeof own / sizeof(void*);
    *layer = &own;
    return CL_SUCCESS;
}
