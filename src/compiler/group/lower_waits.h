// Replaces barriers and waits by calls of the device's functions, in kernels that have fact::waits. The device runs
// each sub-group of these kernels on a stack of its own (device/turns/turns.h), so their chunk functions are not split
// into regions.
//
//   call void @ocl.barrier(i32 1)            call void @lanewise_meet()
//   call void @ocl.wait_turn()        ->     call void @lanewise_wait_turn()
//   call void @ocl.device_barrier(i32 %n)    call void @lanewise_meet_all(i32 %n)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerWaits : llvm::PassInfoMixin<LowerWaits> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
