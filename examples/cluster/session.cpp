#include "session.h"

#include <string>

namespace cluster {

Session::Session() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int code = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
    check(code, "clCreateCommandQueueWithProperties");
}

Session::~Session() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

cl_kernel Session::make_kernel(const char* source, const char* name) const {
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr) != CL_SUCCESS) {
        std::string log(1 << 16, '\0');
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
        std::fprintf(stderr, "%s\n", log.c_str());
        std::exit(1);
    }
    cl_kernel kernel = clCreateKernel(program, name, &code);
    check(code, "clCreateKernel");
    clReleaseProgram(program);  // the kernel retains the program
    return kernel;
}

cl_uint Session::compute_units() const {
    cl_uint units = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr), "clGetDeviceInfo");
    return units;
}

}  // namespace cluster
