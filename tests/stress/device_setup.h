// Common setup of the stress tests: the device, a context, the kernels, and several queues.
#pragma once

#include <vector>

#include "cl_objects.h"

namespace lanewise::stress {

inline constexpr const char* kernels_source = R"(
kernel void scale(global uint* data, uint factor, uint addend) {
    size_t i = get_global_id(0);
    data[i] = data[i] * factor + addend + (uint)i;
}
kernel void add(global uint* to, global const uint* from, uint factor) {
    size_t i = get_global_id(0);
    to[i] += from[i] * factor;
}
kernel void reverse_groups(global uint* data, local uint* scratch) {
    size_t l = get_local_id(0), n = get_local_size(0);
    scratch[l] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = scratch[n - 1 - l];
}
)";

struct Setup {
    cl_device_id device = nullptr;
    Context context;
    Program program;
    std::vector<Queue> queues;  // every second queue is out of order, and every third one has profiling
};

inline Setup make_setup(unsigned queue_count) {
    Setup setup;
    cl_platform_id platform = nullptr;
    expect("clGetPlatformIDs", clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    expect("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &setup.device, nullptr), CL_SUCCESS);
    setup.context = make<Context>("clCreateContext", [&](cl_int* code) {
        return clCreateContext(nullptr, 1, &setup.device, nullptr, nullptr, code);
    });
    setup.program = make<Program>("clCreateProgramWithSource", [&](cl_int* code) {
        const char* text = kernels_source;
        return clCreateProgramWithSource(setup.context.get(), 1, &text, nullptr, code);
    });
    expect("clBuildProgram", clBuildProgram(setup.program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    for (unsigned i = 0; i < queue_count; ++i) {
        const cl_queue_properties bits =
            (i % 2 != 0 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) | (i % 3 == 0 ? CL_QUEUE_PROFILING_ENABLE : 0);
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
        setup.queues.push_back(make<Queue>("clCreateCommandQueueWithProperties", [&](cl_int* code) {
            return clCreateCommandQueueWithProperties(setup.context.get(), setup.device, properties, code);
        }));
    }
    return setup;
}

inline Kernel make_kernel(const Setup& setup, const char* name) {
    return make<Kernel>(name, [&](cl_int* code) { return clCreateKernel(setup.program.get(), name, code); });
}

}  // namespace lanewise::stress
