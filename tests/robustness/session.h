// The shortest use of OpenCL that gives a result: a context, a queue, a kernel and a buffer. Tests of whole processes
// use this session to check whether OpenCL works.
#pragma once

#include <CL/cl.h>

#include <string>

namespace lanewise::test {

class Session {
public:
    Session();
    /// Releases all objects. The destructor may run at any time, even late in the exit of the process.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Makes a program from source without building it. If that fails, returns null, and ok() is false from then on.
    cl_program make_program(const char* source);
    /// Builds the program and makes its kernels. `salt` changes the source, so that no cache has the program.
    void build(int salt = 0);
    /// Runs the kernel. Returns true if the result is right.
    bool computes();
    /// Starts a kernel that runs for at least some seconds, without waiting for it.
    void start_long_kernel();

    bool ok() const { return ok_; }
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_device_id device = nullptr;

private:
    void note(cl_int code) { ok_ = ok_ && code == CL_SUCCESS; }

    void release_program();

    cl_program program_ = nullptr;
    cl_kernel square_ = nullptr;
    cl_kernel spin_ = nullptr;
    cl_mem buffer_ = nullptr;
    cl_uint salt_ = 0;
    bool ok_ = true;
};

/// Returns whether a file whose path contains `part` is mapped into this process.
bool is_loaded(const std::string& part);

}  // namespace lanewise::test
