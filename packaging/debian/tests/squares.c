// Computes squares on the device of the platform Lanewise, which the ICD loader finds, and checks them.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { count = 1000 };

static void check(cl_int status, const char* call) {
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s failed with %d.\n", call, status);
    exit(1);
}

static cl_platform_id find_platform(void) {
    cl_platform_id platforms[16];
    cl_uint found = 0;
    check(clGetPlatformIDs(16, platforms, &found), "clGetPlatformIDs");
    for (cl_uint i = 0; i < found && i < 16; ++i) {
        char name[64] = "";
        check(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL), "clGetPlatformInfo");
        if (strcmp(name, "Lanewise") == 0) return platforms[i];
    }
    fprintf(stderr, "No platform has the name Lanewise.\n");
    exit(1);
}

int main(void) {
    const char* source = "kernel void square(global int* x) { x[get_global_id(0)] *= x[get_global_id(0)]; }";
    cl_platform_id platform = find_platform();
    cl_device_id device;
    cl_int status;
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
    check(status, "clCreateCommandQueueWithProperties");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "square", &status);
    check(status, "clCreateKernel");

    cl_int values[count];
    for (int i = 0; i < count; ++i) values[i] = i;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    const size_t size = count;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), "clEnqueueReadBuffer");
    for (int i = 0; i < count; ++i) {
        if (values[i] != i * i) {
            fprintf(stderr, "The square of %d is %d.\n", i, values[i]);
            return 1;
        }
    }
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    printf("The device computed %d squares.\n", count);
    return 0;
}
