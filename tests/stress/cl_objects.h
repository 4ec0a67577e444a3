// Handles of OpenCL objects that release themselves, and functions that end a stress test. The handles are as
// thread-safe as OpenCL.
#pragma once

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace lanewise::stress {

/// Prints an error and ends the process.
[[noreturn]] inline void fail(const char* what, long long got, long long wanted) {
    std::fprintf(stderr, "stress: %s: got %lld, wanted %lld\n", what, got, wanted);
    std::abort();
}

inline void expect(const char* what, long long got, long long wanted) {
    if (got != wanted) fail(what, got, wanted);
}

/// A handle that counts references: copying a handle retains the object, and destroying a handle releases the object.
template <class Handle, cl_int (*retain)(Handle), cl_int (*release)(Handle)>
class Owned {
public:
    Owned() = default;
    explicit Owned(Handle handle) : handle_(handle) {}
    Owned(const Owned& other) : handle_(other.handle_) {
        if (handle_) expect("retain", retain(handle_), CL_SUCCESS);
    }
    Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Owned& operator=(Owned other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Owned() {
        if (handle_) expect("release", release(handle_), CL_SUCCESS);
    }

    Handle get() const { return handle_; }
    explicit operator bool() const { return handle_ != nullptr; }

private:
    Handle handle_ = nullptr;
};

using Context = Owned<cl_context, clRetainContext, clReleaseContext>;
using Queue = Owned<cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue>;
using Buffer = Owned<cl_mem, clRetainMemObject, clReleaseMemObject>;
using Program = Owned<cl_program, clRetainProgram, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clRetainKernel, clReleaseKernel>;
using Event = Owned<cl_event, clRetainEvent, clReleaseEvent>;

/// Returns an object made by `create`, whose argument is the address of the error code. Ends the process if `create`
/// fails.
template <class Owner, class Create>
Owner make(const char* what, Create&& create) {
    cl_int code = 1;
    Owner owner(create(&code));
    expect(what, code, CL_SUCCESS);
    return owner;
}

}  // namespace lanewise::stress
