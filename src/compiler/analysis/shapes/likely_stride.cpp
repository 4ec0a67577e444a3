#include "compiler/analysis/shapes/likely_stride.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include <cstdlib>

#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

// Increase of a value from lane to lane, in units of 1 / one_in_parts.
struct Slope {
    std::int64_t parts = 0;
    bool divided = false;    // a division may have made the increase fractional
    bool into_rows = false;  // the value contains the index of a row, which is the same in most lanes
};
constexpr std::int64_t one_in_parts = 256;
constexpr std::int64_t steepest = std::int64_t{1} << 40;  // limit of Slope::parts, so that no sum overflows

using MaybeSlope = std::optional<Slope>;

MaybeSlope sum(const MaybeSlope& a, const MaybeSlope& b, std::int64_t sign) {
    if (!a || !b) return std::nullopt;
    return Slope{a->parts + sign * b->parts, a->divided || b->divided, a->into_rows || b->into_rows};
}

MaybeSlope product(MaybeSlope slope, const llvm::Value& factor, bool is_shift, const ShapeInfo& shapes) {
    const auto* constant = dyn_cast<llvm::ConstantInt>(&factor);
    if (slope && slope->parts == 0 && shapes.of(&factor).is_uniform()) return slope;
    if (!slope || !constant || constant->getValue().getSignificantBits() > 32) return std::nullopt;
    const std::int64_t number = constant->getSExtValue();
    if (is_shift && (number < 0 || number > 31)) return std::nullopt;
    if (llvm::MulOverflow(slope->parts, is_shift ? std::int64_t{1} << number : number, slope->parts))
        return std::nullopt;
    return slope;
}

// Recognizes the row index of a matrix, `i / width`. A divisor known only at the launch is assumed to be the length of
// a long row, because programs rarely divide ids by the length of a short row.
bool divides_into_rows(const llvm::Instruction& division, const ShapeInfo& shapes) {
    const unsigned code = division.getOpcode();
    if (code != llvm::Instruction::UDiv && code != llvm::Instruction::SDiv) return false;
    const llvm::Value& divisor = *division.getOperand(1);
    const auto* constant = dyn_cast<llvm::ConstantInt>(&divisor);
    return constant ? constant->getValue().sge(costs::wide_row) : shapes.of(&divisor).is_uniform();
}

// True if the instruction changes a ramp only where the ramp is clamped or wraps around, so that most lanes still form
// a ramp.
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

// Recognizes rounding to pairs or blocks: `i & -2` is `i / 2 * 2`, and `i | 1` is `i / 2 * 2 + 1`.
bool rounds(const llvm::Instruction& instruction) {
    const bool down = instruction.getOpcode() == llvm::Instruction::And;
    if (!down && instruction.getOpcode() != llvm::Instruction::Or) return false;
    const auto* constant = dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    if (!constant) return false;
    const llvm::APInt& bits = constant->getValue();
    return down ? bits.isShiftedMask() && bits.countr_zero() > 0 : bits.isMask();
}

MaybeSlope slope(const llvm::Value& value, const ShapeInfo& shapes, unsigned depth);

MaybeSlope slope_of_quotient(const llvm::Instruction& division, const ShapeInfo& shapes, unsigned depth) {
    const llvm::Value& divisor = *division.getOperand(1);
    MaybeSlope result = slope(*division.getOperand(0), shapes, depth);
    if (!result || !shapes.of(&divisor).is_uniform()) return std::nullopt;
    if (divides_into_rows(division, shapes)) return Slope{.into_rows = true};
    const auto* constant = dyn_cast<llvm::ConstantInt>(&divisor);
    const bool shifts = division.isShift();
    if (constant && (constant->getValue().getActiveBits() > 31 || constant->isZero())) return std::nullopt;
    if (constant && shifts && constant->getZExtValue() > 31) return std::nullopt;
    const std::int64_t number = constant ? constant->getSExtValue() : 1;
    result->parts /= shifts ? std::int64_t{1} << number : number;
    result->divided = true;
    return result;
}

