#include "compiler/group/rematerialize.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

bool is_cheap(const llvm::Instruction& instruction) {
    if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
        return !binary->isIntDivRem() && binary->getType()->isIntOrIntVectorTy();
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
        return cast->isIntegerCast() || llvm::isa<llvm::AddrSpaceCastInst>(cast);
    return llvm::isa<llvm::GetElementPtrInst, llvm::ICmpInst, llvm::SelectInst, llvm::InsertElementInst,
                     llvm::ShuffleVectorInst>(instruction) ||
           is_pure_operation(&instruction);
}

// Subtracts the number of instructions that compute `value` from `budget`; returns false if the budget is too small.
bool fits(const llvm::Value* value, IsAvailable is_available, int& budget) {
    if (llvm::isa<llvm::Constant, llvm::Argument>(value) || is_available(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !is_cheap(*instruction) || --budget < 0) return false;
    if (is_pure_operation(instruction)) return true;
    return llvm::all_of(instruction->operands(),
                        [&](const llvm::Use& use) { return fits(use.get(), is_available, budget); });
}

llvm::Value* copy(llvm::Value* value, IsAvailable is_available, llvm::IRBuilderBase& builder,
                  llvm::SmallDenseMap<llvm::Value*, llvm::Value*, 8>& copies) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || is_available(value)) return value;
    if (llvm::Value* known = copies.lookup(value)) return known;
    llvm::Instruction* result = instruction->clone();
    if (!is_pure_operation(instruction))
        for (llvm::Use& use : result->operands()) use.set(copy(use.get(), is_available, builder, copies));
    builder.Insert(result, instruction->getName());
    copies[value] = result;
    return result;
}

}  // namespace

bool can_rematerialize(const llvm::Instruction& value, IsAvailable is_available) {
    int budget = costs::rematerialized;
    return fits(&value, is_available, budget);
}

llvm::Value* rematerialize(llvm::Instruction& value, IsAvailable is_available, llvm::IRBuilderBase& builder) {
    llvm::SmallDenseMap<llvm::Value*, llvm::Value*, 8> copies;
    return copy(&value, is_available, builder, copies);
}

}  // namespace lanewise::compiler
