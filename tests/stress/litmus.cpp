// Runs litmus tests of the memory model on the device: `litmus [iterations]`. Outcomes that the memory model forbids
// must not appear, neither in global nor in local memory. Outcomes that are possible only with relaxed order must
// appear at least once in global memory, which proves that the program can observe reordering.
//
// A role is one of the concurrent code sequences of a litmus test. In global memory, every role is a separate kernel,
// with its own queue and host thread. Before each iteration the roles wait for each other, but only for a limited time,
// because OpenCL does not guarantee that work-groups run at the same time. In local memory, the roles are work-items of
// one group, and many groups run at the same time.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "litmus_tests.h"

namespace lanewise::stress {
namespace {

constexpr const char* prologue = R"(
#define LOAD(object, order) atomic_load_explicit(object, memory_order_##order, SCOPE)
#define STORE(object, value, order) atomic_store_explicit(object, value, memory_order_##order, SCOPE)
#define FENCE(order) atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_##order, SCOPE)
#define STRIDE 16
void play(int role, SPACE atomic_int* x, SPACE atomic_int* y, SPACE int* data, SPACE int* r) {
    switch (role) {
)";

// Runs `count` iterations of one role. Each iteration has its own x, y, data and results. The distance between these
// four objects is `STRIDE` ints, so that they lie in different cache lines.
constexpr const char* global_kernel = R"(
    }
}
kernel void litmus(global int* memory, global atomic_int* progress, int role, int roles, int count) {
    for (int i = 0; i < count; ++i) {
        atomic_store_explicit(&progress[role * STRIDE], i + 1, memory_order_relaxed, memory_scope_device);
        for (int other = 0; other < roles; ++other)
            for (int spin = 0; spin < 1000; ++spin)
                if (atomic_load_explicit(&progress[other * STRIDE], memory_order_relaxed,
                                         memory_scope_device) > i) break;
        global int* line = memory + i * 4 * STRIDE;
        play(role, (global atomic_int*)line, (global atomic_int*)(line + STRIDE), line + 2 * STRIDE,
             line + 3 * STRIDE);
    }
}
)";

constexpr const char* local_kernel = R"(
    }
}
kernel void litmus(global int* results, int roles) {
    local int memory[4 * STRIDE];
    int item = get_local_id(0);
    for (int i = item; i < 4 * STRIDE; i += get_local_size(0)) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    play((item + (int)get_group_id(0)) % roles, (local atomic_int*)memory, (local atomic_int*)(memory + STRIDE),
         memory + 2 * STRIDE, memory + 3 * STRIDE);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < 4; i += get_local_size(0))
        results[get_group_id(0) * 4 + i] = memory[3 * STRIDE + i];
}
)";

constexpr int stride = 16;
constexpr int batch = 2000;

void require(cl_int status, const char* what) {
    if (status == CL_SUCCESS) return;
    std::fprintf(stderr, "%s failed with error %d. LANEWISE_LOG=1 tells the reason.\n", what, status);
    std::exit(2);
}

struct Counts {
    long forbidden = 0;
    long weak = 0;

    void add(const LitmusTest& test, const Outcome& outcome) {
        forbidden += test.forbidden(outcome);
        weak += test.weak && test.weak(outcome);
    }
};

class Device {
public:
    Device() {
        cl_platform_id platform = nullptr;
        require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        require(status, "clCreateContext");
    }
    ~Device() { clReleaseContext(context_); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    cl_program build(const std::string& source, const char* space, const char* scope) const {
        const char* text = source.c_str();
        cl_int status = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
        require(status, "clCreateProgramWithSource");
        const std::string options = std::string("-cl-std=CL3.0 -DSPACE=") + space + " -DSCOPE=memory_scope_" + scope;
        status = clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr);
        if (status != CL_SUCCESS) {
            char log[4096] = "";
            clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
            std::fprintf(stderr, "%s\n", log);
        }
        require(status, "clBuildProgram");
        return program;
    }

    cl_kernel kernel(cl_program program) const {
        cl_int status = CL_SUCCESS;
        cl_kernel made = clCreateKernel(program, "litmus", &status);
        require(status, "clCreateKernel");
        return made;
    }

    cl_command_queue queue() const {
        cl_int status = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueueWithProperties(context_, device_, nullptr, &status);
        require(status, "clCreateCommandQueueWithProperties");
        return made;
    }

    cl_mem buffer(std::vector<cl_int>& memory) const {
        cl_int status = CL_SUCCESS;
        cl_mem made =
            clCreateBuffer(context_, CL_MEM_USE_HOST_PTR, memory.size() * sizeof(cl_int), memory.data(), &status);
        require(status, "clCreateBuffer");
        return made;
    }

private:
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
};

