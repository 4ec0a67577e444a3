// The shortest way to a result: context, queue, a built kernel and a buffer. The tests of processes use it in each
// situation that they set up.
#pragma once

#include <CL/cl.h>

#include <string>

namespace lanewise::test {

class Session {
public:
    Session();
    /// Releases everything; works at any time before the process ends.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Makes a program from source without building it. Returns null on failure, and ok() is false from then on.
    cl_program make_program(const char* source);
    /// Builds a program from source and makes its kernel. `salt` changes the source, so that nothing comes from a
    /// cache.
    void build(int salt = 0);
    /// Runs the kernel and reads its result. Returns true when the result is right.
    bool computes();
    /// Starts a kernel that runs for at least some seconds, and returns at once.
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

/// Tells whether a file whose path contains `part` is mapped into this process.
bool is_loaded(const std::string& part);

}  // namespace lanewise::test
