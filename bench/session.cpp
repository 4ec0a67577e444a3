#include "session.h"

#include <cstdio>
#include <cstdlib>

namespace bench {

void check(cl_int status, const char* call) {
    if (status == CL_SUCCESS) return;
    std::fprintf(stderr, "%s failed with error %d. With Lanewise, LANEWISE_LOG=1 tells the reason.\n", call, status);
    std::exit(1);
}

namespace {

std::string build_log(cl_program program, cl_device_id device) {
    std::size_t bytes = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
    std::string log(bytes, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
    return log;
}

cl_device_id first_device() {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    return device;
}

}  // namespace

Session::Session() : Session(first_device()) {}

Session::Session(cl_device_id device) : device_(device) {
    cl_int status = CL_SUCCESS;
    context_ = Context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status));
    check(status, "clCreateContext");
    queue_ = new_queue(0);
}

Queue Session::new_queue(cl_command_queue_properties properties) const {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int status = CL_SUCCESS;
    Queue queue(clCreateCommandQueueWithProperties(context_, device_, list, &status));
    check(status, "clCreateCommandQueueWithProperties");
    return queue;
}

Buffer Session::new_buffer(std::size_t bytes) const {
    cl_int status = CL_SUCCESS;
    Buffer buffer(clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &status));
    check(status, "clCreateBuffer");
    return buffer;
}

Program Session::build(const std::string& source, const char* options) const {
    cl_int status = CL_SUCCESS;
    Program program = try_build(source, options, status);
    check_build(program, status);
    return program;
}

Program Session::build_module(std::span<const char> module, const char* options) const {
    cl_int status = CL_SUCCESS;
    Program program(clCreateProgramWithIL(context_, module.data(), module.size(), &status));
    check(status, "clCreateProgramWithIL");
    check_build(program, clBuildProgram(program, 1, &device_, options, nullptr, nullptr));
    return program;
}

void Session::check_build(cl_program program, cl_int status) const {
    if (status != CL_SUCCESS) std::fprintf(stderr, "%s\n", build_log(program, device_).c_str());
    check(status, "clBuildProgram");
}

Program Session::try_build(const std::string& source, const char* options, cl_int& status) const {
    const char* text = source.c_str();
    Program program(clCreateProgramWithSource(context_, 1, &text, nullptr, &status));
    check(status, "clCreateProgramWithSource");
    status = clBuildProgram(program, 1, &device_, options, nullptr, nullptr);
    return program;
}

Kernel Session::kernel(cl_program program, const char* name) const {
    cl_int status = CL_SUCCESS;
    Kernel kernel(clCreateKernel(program, name, &status));
    check(status, "clCreateKernel");
    return kernel;
}

void Session::wait_for_code(cl_kernel kernel) const {
    std::size_t lanes = 0;
    check(clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof lanes, &lanes,
                                   nullptr),
          "clGetKernelWorkGroupInfo");
}

void Session::launch(cl_command_queue queue, cl_kernel kernel, std::size_t global, std::size_t local) const {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local ? &local : nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

const Session& session() {
    static const Session shared;
    return shared;
}

}  // namespace bench
