// Prints a kernel's control flow as `linearize` sees it: the branches at which work-items diverge, and the blocks that
// only some of them run (linearize/masks/divergence.h).
//
// Thread-safety: none needed; print_flow splits critical edges of the function, as Divergence does.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "compiler/analysis/uniformity.h"

namespace lanewise::compiler {

/// Returns the block's name as printed IR shows it, without the leading `%`.
std::string name_of(const llvm::BasicBlock& block);

void print_flow(llvm::Function& function, Uniformity& uniformity, llvm::raw_ostream& out);

}  // namespace lanewise::compiler
