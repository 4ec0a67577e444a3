// An OpenCL device that accepts SPIR-V, with the API calls that all examples need. Errors of OpenCL are thrown as
// exceptions.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

inline void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS)
        throw std::runtime_error(std::string(call) + " failed with error " + std::to_string(status));
}

/// A specialization constant: a constant of the module whose value the host chooses before the build.
struct Specialization {
    cl_uint id;
    cl_ulong value;
};

class Device {
public:
    /// `folder` contains the modules.
    explicit Device(std::string folder);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// Builds the module `file` and returns its kernel `name`.
    cl_kernel kernel(const std::string& file, const char* name, const std::vector<Specialization>& constants = {});

    template <class T>
    cl_mem buffer(const std::vector<T>& content) {
        return buffer(content.data(), content.size() * sizeof(T));
    }
    template <class T>
    void read(cl_mem buffer, std::vector<T>& content) {
        check(clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, content.size() * sizeof(T), content.data(), 0, nullptr,
                                  nullptr),
              "clEnqueueReadBuffer");
    }

    /// Runs `kernel` once. A local size of 0 leaves the choice to the driver.
    template <class... Arguments>
    void run(cl_kernel kernel, std::array<std::size_t, 2> global, std::array<std::size_t, 2> local,
             const Arguments&... arguments) {
        cl_uint index = 0;
        (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
        check(clEnqueueNDRangeKernel(queue_, kernel, 2, nullptr, global.data(), local[0] ? local.data() : nullptr, 0,
                                     nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }

private:
    cl_mem buffer(const void* content, std::size_t bytes);
    cl_program program(const std::string& file);

    std::string folder_;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    std::vector<cl_mem> buffers_;
    std::vector<cl_kernel> kernels_;
};
