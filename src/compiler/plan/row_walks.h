// Whether lanes go through memory each along a row of its own: what a lane comes to in the next iteration of a loop
// lies beside what it came to in this one, and what the next lane comes to far away. Every lane then keeps a line of
// the caches for each such access. Rows are often a power of two bytes apart, and few of such lines fit in the
// first-level cache: more lanes than fill a vector would drive each other's out.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Of a linearized kernel.
bool walks_rows_apart(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