MaybeSlope slope_of(const llvm::Instruction& instruction, const ShapeInfo& shapes, unsigned depth) {
    const auto of = [&](unsigned operand) { return slope(*instruction.getOperand(operand), shapes, depth); };
    if (rounds(instruction)) {
        MaybeSlope exact = of(0);
        if (exact) exact->divided = true;
        return exact;
    }
    if (limits(instruction)) {
        const MaybeSlope a = of(0), b = of(1);
        return a && b && (a->parts == 0 || b->parts == 0) ? sum(a, b, 1) : std::nullopt;
    }
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add: return sum(of(0), of(1), 1);
        case llvm::Instruction::Sub: return sum(of(0), of(1), -1);
        case llvm::Instruction::Mul: {
            const unsigned factor = shapes.of(instruction.getOperand(1)).is_uniform() ? 1 : 0;
            return product(of(1 - factor), *instruction.getOperand(factor), false, shapes);
        }
        case llvm::Instruction::Shl: return product(of(0), *instruction.getOperand(1), true, shapes);
        case llvm::Instruction::LShr:
        case llvm::Instruction::AShr:
        case llvm::Instruction::UDiv:
        case llvm::Instruction::SDiv: return slope_of_quotient(instruction, shapes, depth);
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::Trunc:
        case llvm::Instruction::Freeze: return of(0);
        case llvm::Instruction::Select: {
            const MaybeSlope first = of(1);
            return first && first->parts != 0 ? first : of(2);
        }
        default: return std::nullopt;
    }
}

MaybeSlope slope(const llvm::Value& value, const ShapeInfo& shapes, unsigned depth) {
    const Shape shape = shapes.of(&value);
    if (!shape.is_varying()) {
        if (std::abs(shape.stride) > steepest / one_in_parts) return std::nullopt;
        return Slope{shape.stride * one_in_parts};
    }
    const auto* instruction = dyn_cast<llvm::Instruction>(&value);
    if (!instruction || depth == 0 || value.getType()->isVectorTy()) return std::nullopt;
    const MaybeSlope result = slope_of(*instruction, shapes, depth - 1);
    return result && result->parts <= steepest && result->parts >= -steepest ? result : std::nullopt;
}

// Collects the terms of an index, and finds the factor by which one term multiplies the lanes' ids.
class IndexTerms {
public:
    explicit IndexTerms(const ShapeInfo& shapes) : shapes_(shapes) {}

    /// Adds the terms of `index`, which is the whole index or a term of the same width. Returns false if the index
    /// cannot be a ramp with a single factor.
    bool add(const llvm::Value& index, unsigned depth);

    const llvm::Value* factor() const { return factor_; }

private:
    bool add_uniform(const llvm::Value& term, unsigned depth) const;
    bool add_product(const llvm::Instruction& product);
    bool add_extended_product(const llvm::CastInst& extension);

    const ShapeInfo& shapes_;
    const llvm::Value* factor_ = nullptr;
};

// Returns false if the uniform term may change in steps of one or unpredictably. Counters and ids of other dimensions
// change in steps of one, and loaded values change unpredictably.
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

// Adds a product that a sign or zero extension converts to a wider type. Returns false if the id in the product may
// wrap around in the narrower type.
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

// Returns the operand of `index` if `index` is an extension, otherwise `index`. An extension can be ignored, since the
// code that tests the indices at run time also checks whether the ramp wraps around in the narrow type.
const llvm::Value* without_extension(const llvm::Value* index) {
    const bool extends = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index);
    return extends ? llvm::cast<llvm::CastInst>(index)->getOperand(0) : index;
}

}  // namespace

const llvm::Value* likely_increment(const llvm::Value& pointer, const ShapeInfo& shapes) {
    constexpr unsigned depth = 4;  // maximum nesting of sums
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

const llvm::GetElementPtrInst* parting_step(const llvm::Value& pointer, const ShapeInfo& shapes) {
    const auto* step = dyn_cast<llvm::GetElementPtrInst>(&pointer);
    while (step && step->getNumIndices() == 1 && !shapes.of(step->getPointerOperand()).is_uniform()) {
        if (!shapes.of(step->getOperand(1)).is_uniform()) return nullptr;
        step = dyn_cast<llvm::GetElementPtrInst>(step->getPointerOperand());
    }
    return step && step->getNumIndices() == 1 ? step : nullptr;
}

const llvm::GetElementPtrInst* likely_near_step(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth) {
    const llvm::GetElementPtrInst* step = parting_step(pointer, shapes);
    if (!step) return nullptr;
    const MaybeSlope index = slope(*step->getOperand(1), shapes, depth);
    const bool is_near = index && index->parts >= 0 && index->parts <= one_in_parts;
    return is_near && (index->divided || index->into_rows) ? step : nullptr;
}

bool is_likely_ramp(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth) {
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
    if (!address || address->getNumIndices() != 1) return false;
    if (!shapes.of(address->getPointerOperand()).is_uniform()) return false;
    const MaybeSlope index = slope(*address->getOperand(1), shapes, depth);
    return index && !index->divided && index->parts == one_in_parts;
}

}  // namespace lanewise::compiler
