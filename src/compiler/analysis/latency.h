// Whether a kernel waits for its own results: in a long piece of straight code (the rounds of a hash function) a
// core can do little else until a chain of dependent operations is through, unless more lanes bring more
// chains. In short pieces it goes on with the next chunk instead.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether the innermost loop with most operations of `linearized` is a long one whose chains take longer than all
/// operations on `vectors` vectors each would. Not so of loops that lanes leave one by one: there more lanes
/// wait longer for the slowest.
bool waits_for_chains(llvm::Function& linearized, const ShapeInfo& shapes, unsigned vectors);

}  // namespace lanewise::compiler
