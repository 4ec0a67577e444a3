// The device of one rank. Every rank opens its own context; the driver uses only the CPUs of the rank's affinity mask.
#pragma once

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>

namespace cluster {

/// Ends the process after a failed call. mpirun then ends the other ranks.
inline void check(cl_int code, const char* call) {
    if (code == CL_SUCCESS) return;
    std::fprintf(stderr, "%s failed with error %d\n", call, code);
    std::exit(1);
}

class Session {
public:
    Session();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Builds a program and returns its kernel `name`.
    cl_kernel make_kernel(const char* source, const char* name) const;
    cl_uint compute_units() const;

    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
};

}  // namespace cluster
