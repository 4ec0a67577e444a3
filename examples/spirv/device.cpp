#include "device.h"

#include <fstream>
#include <iterator>
#include <utility>

Device::Device(std::string folder) : folder_(std::move(folder)) {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
    // CL_DEVICE_IL_VERSION is an empty string if the device does not accept modules (OpenCL API, table of
    // clGetDeviceInfo).
    std::array<char, 256> versions{};
    check(clGetDeviceInfo(device_, CL_DEVICE_IL_VERSION, versions.size(), versions.data(), nullptr),
          "clGetDeviceInfo(CL_DEVICE_IL_VERSION)");
    if (std::string(versions.data()).find("SPIR-V") == std::string::npos)
        throw std::runtime_error("the device does not support SPIR-V (CL_DEVICE_IL_VERSION does not contain it)");
    cl_int status = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
}

Device::~Device() {
    for (const cl_kernel kernel : kernels_) clReleaseKernel(kernel);
    for (const cl_mem buffer : buffers_) clReleaseMemObject(buffer);
    if (queue_) clReleaseCommandQueue(queue_);
    if (context_) clReleaseContext(context_);
}

cl_program Device::program(const std::string& file) {
    std::ifstream stream(folder_ + "/" + file, std::ios::binary);
    const std::vector<char> module(std::istreambuf_iterator<char>(stream), {});
    if (module.empty()) throw std::runtime_error("cannot read the module " + folder_ + "/" + file);
    cl_int status = CL_SUCCESS;
    const cl_program program = clCreateProgramWithIL(context_, module.data(), module.size(), &status);
    check(status, "clCreateProgramWithIL");
    return program;
}

cl_kernel Device::kernel(const std::string& file, const char* name, const std::vector<Specialization>& constants) {
    const cl_program made = program(file);
    for (const Specialization& constant : constants)
        check(clSetProgramSpecializationConstant(made, constant.id, sizeof constant.value, &constant.value),
              "clSetProgramSpecializationConstant");
    if (clBuildProgram(made, 1, &device_, "", nullptr, nullptr) != CL_SUCCESS) {
        std::size_t bytes = 0;
        clGetProgramBuildInfo(made, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
        std::string log(bytes, '\0');
        clGetProgramBuildInfo(made, device_, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
        throw std::runtime_error("the module " + file + " does not build:\n" + log);
    }
    cl_int status = CL_SUCCESS;
    const cl_kernel kernel = clCreateKernel(made, name, &status);
    clReleaseProgram(made);
    check(status, "clCreateKernel");
    kernels_.push_back(kernel);
    return kernel;
}

cl_mem Device::buffer(const void* content, std::size_t bytes) {
    cl_int status = CL_SUCCESS;
    const cl_mem buffer = clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, bytes, const_cast<void*>(content), &status);
    check(status, "clCreateBuffer");
    buffers_.push_back(buffer);
    return buffer;
}
