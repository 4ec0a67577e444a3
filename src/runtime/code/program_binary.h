// The binary of a program, made once from the code of its kernels. Thread-safe.
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

    /// Returns the bytes of CL_PROGRAM_BINARIES. Compiles all kernels first, on the threads of `arena`. Leaves out a
    /// kernel that cannot be compiled; the creation of this kernel from the binary then fails in the same way. Returns
    /// the same bytes at each call, since applications first ask for the number of bytes. Throws if there is not enough
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
