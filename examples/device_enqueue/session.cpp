#include "session.h"

#include <chrono>

Session::Session() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
    cl_device_device_enqueue_capabilities capabilities = 0;
    clGetDeviceInfo(device_, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof capabilities, &capabilities, nullptr);
    if ((capabilities & CL_DEVICE_QUEUE_SUPPORTED) == 0)
        throw std::runtime_error(
            "the device does not support device queues (CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES is 0)");
    cl_int status = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    device_queue_ = clCreateCommandQueueWithProperties(context_, device_, properties, &status);
    check(status, "clCreateCommandQueueWithProperties");
}

Session::~Session() {
    if (device_queue_) clReleaseCommandQueue(device_queue_);
    if (queue_) clReleaseCommandQueue(queue_);
    if (context_) clReleaseContext(context_);
}

cl_kernel Session::build(const char* source) {
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device_, "-cl-std=CL3.0", nullptr, nullptr) != CL_SUCCESS) {
        std::size_t bytes = 0;
        clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
        std::string log(bytes, '\0');
        clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
        throw std::runtime_error("the program does not build:\n" + log);
    }
    cl_kernel kernel = clCreateKernel(program, "start", &status);
    check(status, "clCreateKernel");
    clReleaseProgram(program);
    return kernel;
}

double Session::run_once(cl_kernel kernel) {
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t one = 1;
    check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue_), "clFinish");
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    clReleaseKernel(kernel);
    return time.count();
}
