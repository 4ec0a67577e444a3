#include "compiler/plan/dimensions/memory_order.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

// Distance in memory between the elements of neighbouring ids. The distance is a product. The pair's first member is
// the number of variable factors, and the second member is the product of the constant factors.
using Step = std::pair<unsigned, std::uint64_t>;
using MaybeStep = std::optional<Step>;

MaybeStep lesser(const MaybeStep& a, const MaybeStep& b) { return a && b ? std::min(*a, *b) : a ? a : b; }

MaybeStep scaled(const MaybeStep& step, const llvm::Value& factor, bool is_shift) {
    if (!step) return step;
    const auto* constant = dyn_cast<llvm::ConstantInt>(&factor);
    if (!constant || constant->getValue().getActiveBits() > 31) return Step{step->first + 1, step->second};
    const std::uint64_t number = constant->getZExtValue();
    return Step{step->first, step->second * (is_shift ? std::uint64_t{1} << (number & 31) : number)};
}

// Finds the distances in memory between the elements of neighbouring ids. Looks at a limited number of operations.
class Steps {
public:
    /// Returns the smallest distance for the id of `dimension` in `value`; none if the id is not found there.
    MaybeStep of(const llvm::Value& value, unsigned dimension);

private:
    MaybeStep of_address(const llvm::Instruction& address, unsigned dimension);

    unsigned left_ = budget::address_operations;
};

MaybeStep Steps::of_address(const llvm::Instruction& address, unsigned dimension) {
    MaybeStep least;
    for (const llvm::Value* operand : address.operands()) least = lesser(least, of(*operand, dimension));
    return least;
}

MaybeStep Steps::of(const llvm::Value& value, unsigned dimension) {
    const auto* instruction = dyn_cast<llvm::Instruction>(&value);
    if (!instruction || left_ == 0) return std::nullopt;
    --left_;
    if (traits_of(instruction) & trait::id) {
        const auto* constant = dyn_cast<llvm::ConstantInt>(instruction->getOperand(0));
        return constant && constant->equalsInt(dimension) ? MaybeStep(Step{0, 1}) : std::nullopt;
    }
    const auto operand = [&](unsigned i) { return of(*instruction->getOperand(i), dimension); };
    switch (instruction->getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Or: return lesser(operand(0), operand(1));
        case llvm::Instruction::Mul:
            return lesser(scaled(operand(0), *instruction->getOperand(1), false),
                          scaled(operand(1), *instruction->getOperand(0), false));
        case llvm::Instruction::Shl: return scaled(operand(0), *instruction->getOperand(1), true);
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::Trunc:
        case llvm::Instruction::Freeze: return operand(0);
        case llvm::Instruction::GetElementPtr: return of_address(*instruction, dimension);
        default: return std::nullopt;
    }
}

}  // namespace

std::array<unsigned, 3> memory_order(const llvm::Function& kernel, unsigned first) {
    const unsigned second = first == 0 ? 1 : 0;
    const unsigned third = 3 - first - second;
    Steps steps;
    int votes = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (!pointer) continue;
        const MaybeStep a = steps.of(*pointer, second);
        const MaybeStep b = steps.of(*pointer, third);
        if (a && b) votes += *a < *b ? 1 : *b < *a ? -1 : 0;
    }
    return votes < 0 ? std::array{first, third, second} : std::array{first, second, third};
}

}  // namespace lanewise::compiler
