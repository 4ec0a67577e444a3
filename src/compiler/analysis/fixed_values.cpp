#include "compiler/analysis/fixed_values.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

bool is_fixed(const llvm::Value& value, const llvm::Loop& loop, unsigned depth) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction || !loop.contains(instruction)) return true;
    if (depth == 0 || llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
        !llvm::isSafeToSpeculativelyExecute(instruction))
        return false;
    return llvm::all_of(instruction->operands(),
                        [&](const llvm::Use& operand) { return is_fixed(*operand.get(), loop, depth - 1); });
}

}  // namespace

bool is_fixed(const llvm::Value& value, const llvm::Loop& loop) { return is_fixed(value, loop, budget::guessed_depth); }

}  // namespace lanewise::compiler
