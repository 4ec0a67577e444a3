// Constructors of a program's variables (C++ for OpenCL, section "Construction, initialization and destruction"): "the
// implementation defines an ABI format for runtime initialization ... of global objects before ... all kernels are
// enqueued". The first launch of the program on a device enqueues the kernel that runs the constructors
// (lanewise/constructors.h). All launches of the program on the device wait for this kernel, and fail if the kernel
// fails. Thread-safe.
#pragma once

#include <vector>

#include "runtime/core/kernel.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime::api {

/// The wait list of a launch. If the program has constructors, the list includes the event of their kernel.
class LaunchWaits {
public:
    /// `given` must outlive the LaunchWaits object. Throws Error if the constructors cannot be enqueued.
    LaunchWaits(const Queue& queue, ProgramCode& program, WaitList given) : list_(given) {
        if (program.constructors()) add_constructors(queue, program);
    }

    operator WaitList() const noexcept { return list_; }

private:
    void add_constructors(const Queue& queue, ProgramCode& program);

    WaitList list_;
    std::vector<Event*> events_;  // used only if the program has constructors
};

}  // namespace lanewise::runtime::api
