#include "compiler/analysis/copy_value.h"

#include "compiler/limits/budget.h"

namespace lanewise::compiler {

bool is_copyable(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst>(instruction) &&
           !instruction.isIntDivRem();
}

llvm::Value* copy_value(llvm::IRBuilder<>& builder, llvm::Value& value, Substitute substitute, CopiedValues& made,
                        unsigned depth) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction) return &value;
    if (const std::optional<llvm::Value*> other = substitute(*instruction)) return *other;
    if (llvm::Value* known = made.lookup(&value)) return known;
    if (!is_copyable(*instruction) || depth == budget::address_depth) return nullptr;
    llvm::SmallVector<llvm::Value*, 4> operands;
    for (llvm::Value* operand : instruction->operands()) {
        operands.push_back(copy_value(builder, *operand, substitute, made, depth + 1));
        if (!operands.back()) return nullptr;
    }
    llvm::Instruction* copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
    return made[&value] = builder.Insert(copy);
}

}  // namespace lanewise::compiler
