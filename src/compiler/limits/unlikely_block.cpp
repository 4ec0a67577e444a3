#include "compiler/limits/unlikely_block.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/ProfDataUtils.h>

#include "compiler/limits/costs.h"

namespace lanewise::compiler {

bool is_unlikely(const llvm::BasicBlock& block) {
    const llvm::BasicBlock* before = block.getSinglePredecessor();
    const auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    std::uint64_t taken = 0, not_taken = 0;
    if (!branch || !branch->isConditional() || !llvm::extractBranchWeights(*branch, taken, not_taken)) return false;
    const bool is_first = branch->getSuccessor(0) == &block;
    return (is_first ? taken : not_taken) < (is_first ? not_taken : taken) / costs::unlikely_share;
}

}  // namespace lanewise::compiler
