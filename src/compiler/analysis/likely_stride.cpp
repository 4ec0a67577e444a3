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

// The terms of an index, and the factor that lanes' ids have in one of them.
class IndexTerms {
public:
    explicit IndexTerms(const ShapeInfo& shapes) : shapes_(shapes) {}

    /// False once the lanes cannot be a ramp by one factor. `index` is all of an index, or a term as wide.
    bool add(const llvm::Value& index, unsigned depth);

    const llvm::Value* factor() const { return factor_; }

private:
    bool add_uniform(const llvm::Value& term, unsigned depth) const;
    bool add_product(const llvm::Instruction& product);
    bool add_extended_product(const llvm::CastInst& extension);

    const ShapeInfo& shapes_;
    const llvm::Value* factor_ = nullptr;
};

// Nothing that moves by ones, or nobody knows how: counters, ids of other dimensions, what was loaded.
bool IndexTerms::add_uniform(const llvm::Value& term, unsigned depth) const {
    const auto* instruction = dyn_cast<llvm::Instruction>(&term);
    if (!instruction) return true;
    if (depth == 0) return false;
    const auto of = [&](unsigned operand) { return add_uniform(*instruction->getOperand(operand), depth - 1); };
    switch (instruction->getOpcode()) {
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::Trunc: return of(0);
        case llvm::Instruction::Add: return of(0) && of(1);
        case llvm::Instruction::Mul: return !llvm::isa<llvm::Constant>(instruction->getOperand(1));
        default: return false;
    }
}

bool IndexTerms::add_product(const llvm::Instruction& product) {
    for (unsigned i = 0; i < 2; ++i) {
        const llvm::Value &id = *product.getOperand(i), &other = *product.getOperand(1 - i);
        const Shape shape = shapes_.of(&id);
        if (shape.is_varying() || shape.checked || shape.stride != 1 || !shapes_.of(&other).is_uniform()) continue;
        if (factor_ || llvm::isa<llvm::Constant>(other)) return false;
        factor_ = &other;
        return true;
    }
    return false;
}

// As wide as it is, the id must not wrap.
bool IndexTerms::add_extended_product(const llvm::CastInst& extension) {
    const auto* product = dyn_cast<llvm::BinaryOperator>(extension.getOperand(0));
    if (!product || product->getOpcode() != llvm::Instruction::Mul || !add_product(*product)) return false;
    const llvm::Value* id = product->getOperand(factor_ == product->getOperand(0) ? 1 : 0);
    return llvm::isa<llvm::SExtInst>(extension) ? shapes_.of(id).no_signed_wrap : shapes_.of(id).no_unsigned_wrap;
}

bool IndexTerms::add(const llvm::Value& index, unsigned depth) {
    if (shapes_.of(&index).is_uniform()) return add_uniform(index, depth);
    const auto* instruction = dyn_cast<llvm::Instruction>(&index);
    if (!instruction || depth == 0) return false;
    const auto of = [&](unsigned operand) { return add(*instruction->getOperand(operand), depth - 1); };
    switch (instruction->getOpcode()) {
        case llvm::Instruction::Trunc: return of(0);
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt: return add_extended_product(*llvm::cast<llvm::CastInst>(instruction));
        case llvm::Instruction::Add: return of(0) && of(1);
        case llvm::Instruction::Mul: return add_product(*instruction);
        default: return false;
    }
}

// Whoever tries the ramp asks whether it wraps before it is extended.
const llvm::Value* without_extension(const llvm::Value* index) {
    const bool extends = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index);
    return extends ? llvm::cast<llvm::CastInst>(index)->getOperand(0) : index;
}

}  // namespace

const llvm::Value* likely_increment(const llvm::Value& pointer, const ShapeInfo& shapes) {
    constexpr unsigned depth = 4;  // of sums
    IndexTerms terms(shapes);
    const llvm::Value* base = &pointer;
    for (const auto* address = dyn_cast<llvm::GetElementPtrInst>(base); address;
         address = dyn_cast<llvm::GetElementPtrInst>(base)) {
        if (address->getNumIndices() != 1 || !terms.add(*without_extension(address->getOperand(1)), depth))
            return nullptr;
        base = address->getPointerOperand();
    }
    return shapes.of(base).is_uniform() ? terms.factor() : nullptr;
}

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
