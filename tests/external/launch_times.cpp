// Preloaded into an OpenCL program (LD_PRELOAD), it tells what each launch of a kernel takes by the wall, from an idle
// queue to its end: a line for each, appended to the file LAUNCH_TIMES.
//   NAME GLOBAL:LOCAL MICROSECONDS    sizes as 64x2x1, "-" for no local size
// Only programs that are linked with the loader are seen. The driver's threads are started before the first launch.
#include <CL/cl.h>
#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

namespace {

/// Null: nobody wants to know.
std::FILE* opened_file() {
    const char* const path = std::getenv("LAUNCH_TIMES");
    return path ? std::fopen(path, "a") : nullptr;
}

template <class Function>
Function* next(Function&, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

std::string text_of(cl_uint dimensions, const size_t* sizes) {
    if (!sizes) return "-";
    std::string text;
    for (cl_uint i = 0; i < dimensions; ++i) text += (i == 0 ? "" : "x") + std::to_string(sizes[i]);
    return text;
}

/// A kernel that keeps all threads busy for a moment.
void start_threads(cl_command_queue queue) {
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, static_cast<void*>(&context), nullptr);
    clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, static_cast<void*>(&device), nullptr);
    const char* const source =
        "kernel void start(global int* a) { size_t i = get_global_id(0);"
        " for (int n = 0; n < 50; ++n) a[i] += n * a[i]; }";
    constexpr size_t items = size_t{1} << 20;
    cl_program program = clCreateProgramWithSource(context, 1, const_cast<const char**>(&source), nullptr, nullptr);
    clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    cl_kernel kernel = clCreateKernel(program, "start", nullptr);
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), nullptr, nullptr);
    clSetKernelArg(kernel, 0, sizeof memory, static_cast<const void*>(&memory));
    static const auto launch = next(clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel");
    for (int i = 0; i < 5; ++i) {
        launch(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
        clFinish(queue);
    }
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) cl_int clEnqueueNDRangeKernel(
    cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
    const size_t* local, cl_uint awaited, const cl_event* wait_list, cl_event* event) {
    static const auto launch = next(clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel");
    static std::once_flag started;
    std::call_once(started, [&] { start_threads(queue); });
    char name[256] = "?";
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
    clFinish(queue);
    const auto start = std::chrono::steady_clock::now();
    const cl_int status = launch(queue, kernel, dimensions, offset, global, local, awaited, wait_list, event);
    if (status != CL_SUCCESS) return status;
    clFinish(queue);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    static std::FILE* const file = opened_file();
    if (!file) return status;
    std::fprintf(file, "%s %s:%s %.2f\n", name, text_of(dimensions, global).c_str(), text_of(dimensions, local).c_str(),
                 took.count());
    std::fflush(file);
    return status;
}

extern "C" __attribute__((visibility("default"))) cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel,
                                                                       cl_uint awaited, const cl_event* wait_list,
                                                                       cl_event* event) {
    const size_t one = 1;
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, awaited, wait_list, event);
}
