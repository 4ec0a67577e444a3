// Owning handles of OpenCL objects for the stress tests, and their common failure function. The handles are only as
// thread-safe as OpenCL itself.
#pragma once

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace lanewise::stress {

/// Ends the process, because a run with a wrong result need not continue.
[[noreturn]] inline void fail(const char* what, long long got, long long wanted) {
    std::fprintf(stderr, "stress: %s: got %lld, wanted %lld\n", what, got, wanted);
    std::abort();
}

inline void expect(const char* what, long long got, long long wanted) {
    if (got != wanted) fail(what, got, wanted);
}

/// A counted handle: copies retain, destruction releases.
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

/// Makes an object by `create`, which takes the pointer to the error code.
template <class Owner, class Create>
Owner make(const char* what, Create&& create) {
    cl_int code = 1;
    Owner owner(create(&code));
    expect(what, code, CL_SUCCESS);
    return owner;
}

}  // namespace lanewise::stress
