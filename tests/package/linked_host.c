/* Runs a kernel with plain calls of OpenCL, and prints the path of the library that each of three calls goes to. The
   test links this program with the driver, with a loader, or with both. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char* source = "kernel void square(global int* x) { size_t i = get_global_id(0); x[i] = (int)(i * i); }";

static int run(cl_device_id device) {
    enum { items = 1000 };
    int out[items];
    cl_int error = CL_SUCCESS;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) return 1;
    cl_kernel kernel = clCreateKernel(program, "square", &error);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(out), NULL, &error);
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    const size_t size = items;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
    if (clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL) != CL_SUCCESS) return 1;
    for (int i = 0; i < items; ++i)
        if (out[i] != i * i) return 1;
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}

static void print_library(void* function) {
    Dl_info info;
    puts(dladdr(function, &info) ? info.dli_fname : "?");
}

int main(void) {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return 1;
    for (cl_uint i = 0; i < count && i < 8; ++i) {
        char name[64] = "";
        cl_device_id device = NULL;
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
        if (strcmp(name, "Lanewise") != 0) continue;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) return 1;
        if (run(device) != 0) return 1;
        print_library((void*)(size_t)&clGetPlatformIDs);
        print_library((void*)(size_t)&clGetPlatformInfo);
        print_library((void*)(size_t)&clFinish);
        return 0;
    }
    return 1;
}
