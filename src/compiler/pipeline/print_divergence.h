// Prints the control flow of a kernel as the stage `linearize` analyses it (linearize/masks/divergence.h). Marks the
// branches at which work-items diverge, and the blocks that only some work-items run.
//
// Thread-safety: none needed. print_flow changes the function: like Divergence, it splits critical edges.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "compiler/analysis/uniformity.h"

namespace lanewise::compiler {

/// Returns the block's name as in printed IR, without the leading `%`.
std::string name_of(const llvm::BasicBlock& block);

void print_flow(llvm::Function& function, Uniformity& uniformity, llvm::raw_ostream& out);

}  // namespace lanewise::compiler