void run_role(cl_command_queue queue, cl_kernel kernel, cl_mem memory, cl_mem progress, int role, int roles) {
    const std::size_t one = 1;
    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    clSetKernelArg(kernel, 1, sizeof progress, &progress);
    clSetKernelArg(kernel, 2, sizeof role, &role);
    clSetKernelArg(kernel, 3, sizeof roles, &roles);
    clSetKernelArg(kernel, 4, sizeof batch, &batch);
    require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    require(clFinish(queue), "clFinish");
}

Counts run_global(const Device& device, const LitmusTest& test, long iterations) {
    cl_program program = device.build(std::string(prologue) + test.body + global_kernel, "global", "device");
    std::vector<cl_int> memory(batch * 4 * stride), progress(4 * stride);
    cl_mem memory_buffer = device.buffer(memory), progress_buffer = device.buffer(progress);
    std::vector<cl_kernel> kernels;
    std::vector<cl_command_queue> queues;
    for (unsigned role = 0; role < test.roles; ++role) {
        kernels.push_back(device.kernel(program));
        queues.push_back(device.queue());
    }
    Counts counts;
    // On a busy machine the roles rarely run at the same time. A test in which a weak outcome must appear therefore
    // repeats the iterations for a limited time.
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const auto wanted = [&](long done) {
        return done < iterations || (test.weak && counts.weak == 0 && std::chrono::steady_clock::now() < patience);
    };
    for (long done = 0; wanted(done); done += batch) {
        std::fill(memory.begin(), memory.end(), 0);
        std::fill(progress.begin(), progress.end(), 0);
        std::vector<std::thread> threads;
        for (unsigned role = 0; role < test.roles; ++role)
            threads.emplace_back(run_role, queues[role], kernels[role], memory_buffer, progress_buffer,
                                 static_cast<int>(role), static_cast<int>(test.roles));
        for (std::thread& thread : threads) thread.join();
        for (int i = 0; i < batch; ++i) {
            const cl_int* r = &memory[static_cast<std::size_t>((i * 4 + 3) * stride)];
            counts.add(test, {{r[0], r[1], r[2], r[3]}});
        }
    }
    for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
    for (cl_command_queue queue : queues) clReleaseCommandQueue(queue);
    clReleaseMemObject(memory_buffer);
    clReleaseMemObject(progress_buffer);
    clReleaseProgram(program);
    return counts;
}

Counts run_local(const Device& device, const LitmusTest& test, long iterations) {
    cl_program program = device.build(std::string(prologue) + test.body + local_kernel, "local", "work_group");
    cl_kernel kernel = device.kernel(program);
    cl_command_queue queue = device.queue();
    std::vector<cl_int> results(batch * 4);
    cl_mem buffer = device.buffer(results);
    const cl_int roles = static_cast<cl_int>(test.roles);
    const std::size_t local = test.roles, global = batch * local;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof roles, &roles);
    Counts counts;
    for (long done = 0; done < iterations; done += batch) {
        require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
                "clEnqueueNDRangeKernel");
        require(clFinish(queue), "clFinish");
        for (std::size_t i = 0; i < results.size(); i += 4)
            counts.add(test, {{results[i], results[i + 1], results[i + 2], results[i + 3]}});
    }
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return counts;
}

int run(long iterations) {
    const Device device;
    long forbidden = 0, weak = 0;
    for (const LitmusTest& test : litmus_tests()) {
        const Counts global = run_global(device, test, iterations);
        const Counts local = run_local(device, test, iterations);
        std::printf("%-50s global: %ld forbidden, %ld weak; local: %ld forbidden\n", test.name, global.forbidden,
                    global.weak, local.forbidden);
        std::fflush(stdout);
        forbidden += global.forbidden + local.forbidden;
        weak += global.weak;
    }
    if (forbidden != 0) std::printf("FAILED: outcomes that the memory model forbids\n");
    // On a single core, one work-item runs at a time, so that there are no weak outcomes.
    const bool may_see_weak = std::thread::hardware_concurrency() > 1;
    if (weak == 0 && may_see_weak) std::printf("FAILED: no weak outcome under relaxed order\n");
    return forbidden != 0 || (weak == 0 && may_see_weak) ? 1 : 0;
}

}  // namespace
}  // namespace lanewise::stress

int main(int argc, char** argv) {
    const long iterations = argc > 1 ? std::atol(argv[1]) : 1'000'000;
    if (iterations <= 0) {
        std::fprintf(stderr, "usage: litmus [ITERATIONS]   ITERATIONS is at least 1 (1000000 without it)\n");
        return 2;
    }
    return lanewise::stress::run(iterations);
}
