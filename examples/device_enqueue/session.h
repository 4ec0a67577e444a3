// A device that has device queues, and the OpenCL calls that the examples share. OpenCL errors become exceptions.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

inline void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS)
        throw std::runtime_error(std::string(call) + " failed with error " + std::to_string(status));
}

/// Device memory that holds `count` values of T.
template <class T>
class Array {
public:
    Array(cl_context context, const std::vector<T>& content) : count_(content.size()) {
        cl_int status = CL_SUCCESS;
        memory_ =
            clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count_ * sizeof(T), const_cast<T*>(content.data()), &status);
        check(status, "clCreateBuffer");
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { clReleaseMemObject(memory_); }

    std::vector<T> read(cl_command_queue queue) const {
        std::vector<T> content(count_);
        check(clEnqueueReadBuffer(queue, memory_, CL_TRUE, 0, count_ * sizeof(T), content.data(), 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
        return content;
    }
    cl_mem memory() const { return memory_; }

private:
    std::size_t count_;
    cl_mem memory_ = nullptr;
};

class Session {
public:
    Session();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    cl_context context() const { return context_; }
    cl_command_queue queue() const { return queue_; }

    /// Builds `source` and runs its kernel `start` as one work-item. Returns the duration in seconds. The run ends when
    /// all enqueued kernels have completed.
    template <class... Arguments>
    double run(const char* source, const Arguments&... arguments) {
        const cl_kernel kernel = build(source);
        cl_uint index = 0;
        (set(kernel, index++, arguments), ...);
        return run_once(kernel);
    }

private:
    template <class T>
    static void set(cl_kernel kernel, cl_uint index, const T& value) {
        check(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
    }
    template <class T>
    static void set(cl_kernel kernel, cl_uint index, const Array<T>& array) {
        const cl_mem memory = array.memory();
        check(clSetKernelArg(kernel, index, sizeof memory, &memory), "clSetKernelArg");
    }

    cl_kernel build(const char* source);
    double run_once(cl_kernel kernel);

    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_command_queue device_queue_ = nullptr;
};
