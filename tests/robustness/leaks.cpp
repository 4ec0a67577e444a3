// Creates and releases every kind of object many times. The command line is `leaks [CYCLES [each]]`. Without `each`,
// expensive kinds get fewer cycles. The resident memory of the process must not grow with the cycles. With at least
// 20000 cycles, the program finds a leak of 64 bytes per cycle.
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <semaphore>
#include <string>

namespace {

constexpr const char* source =
    "kernel void k(global int* p, local int* l, int x) { l[get_local_id(0)] = x; *p = l[0]; }";

struct Objects {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_mem buffer = nullptr;
    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
};

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "leaks: %s failed\n", what);
    std::exit(1);
}

void good(cl_int code, const char* what) { expect(code == CL_SUCCESS, what); }

void wait_for_code(const Objects& o, cl_kernel kernel) {
    size_t lanes = 0;
    good(clGetKernelWorkGroupInfo(kernel, o.device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof lanes, &lanes,
                                  nullptr),
         "clGetKernelWorkGroupInfo");
}

Objects make_objects() {
    Objects o;
    good(clGetPlatformIDs(1, &o.platform, nullptr), "clGetPlatformIDs");
    good(clGetDeviceIDs(o.platform, CL_DEVICE_TYPE_ALL, 1, &o.device, nullptr), "clGetDeviceIDs");
    o.context = clCreateContext(nullptr, 1, &o.device, nullptr, nullptr, nullptr);
    o.queue = clCreateCommandQueueWithProperties(o.context, o.device, nullptr, nullptr);
    o.buffer = clCreateBuffer(o.context, CL_MEM_READ_WRITE, 1 << 16, nullptr, nullptr);
    o.program = clCreateProgramWithSource(o.context, 1, const_cast<const char**>(&source), nullptr, nullptr);
    good(clBuildProgram(o.program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
    o.kernel = clCreateKernel(o.program, "k", nullptr);
    expect(o.kernel != nullptr, "clCreateKernel");
    wait_for_code(o, o.kernel);
    return o;
}

/// A kind of object. `cycle` creates and releases an object. `cost` is the time of a cycle, divided by the time of a
/// cycle of a cheap kind.
struct Kind {
    const char* name;
    int cost;
    void (*cycle)(const Objects&);
};

void use_callback(void*) {}

void cycle_context(const Objects& o) {
    cl_context context = clCreateContext(nullptr, 1, &o.device, nullptr, nullptr, nullptr);
    good(clSetContextDestructorCallback(
             context, [](cl_context, void* p) { use_callback(p); }, nullptr),
         "clSetContextDestructorCallback");
    good(clReleaseContext(context), "clReleaseContext");
}

void cycle_queue(const Objects& o) {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_command_queue queue = clCreateCommandQueueWithProperties(o.context, o.device, properties, nullptr);
    good(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), "clEnqueueMarkerWithWaitList");
    good(clFinish(queue), "clFinish");
    good(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

void cycle_buffer(const Objects& o) {
    cl_mem buffer = clCreateBuffer(o.context, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
    good(clSetMemObjectDestructorCallback(
             buffer, [](cl_mem, void* p) { use_callback(p); }, nullptr),
         "clSetMemObjectDestructorCallback");
    good(clReleaseMemObject(buffer), "clReleaseMemObject");
}

void cycle_large_buffer(const Objects& o) {
    cl_mem buffer = clCreateBuffer(o.context, CL_MEM_READ_WRITE, 8 << 20, nullptr, nullptr);
    const cl_uint zero = 0;
    good(clEnqueueFillBuffer(o.queue, buffer, &zero, 4, 0, 4 << 20, 0, nullptr, nullptr), "fill");
    good(clFinish(o.queue), "clFinish");
    good(clReleaseMemObject(buffer), "clReleaseMemObject");
}

void cycle_sub_buffer(const Objects& o) {
    const cl_buffer_region region{4096, 4096};
    cl_mem part = clCreateSubBuffer(o.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
    good(clReleaseMemObject(part), "clReleaseMemObject");
}

void cycle_program(const Objects& o) {
    cl_program program = clCreateProgramWithSource(o.context, 1, const_cast<const char**>(&source), nullptr, nullptr);
    good(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    wait_for_code(o, kernel);
    good(clReleaseKernel(kernel), "clReleaseKernel");
    good(clReleaseProgram(program), "clReleaseProgram");
}

void cycle_program_that_fails(const Objects& o) {
    const char* wrong = "kernel void k(global int* p) { *p = undeclared; }";
    cl_program program = clCreateProgramWithSource(o.context, 1, &wrong, nullptr, nullptr);
    expect(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE,
           "a wrong clBuildProgram");
    good(clReleaseProgram(program), "clReleaseProgram");
}

void cycle_kernel(const Objects& o) {
    cl_kernel kernel = clCreateKernel(o.program, "k", nullptr);
    good(clSetKernelArg(kernel, 0, sizeof o.buffer, &o.buffer), "clSetKernelArg");
    cl_kernel clone = clCloneKernel(kernel, nullptr);
    good(clReleaseKernel(kernel), "clReleaseKernel");
    good(clReleaseKernel(clone), "clReleaseKernel");
}

void cycle_event(const Objects& o) {
    cl_event event = nullptr;
    const cl_int x = 1;
    const size_t one = 1;
    good(clSetKernelArg(o.kernel, 0, sizeof o.buffer, &o.buffer), "clSetKernelArg");
    good(clSetKernelArg(o.kernel, 1, 64, nullptr), "clSetKernelArg");
    good(clSetKernelArg(o.kernel, 2, sizeof x, &x), "clSetKernelArg");
    good(clEnqueueNDRangeKernel(o.queue, o.kernel, 1, nullptr, &one, nullptr, 0, nullptr, &event),
         "clEnqueueNDRangeKernel");
    // Each cycle waits for its callback, so that at most one callback is pending.
    static std::binary_semaphore called(0);
    good(clSetEventCallback(
             event, CL_COMPLETE, [](cl_event, cl_int, void*) { called.release(); }, nullptr),
         "clSetEventCallback");
    good(clWaitForEvents(1, &event), "clWaitForEvents");
    called.acquire();
    good(clReleaseEvent(event), "clReleaseEvent");
}

void cycle_user_event(const Objects& o) {
    cl_event event = clCreateUserEvent(o.context, nullptr);
    cl_event marker = nullptr;
    good(clEnqueueMarkerWithWaitList(o.queue, 1, &event, &marker), "clEnqueueMarkerWithWaitList");
    good(clSetUserEventStatus(event, CL_COMPLETE), "clSetUserEventStatus");
    good(clReleaseEvent(event), "clReleaseEvent");
    good(clWaitForEvents(1, &marker), "clWaitForEvents");
    good(clReleaseEvent(marker), "clReleaseEvent");
}

void cycle_failing_user_event(const Objects& o) {
    cl_event event = clCreateUserEvent(o.context, nullptr);
    good(clEnqueueMarkerWithWaitList(o.queue, 1, &event, nullptr), "clEnqueueMarkerWithWaitList");
    good(clSetUserEventStatus(event, -7), "clSetUserEventStatus");
    good(clReleaseEvent(event), "clReleaseEvent");
    good(clFinish(o.queue), "clFinish");
}

void cycle_sub_device(const Objects& o) {
    const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_id part = nullptr;
    if (clCreateSubDevices(o.device, by_counts, 1, &part, nullptr) != CL_SUCCESS) return;
    cl_context context = clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, part, nullptr, nullptr);
    good(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), "clEnqueueMarkerWithWaitList");
    good(clFinish(queue), "clFinish");
    good(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    good(clReleaseContext(context), "clReleaseContext");
    good(clReleaseDevice(part), "clReleaseDevice");
}

void cycle_svm_allocation(const Objects& o) {
    void* memory = clSVMAlloc(o.context, CL_MEM_READ_WRITE, 4096, 0);
    const cl_uint zero = 0;
    good(clEnqueueSVMMemFill(o.queue, memory, &zero, 4, 4096, 0, nullptr, nullptr), "fill");
    good(clEnqueueSVMFree(o.queue, 1, &memory, nullptr, nullptr, 0, nullptr, nullptr), "free");
    good(clFinish(o.queue), "clFinish");
}

void cycle_map(const Objects& o) {
    void* mapped = clEnqueueMapBuffer(o.queue, o.buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, nullptr, nullptr, nullptr);
    good(clEnqueueUnmapMemObject(o.queue, o.buffer, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    good(clFinish(o.queue), "clFinish");
}

void cycle_image_and_sampler(const Objects& o) {
    cl_sampler sampler = clCreateSampler(o.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
    if (sampler) good(clReleaseSampler(sampler), "clReleaseSampler");
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 16;
    cl_mem image = clCreateImage(o.context, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
    if (image) good(clReleaseMemObject(image), "clReleaseMemObject");
}

constexpr Kind kinds[] = {
    {"context", 1, cycle_context},
    {"queue", 1, cycle_queue},
    {"buffer", 1, cycle_buffer},
    {"large buffer", 50, cycle_large_buffer},
    {"sub-buffer", 1, cycle_sub_buffer},
    {"program", 20, cycle_program},
    {"program that fails", 20, cycle_program_that_fails},
    {"kernel", 1, cycle_kernel},
    {"event", 1, cycle_event},
    {"user event", 1, cycle_user_event},
    {"failing user event", 1, cycle_failing_user_event},
    {"sub-device", 50, cycle_sub_device},
    {"SVM allocation", 1, cycle_svm_allocation},
    {"map", 1, cycle_map},
    {"image and sampler, where there are any", 1, cycle_image_and_sampler},
};

long resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    long total = 0;
    long resident = 0;
    statm >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

/// Runs three rounds of `cycles` cycles and returns the smallest growth of the process in a round, in bytes. The cycles
/// before the rounds fill free lists and caches. A thread that is used for the first time keeps some memory, but a leak
/// grows in every round.
long growth(const Kind& kind, const Objects& objects, long cycles) {
    const auto repeat = [&](long times) {
        for (long i = 0; i < times; ++i) kind.cycle(objects);
    };
    repeat(std::max(cycles / 5, 20L));
    long least = std::numeric_limits<long>::max();
    for (int round = 0; round < 3; ++round) {
        const long before = resident_bytes();
        repeat(cycles);
        least = std::min(least, resident_bytes() - before);
    }
    return least;
}

}  // namespace

int main(int argc, char** argv) {
    const long cycles = argc > 1 ? std::atol(argv[1]) : 5000;
    const bool each = argc > 2 && std::string(argv[2]) == "each";
    constexpr long allowed = 1 << 20;
    const Objects objects = make_objects();
    bool grows = false;
    for (const Kind& kind : kinds) {
        const long times = std::max(each ? cycles : cycles / kind.cost, 40L);
        const long bytes = growth(kind, objects, times);
        std::printf("%-40s %8ld cycles: %6ld KiB more\n", kind.name, times, bytes / 1024);
        std::fflush(stdout);
        grows |= bytes > allowed;
    }
    return grows ? 1 : 0;
}
