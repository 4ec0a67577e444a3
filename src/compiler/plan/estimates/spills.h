// Counts spills: stores and loads of lanes' values, which a widened kernel would need because registers are full.
//
// The count assumes that the value whose next use is farthest is evicted (L. A. Belady, "A study of replacement
// algorithms for a virtual-storage computer", 1966). In loops without branches, compilers make no more spills than this
// estimate. The count is not a time; it is compared with the number of operations in the same code.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Numbers of operations and spills in the code that runs most. Each counted operation or spill concerns one vector
/// register. This code is the innermost loop with the most work, if that loop is at least half of the kernel's work.
/// Otherwise the code is the next outer loop, if that loop is at least half of the work. If no loop has half of the
/// work, the code is the whole kernel, and each block counts once.
struct Spills {
    bool in_loop = false;
    std::uint64_t operations = 0;  // operations of one iteration, each on a whole register
    std::uint64_t floating = 0;    // number of floating-point operations among `operations`
    std::uint64_t moved = 0;       // stores and loads of spilled values
    std::uint64_t carried = 0;     // registers that hold values passed to the next iteration
};

/// Counts the spills of `linearized` if it is widened to `lanes` lanes.
Spills spills_of(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target, unsigned lanes);

}  // namespace lanewise::compiler
