// Finds loops in which a work-item may wait for work-items of other sub-groups, as in
//
//   while (atomic_load(flag) == 0) ;
//   while (atomic_cmpxchg(lock, 0, 1) != 0) ;
//   while (*(volatile global int*)ticket != mine) mem_fence(CLK_GLOBAL_MEM_FENCE);
//
// A loop may wait if an exit depends on a read of memory that other work-items may change while the loop runs. Such
// reads are atomic and volatile reads, plain reads in a loop with fences, and calls of functions with such reads. If a
// loop with barriers has any such read, all plain reads of the loop are treated as such reads, too. The reason is that
// a work-item may store the value of such a read in plain memory for the other work-items of its work-group. The
// analysis errs on the side of waiting, except for three kinds of loops that end without the help of other work-items:
//
//   - retries of a compare-exchange whose expected value is the value that the place had before:
//     `do old = *p; while (atomic_cmpxchg(p, old, f(old)) != old);`. A retry fails only if another work-item succeeded.
//   - loops whose reads are additions of a constant to a counter, as in `while (atomic_inc(counter) < n)`.
//   - loops with a bounded number of iterations that read a different place in each iteration.
//
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <vector>

namespace lanewise::compiler {

/// Marks the functions that read memory that other work-items may change at the same time. Callers of marked functions
/// are also marked. The functions below need these marks; unmark_changing_reads() removes them.
void mark_changing_reads(llvm::Module& module);
void unmark_changing_reads(llvm::Module& module);

/// False if no loop of `function` may wait. Takes less time than waiting_places().
bool may_have_waits(const llvm::Function& function);

/// Returns instructions of `function` before which a waiting work-item can let other work-items run. Each back edge of
/// a loop that may wait has one such instruction. Returns none if no loop of the function may wait.
std::vector<llvm::Instruction*> waiting_places(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise::compiler
