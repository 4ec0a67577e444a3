// The binary of a program (CL_PROGRAM_BINARIES), made once from the code of its kernels. Thread-safe.
#pragma once

#include <memory>
#include <mutex>

#include "device/pool/arena.h"
#include "runtime/code/kernel_codes.h"
#include "runtime/code/plan_trials.h"

namespace lanewise::runtime {

class ProgramBinary {
public:
    /// Both arguments must outlive the object.
    ProgramBinary(KernelCodes& codes, const PlanTrials& trials) : codes_(codes), trials_(trials) {}

    /// Returns the bytes of the binary. The first call compiles all kernels, on the threads of `arena`. If a kernel
    /// cannot be compiled, the binary contains no code for it, and creating this kernel from the binary fails, too. All
    /// calls return the same bytes, since applications first ask for the number of bytes. Throws if there is not enough
    /// memory.
    std::shared_ptr<const Bytes> get(device::Arena& arena);

private:
    class CompileTask;

    void compile_all(device::Arena& arena);
    Bytes make(device::Arena& arena);

    KernelCodes& codes_;
    const PlanTrials& trials_;
    std::mutex mutex_;
    std::shared_ptr<const Bytes> bytes_;  // null until get() was called; guarded by mutex_
};

}  // namespace lanewise::runtime
