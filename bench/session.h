// Wraps the OpenCL objects that a benchmark needs: one device, one context, one queue, RAII handles. If an OpenCL call
// fails, the program prints the call's name and error code and ends, since a benchmark cannot recover.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace bench {

/// Ends the program if `status` is an error.
void check(cl_int status, const char* call);

/// Owns one reference to an OpenCL object.
template <typename Object, cl_int (*Release)(Object)>
class Handle {
public:
    Handle() = default;
    explicit Handle(Object object) : object_(object) {}
    Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Handle() {
        if (object_) Release(object_);
    }
    operator Object() const { return object_; }
    Object* address() { return &object_; }

private:
    Object object_ = nullptr;
};

using Context = Handle<cl_context, &clReleaseContext>;
using Queue = Handle<cl_command_queue, &clReleaseCommandQueue>;
using Buffer = Handle<cl_mem, &clReleaseMemObject>;
using Program = Handle<cl_program, &clReleaseProgram>;
using Kernel = Handle<cl_kernel, &clReleaseKernel>;
using Event = Handle<cl_event, &clReleaseEvent>;

/// A context and an in-order queue on the first device of the first platform, or on a given device.
class Session {
public:
    Session();
    /// Uses the given device.
    explicit Session(cl_device_id device);

    cl_device_id device() const { return device_; }
    cl_context context() const { return context_; }
    cl_command_queue queue() const { return queue_; }

    Queue new_queue(cl_command_queue_properties properties) const;
    Buffer new_buffer(std::size_t bytes) const;
    Program build(const std::string& source, const char* options = "") const;
    /// Builds a program from a SPIR-V module.
    Program build_module(std::span<const char> module, const char* options = "") const;
    /// Builds a program, and sets `status` to the result of clBuildProgram.
    Program try_build(const std::string& source, const char* options, cl_int& status) const;
    Kernel kernel(cl_program program, const char* name) const;
    /// Waits until the kernel's code is compiled, since a driver may still compile the code after clCreateKernel has
    /// returned.
    void wait_for_code(cl_kernel kernel) const;
    /// Enqueues `kernel` over `global` work-items; if `local` is 0, the driver chooses the work-group size.
    void launch(cl_command_queue queue, cl_kernel kernel, std::size_t global, std::size_t local = 0) const;

private:
    void check_build(cl_program program, cl_int status) const;

    cl_device_id device_ = nullptr;
    Context context_;
    Queue queue_;
};

/// Returns the session shared by all benchmarks of a process.
const Session& session();

template <typename T>
void set_arg(cl_kernel kernel, cl_uint index, const T& value) {
    check(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
}

inline void set_arg(cl_kernel kernel, cl_uint index, const Buffer& buffer) {
    cl_mem handle = buffer;
    set_arg(kernel, index, handle);
}

}  // namespace bench
