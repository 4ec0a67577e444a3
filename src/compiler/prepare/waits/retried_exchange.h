// Recognizes loops that retry a compare-exchange until it succeeds. The expected value is always a value that was read
// from the same place before:
//
//   old = *p;
//   do { assumed = old; old = atomic_cmpxchg(p, assumed, f(assumed)); } while (old != assumed);
//
// An iteration fails only if another work-item changed the place after this read. So the loop ends without the help of
// other work-items, unlike a loop that waits until the place has a certain value: `while (atomic_cmpxchg(p, 0, 1) !=
// 0);`.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

namespace lanewise::compiler {

/// Whether each iteration of `loop` executes a compare-exchange whose expected value was read from the same place, and
/// leaves the loop if the compare-exchange succeeds. Private variables must be promoted to SSA values (mem2reg).
bool retries_exchange(const llvm::Loop& loop, const llvm::DominatorTree& dominators);

}  // namespace lanewise::compiler
