#include "compiler/widen/memory/contiguity.h"

#include <llvm/IR/Operator.h>

#include "compiler/limits/budget.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

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

}  // namespace

std::optional<std::int64_t> Contiguity::likely_operation_stride(const llvm::Instruction& instruction,
                                                                unsigned depth) const {
    const auto of = [&](unsigned operand) { return likely_stride(instruction.getOperand(operand), depth + 1); };
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

// Bytes or units from lane to lane where the lanes are a ramp.
std::optional<std::int64_t> Contiguity::likely_stride(const llvm::Value* value, unsigned depth) const {
    const Shape shape = shapes_.of(value);
    if (!shape.is_varying()) return shape.stride;
    const auto* instruction = dyn_cast<llvm::Instruction>(value);
    if (!instruction || depth == budget::guessed_depth || value->getType()->isVectorTy()) return std::nullopt;
    return likely_operation_stride(*instruction, depth);
}

bool Contiguity::is_likely(const Access& access, const llvm::Value* pointer) const {
    const auto* address = dyn_cast<llvm::GetElementPtrInst>(pointer);
    if (!address || access.is_private || access.count != 1 || (masks_.current() && !has_native_mask(chunk_, access)))
        return false;
    if (!shapes_.of(address->getPointerOperand()).is_uniform() || address->getNumIndices() != 1) return false;
    const std::uint64_t unit = chunk_.layout.getTypeAllocSize(address->getSourceElementType()).getFixedValue();
    return unit == access.bytes && likely_stride(address->getOperand(1)) == 1;
}

Parts Contiguity::load(const Access& access, const llvm::Value* pointer) {
    const auto* address = cast<llvm::GetElementPtrInst>(pointer);
    llvm::Value* index = values_.part(address->getOperand(1));
    const auto* extension = dyn_cast<llvm::CastInst>(index);
    const bool extends = extension && isa<llvm::SExtInst, llvm::ZExtInst>(extension);
    const bool is_signed = !extends || isa<llvm::SExtInst>(extension);
    llvm::Value* narrow = builder_.CreateFreeze(extends ? extension->getOperand(0) : index);
    llvm::Type* type = narrow->getType()->getScalarType();
    llvm::Value* first = builder_.CreateExtractElement(narrow, std::uint64_t{0});
    llvm::Value* last = builder_.CreateBinaryIntrinsic(
        is_signed ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow, first,
        llvm::ConstantInt::get(type, lanes_ - 1));
    llvm::Value* ramp = builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, first), values_.progression(type, 1));
    llvm::Value* same = builder_.CreateICmpEQ(narrow, ramp);
    if (masks_.current()) same = builder_.CreateOr(same, builder_.CreateNot(masks_.current()));
    llvm::Value* contiguous =
        builder_.CreateAnd(masks_.all_lanes(same), builder_.CreateNot(builder_.CreateExtractValue(last, 1)));
    return either(
        chunk_, contiguous,
        [&] {
            llvm::Value* index_of_first = is_signed ? builder_.CreateSExt(first, builder_.getInt64Ty())
                                                    : builder_.CreateZExt(first, builder_.getInt64Ty());
            llvm::Value* place = builder_.CreateGEP(address->getSourceElementType(),
                                                    values_.scalar(address->getPointerOperand()), index_of_first);
            return spans_.load(access, place, spans_.contiguous(), masks_.current());
        },
        [&] { return scattered_.load(access, values_.part(pointer)); }, Odds::likely);
}

}  // namespace lanewise::compiler
