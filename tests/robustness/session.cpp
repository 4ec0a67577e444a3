#include "session.h"

#include <fstream>
#include <vector>

namespace lanewise::test {
namespace {

constexpr std::size_t items = 4096;

constexpr const char* source = R"(
kernel void square(global uint* data) {
    size_t i = get_global_id(0);
    data[i] = (uint)(i * i) + SALT;
}
kernel void spin(global uint* data) {
    uint x = get_global_id(0);
    for (ulong i = 0; i < 20000000000UL; ++i) x = x * 1664525u + 1013904223u + data[x % 7];
    data[get_global_id(0)] = x;
}
)";

}  // namespace

Session::Session() {
    cl_platform_id platform = nullptr;
    note(clGetPlatformIDs(1, &platform, nullptr));
    note(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
    cl_int code = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    note(code);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
    note(code);
    buffer_ = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, &code);
    note(code);
    const cl_uint zero = 0;
    note(clEnqueueFillBuffer(queue, buffer_, &zero, sizeof zero, 0, items * sizeof(cl_uint), 0, nullptr, nullptr));
    note(clFinish(queue));
}

void Session::release_program() {
    if (square_) clReleaseKernel(square_);
    if (spin_) clReleaseKernel(spin_);
    if (program_) clReleaseProgram(program_);
    square_ = spin_ = nullptr;
    program_ = nullptr;
}

Session::~Session() {
    release_program();
    clReleaseMemObject(buffer_);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

cl_program Session::make_program(const char* text) {
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    note(code);
    return program;
}

void Session::build(int salt) {
    cl_int code = CL_SUCCESS;
    release_program();
    program_ = make_program(source);
    const std::string options = "-DSALT=" + std::to_string(salt);
    note(clBuildProgram(program_, 0, nullptr, options.c_str(), nullptr, nullptr));
    square_ = clCreateKernel(program_, "square", &code);
    note(code);
    note(clSetKernelArg(square_, 0, sizeof buffer_, &buffer_));
    salt_ = static_cast<cl_uint>(salt);
}

bool Session::computes() {
    note(clEnqueueNDRangeKernel(queue, square_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    std::vector<cl_uint> result(items);
    note(clEnqueueReadBuffer(queue, buffer_, CL_TRUE, 0, items * sizeof(cl_uint), result.data(), 0, nullptr, nullptr));
    for (cl_uint i = 0; i < items; ++i) ok_ = ok_ && result[i] == i * i + salt_;
    return ok_;
}

void Session::start_long_kernel() {
    cl_int code = CL_SUCCESS;
    spin_ = clCreateKernel(program_, "spin", &code);
    note(code);
    note(clSetKernelArg(spin_, 0, sizeof buffer_, &buffer_));
    note(clEnqueueNDRangeKernel(queue, spin_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    note(clFlush(queue));
}

bool is_loaded(const std::string& part) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        if (line.find(part) != std::string::npos) return true;
    }
    return false;
}

}  // namespace lanewise::test
