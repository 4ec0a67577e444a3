// The binary of a program, made once from the codes of its kernels. Thread-safe.
#pragma once

#include <memory>
#include <mutex>

#include "device/pool/arena.h"
#include "runtime/code/kernel_codes.h"
#include "runtime/code/plan_trials.h"

namespace lanewise::runtime {

class ProgramBinary {
public:
    /// Both must outlive the object.
    ProgramBinary(KernelCodes& codes, const PlanTrials& trials) : codes_(codes), trials_(trials) {}

    /// The bytes of CL_PROGRAM_BINARIES. Compiles all kernels first, on the threads of `arena`. Leaves out a kernel
    /// that cannot be compiled; creating it from the binary fails in the same way. Returns the same bytes each time,
    /// since applications ask for their number first. Throws when memory is short.
    std::shared_ptr<const Bytes> get(device::Arena& arena);

private:
    class CompileTask;

    void compile_all(device::Arena& arena);
    Bytes make(device::Arena& arena);

    KernelCodes& codes_;
    const PlanTrials& trials_;
    std::mutex mutex_;
    std::shared_ptr<const Bytes> bytes_;  // under mutex_; null until requested
};

}  // namespace lanewise::runtime
