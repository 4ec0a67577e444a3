#include "compiler/analysis/likely_stride.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

using Guess = std::optional<std::int64_t>;

Guess sum(Guess a, Guess b, std::int64_t sign) {
    if (!a || !b) return std::nullopt;
    return *a + sign * *b;
}

Guess product(Guess stride, const llvm::Value* factor, bool is_shift) {
    const auto* constant = dyn_cast<llvm::ConstantInt>(factor);
    if (!stride || !constant || constant->getValue().getSignificantBits() > 32) return std::nullopt;
    const std::int64_t number = constant->getSExtValue();
    if (is_shift) return number >= 0 && number < 32 ? Guess(*stride * (std::int64_t{1} << number)) : std::nullopt;
    return *stride * number;
}

// What limits a ramp only here and there leaves most of it a ramp.
bool limits(const llvm::Instruction& instruction) {
    if (const auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&instruction)) switch (intrinsic->getIntrinsicID()) {
            case llvm::Intrinsic::smin:
            case llvm::Intrinsic::smax:
            case llvm::Intrinsic::umin:
            case llvm::Intrinsic::umax: return true;
            default: return false;
        }
    switch (instruction.getOpcode()) {
        case llvm::Instruction::SRem:
        case llvm::Instruction::URem:
        case llvm::Instruction::And:
        case llvm::Instruction::Xor: return true;
        default: return false;
    }
}

Guess guess(const llvm::Value& value, const ShapeInfo& shapes, unsigned depth);

Guess guess_operation(const llvm::Instruction& instruction, const ShapeInfo& shapes, unsigned depth) {
    const auto of = [&](unsigned operand) { return guess(*instruction.getOperand(operand), shapes, depth - 1); };
    if (limits(instruction)) {
        const Guess a = of(0), b = of(1);
        return a && b && (*a == 0 || *b == 0) ? sum(a, b, 1) : std::nullopt;
    }
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add: return sum(of(0), of(1), 1);
        case llvm::Instruction::Sub: return sum(of(0), of(1), -1);
        case llvm::Instruction::Mul: return product(of(0), instruction.getOperand(1), false);
        case llvm::Instruction::Shl: return product(of(0), instruction.getOperand(1), true);
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::Trunc:
        case llvm::Instruction::Freeze: return of(0);
        case llvm::Instruction::Select: return of(1).value_or(0) != 0 ? of(1) : of(2);
        default: return std::nullopt;
    }
}

Guess guess(const llvm::Value& value, const ShapeInfo& shapes, unsigned depth) {
    const Shape shape = shapes.of(&value);
    if (!shape.is_varying()) return shape.stride;
    const auto* instruction = dyn_cast<llvm::Instruction>(&value);
    if (!instruction || depth == 0 || value.getType()->isVectorTy()) return std::nullopt;
    return guess_operation(*instruction, shapes, depth);
}

}  // namespace

std::optional<std::int64_t> likely_stride(const llvm::Value& value, const ShapeInfo& shapes, unsigned depth) {
    return guess(value, shapes, depth);
}

bool is_likely_ramp(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth) {
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
    if (!address || address->getNumIndices() != 1) return false;
    return shapes.of(address->getPointerOperand()).is_uniform() &&
           likely_stride(*address->getOperand(1), shapes, depth) == 1;
}

}  // namespace lanewise::compiler
