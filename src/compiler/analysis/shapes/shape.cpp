#include "compiler/analysis/shapes/shape.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cstdlib>

#include "compiler/analysis/small_indices.h"
#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

constexpr std::uint64_t most_aligned = std::uint64_t{1} << 62;

using Exact = __int128;

// Truncates a stride to a type with `bits` bits. `is_whole` is false if the truncation changes the stride. In that
// case, the lanes' values may form no arithmetic progression of integers, even if no operation wraps around. An example
// is the values 0 and 1 << 31.
struct FittedStride {
    std::int64_t stride;
    bool is_whole;
};

FittedStride fit_stride(Exact exact, unsigned bits) {
    const auto low = static_cast<std::uint64_t>(exact);
    const std::int64_t stride = bits >= 64 ? static_cast<std::int64_t>(low) : llvm::SignExtend64(low, bits);
    return {stride, stride == exact};
}

std::uint64_t lowest_bit(std::uint64_t value) {
    return value == 0 ? most_aligned : std::min(value & (~value + 1), most_aligned);
}

// Returns a strided shape, or a uniform one if the stride is zero.
Shape progression(std::int64_t stride, bool no_signed_wrap, bool no_unsigned_wrap, bool checked,
                  std::uint64_t base_align) {
    if (stride == 0) return checked ? Shape::varying() : Shape::uniform();
    Shape shape = Shape::strided(stride, no_signed_wrap, no_unsigned_wrap);
    shape.checked = checked;
    shape.base_align = base_align;
    return shape;
}

// Returns a power of two that divides the value of a uniform operand, or lane 0's value of a strided operand.
std::uint64_t base_align(const llvm::Value* value, const Shape& shape, const llvm::DataLayout& layout) {
    if (shape.is_strided()) return shape.base_align;
    if (!value->getType()->isIntegerTy()) return 1;
    const unsigned zeros = llvm::computeKnownBits(value, layout).countMinTrailingZeros();
    return std::uint64_t{1} << std::min(zeros, 62u);
}

// Returns the number of low bits in which the lanes' values may differ; none if a carry may change higher bits.
std::optional<unsigned> lane_bits(const Shape& shape, unsigned lanes) {
    if (shape.stride <= 0 || shape.checked) return std::nullopt;
    const std::uint64_t reach = static_cast<std::uint64_t>(shape.stride) * (lanes - 1);
    const unsigned bits = llvm::Log2_64_Ceil(reach + 1);
    if (shape.base_align < (std::uint64_t{1} << bits)) return std::nullopt;
    return bits;
}

// Returns the shape of an extension or an exact right shift of a progression. If `proven` is false, the progression may
// wrap around, and a test at run time must detect the wrap.
Shape extended(const Shape& from, std::int64_t stride, bool proven, bool is_signed, unsigned lanes, unsigned bits,
               std::uint64_t align) {
    if (!proven && !reach_fits(from, lanes, bits)) return Shape::varying();
    return progression(stride, true, !is_signed, from.checked || !proven, align);
}

}  // namespace

Shape Shape::strided(std::int64_t stride, bool no_signed_wrap, bool no_unsigned_wrap) {
    return {Kind::strided, no_signed_wrap, no_unsigned_wrap, false, stride, 1};
}

bool is_far_apart(const Shape& shape) {
    return shape.is_varying() || std::abs(shape.stride) > std::int64_t{costs::line_bytes};
}

bool reach_fits(const Shape& shape, unsigned lanes, unsigned bits) {
    const __int128 reach = static_cast<__int128>(shape.stride) * (lanes - 1);
    const __int128 limit = static_cast<__int128>(1) << (bits - 1);
    return reach < limit && reach > -limit;
}

Shape merge(const Shape& a, const Shape& b) {
    if (a.kind != b.kind || a.is_varying() || a.stride != b.stride || a.checked || b.checked) return Shape::varying();
    Shape shape = a;
    shape.no_signed_wrap &= b.no_signed_wrap;
    shape.no_unsigned_wrap &= b.no_unsigned_wrap;
    shape.base_align = std::min(a.base_align, b.base_align);
    return shape;
}

ShapeInfo::ShapeInfo(llvm::Function& function, unsigned lanes, const PrivateLayouts& layouts, unsigned dimension)
    : layout_(function.getDataLayout()), layouts_(layouts), lanes_(lanes), dimension_(dimension) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (bool changed = true; changed;) {
        changed = false;
        for (const llvm::BasicBlock* block : order)
            for (const llvm::Instruction& instruction : *block) {
                if (instruction.getType()->isVoidTy()) continue;
                Shape shape = transfer(instruction);
                const auto known = shapes_.find(&instruction);
                if (known == shapes_.end()) {
                    shapes_[&instruction] = shape;
                    changed = true;
                    continue;
                }
                // The loop terminates because shapes only change from uniform to strided to varying.
                if (known->second.is_varying()) continue;
                if (isa<llvm::PHINode>(instruction)) shape = merge(known->second, shape);
                if (shape == known->second) continue;
                known->second = shape;
                changed = true;
            }
    }
}

Shape ShapeInfo::of(const llvm::Value* value) const {
    const auto* instruction = dyn_cast<llvm::Instruction>(value);
    if (!instruction) return Shape::uniform();
    const auto known = shapes_.find(instruction);
    return known == shapes_.end() ? Shape::varying() : known->second;
}

bool ShapeInfo::undefined(const llvm::Value* value) const {
    const auto* instruction = dyn_cast<llvm::Instruction>(value);
    return instruction && !shapes_.contains(instruction);
}

Shape ShapeInfo::transfer(const llvm::Instruction& instruction) const {
    if (const auto* phi = dyn_cast<llvm::PHINode>(&instruction)) return transfer_phi(*phi);
    if (const auto* call = dyn_cast<llvm::CallInst>(&instruction)) return transfer_call(*call);
    if (const auto* operation = dyn_cast<llvm::BinaryOperator>(&instruction)) return transfer_binary(*operation);
    if (const auto* conversion = dyn_cast<llvm::CastInst>(&instruction)) return transfer_cast(*conversion);
    if (const auto* address = dyn_cast<llvm::GetElementPtrInst>(&instruction)) return transfer_address(*address);
    if (const auto* load = dyn_cast<llvm::LoadInst>(&instruction)) return transfer_load(*load);
    if (const auto* array = dyn_cast<llvm::AllocaInst>(&instruction)) {
        const unsigned unit = layouts_.unit(array);
        const std::uint64_t bytes = unit ? unit : PrivateLayouts::lane_bytes(*array);
        return progression(static_cast<std::int64_t>(bytes), true, true, false, 1);
    }
    if (const auto* choice = dyn_cast<llvm::SelectInst>(&instruction)) {
        if (choice->getTrueValue() == choice->getFalseValue()) return of(choice->getTrueValue());
        if (!of(choice->getCondition()).is_uniform()) return Shape::varying();
        return merge(of(choice->getTrueValue()), of(choice->getFalseValue()));
    }
    if (isa<llvm::FreezeInst>(instruction)) {
        Shape shape = of(instruction.getOperand(0));
        if (!shape.is_strided()) return shape;
        if (shape.checked) return Shape::varying();
        shape.no_signed_wrap = shape.no_unsigned_wrap = false;
        return shape;
    }
    return operands_uniform(instruction);
}

Shape ShapeInfo::operands_uniform(const llvm::Instruction& instruction) const {
    if (instruction.mayHaveSideEffects() || instruction.isAtomic() || instruction.isVolatile()) return Shape::varying();
    for (const llvm::Value* operand : instruction.operands())
        if (!of(operand).is_uniform()) return Shape::varying();
    return Shape::uniform();
}

Shape ShapeInfo::transfer_phi(const llvm::PHINode& phi) const {
    std::optional<Shape> shape;
    for (const llvm::Value* incoming : phi.incoming_values()) {
        if (undefined(incoming) || isa<llvm::PoisonValue>(incoming)) continue;
        shape = shape ? merge(*shape, of(incoming)) : of(incoming);
    }
    if (!shape) return Shape::uniform();
    return shape->checked ? Shape::varying() : *shape;
}

Shape ShapeInfo::transfer_call(const llvm::CallInst& call) const {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return Shape::varying();
    const llvm::StringRef name = callee->getName();
    const unsigned traits = traits_of(&call);
    if (traits & trait::id) {
        const auto* dimension = dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        if (!dimension) return Shape::varying();
        if (!dimension->equalsInt(dimension_)) return Shape::uniform();
        // Within a row of its work-group, each chunk starts at a multiple of the number of lanes.
        return progression(1, true, true, false, name == op::local_id ? llvm::bit_floor(lanes_) : 1);
    }
    if (name == op::sub_group_lane) return progression(1, true, true, false, lanes_);
    if (traits & (trait::over_lanes | trait::sub_group))
        return traits & trait::same_in_chunk ? Shape::uniform() : Shape::varying();
    const bool pure =
        callee->isIntrinsic() ? callee->doesNotAccessMemory() : is_late_builtin(name) || callee->doesNotAccessMemory();
    if (!(traits & trait::same_in_chunk) && (!pure || is_operation(&call))) return Shape::varying();
    if (traits & trait::vote) return Shape::uniform();
    for (const llvm::Value* argument : call.args())
        if (!of(argument).is_uniform()) return Shape::varying();
    return Shape::uniform();
}

Shape ShapeInfo::transfer_load(const llvm::LoadInst& load) const {
    if (!load.isSimple()) return Shape::varying();
    return of(load.getPointerOperand()).is_uniform() ? Shape::uniform() : Shape::varying();
}

Shape ShapeInfo::transfer_binary(const llvm::BinaryOperator& operation) const {
    const Shape a = of(operation.getOperand(0)), b = of(operation.getOperand(1));
    if (a.is_uniform() && b.is_uniform()) return Shape::uniform();
    if (a.is_varying() || b.is_varying()) return Shape::varying();
    switch (operation.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub: return transfer_sum(operation);
        case llvm::Instruction::Or:
            if (cast<llvm::PossiblyDisjointInst>(operation).isDisjoint()) return transfer_sum(operation);
            return transfer_bits(operation);
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl: return transfer_scaled(operation);
        case llvm::Instruction::And:
        case llvm::Instruction::Xor:
        case llvm::Instruction::LShr:
        case llvm::Instruction::AShr: return transfer_bits(operation);
        default: return Shape::varying();
    }
}

Shape ShapeInfo::transfer_sum(const llvm::BinaryOperator& operation) const {
    const llvm::Value* left = operation.getOperand(0);
    const llvm::Value* right = operation.getOperand(1);
    const Shape a = of(left), b = of(right);
    const bool is_or = operation.getOpcode() == llvm::Instruction::Or;
    const bool is_sub = operation.getOpcode() == llvm::Instruction::Sub;
    const unsigned bits = operation.getType()->getScalarSizeInBits();
    const auto [stride, is_whole] = fit_stride(is_sub ? Exact{a.stride} - b.stride : Exact{a.stride} + b.stride, bits);
    // `nsw` is guaranteed only for active lanes, and lane 0 may be inactive. If lane 0's value exceeded the signed
    // range upwards, every later lane's value would, too. `nuw` of a difference is ignored: if lane 0 is inactive, lane
    // 0's difference is often below 0, because values near 0 are common.
    const bool no_signed = is_whole && (is_or || operation.hasNoSignedWrap()) && a.no_signed_wrap && b.no_signed_wrap;
    const bool no_unsigned = (is_or || (!is_sub && operation.hasNoUnsignedWrap())) && is_whole && stride > 0 &&
                             a.no_unsigned_wrap && b.no_unsigned_wrap;
    return progression(stride, no_signed, no_unsigned, a.checked || b.checked,
                       std::min(base_align(left, a, layout_), base_align(right, b, layout_)));
}

Shape ShapeInfo::transfer_scaled(const llvm::BinaryOperator& operation) const {
    const bool is_shift = operation.getOpcode() == llvm::Instruction::Shl;
    const auto* constant = dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    const llvm::Value* scaled = operation.getOperand(0);
    if (!constant && !is_shift) {
        constant = dyn_cast<llvm::ConstantInt>(operation.getOperand(0));
        scaled = operation.getOperand(1);
    }
    const unsigned bits = operation.getType()->getScalarSizeInBits();
    if (!constant || bits > 64 || (is_shift && constant->getValue().uge(bits))) return Shape::varying();
    const Shape from = of(scaled);
    const Exact factor = is_shift ? Exact{1} << constant->getZExtValue() : Exact{constant->getSExtValue()};
    const auto [stride, is_whole] = fit_stride(from.stride * factor, bits);
    const std::uint64_t align = base_align(scaled, from, layout_);
    const std::uint64_t step = lowest_bit(static_cast<std::uint64_t>(factor));
    const std::uint64_t scaled_align = align >= most_aligned / step ? most_aligned : align * step;
    // A negative factor has another value as an unsigned number, so the products form no unsigned progression.
    return progression(
        stride, is_whole && operation.hasNoSignedWrap() && from.no_signed_wrap,
        is_whole && operation.hasNoUnsignedWrap() && from.no_unsigned_wrap && from.stride > 0 && factor > 0,
        from.checked, scaled_align);
}

Shape ShapeInfo::transfer_bits(const llvm::BinaryOperator& operation) const {
    const auto* constant = dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    const unsigned bits = operation.getType()->getScalarSizeInBits();
    if (!constant || bits > 64) return Shape::varying();
    const Shape from = of(operation.getOperand(0));
    const std::uint64_t value = constant->getZExtValue();
    const auto opcode = operation.getOpcode();
    if (opcode == llvm::Instruction::LShr || opcode == llvm::Instruction::AShr) {
        if (value >= bits) return Shape::varying();
        if (const auto low = lane_bits(from, lanes_); low && value >= *low) return Shape::uniform();
        // Handle right shifts that shift out only zeros, and so divide exactly. For example, LLVM writes sext (trunc x)
        // as a shl and an ashr, and this ashr divides exactly.
        const std::uint64_t divisor = std::uint64_t{1} << value;
        if (from.base_align < divisor || from.stride % static_cast<std::int64_t>(divisor) != 0) return Shape::varying();
        const bool is_signed = opcode == llvm::Instruction::AShr;
        const std::int64_t stride = from.stride / static_cast<std::int64_t>(divisor);
        return extended(from, stride, is_signed ? from.no_signed_wrap : from.no_unsigned_wrap, is_signed, lanes_, bits,
                        from.base_align / divisor);
    }
    const auto low = lane_bits(from, lanes_);
    if (!low) return Shape::varying();
    const std::uint64_t mask = llvm::maskTrailingOnes<std::uint64_t>(*low);
    const std::uint64_t align = std::uint64_t{1} << *low;
    if (opcode != llvm::Instruction::And)
        return (value & mask) == 0 ? progression(from.stride, false, true, false, align) : Shape::varying();
    if ((value & mask) == 0) return Shape::uniform();
    return (value & mask) == mask ? progression(from.stride, true, true, false, align) : Shape::varying();
}

bool ShapeInfo::extends_signed(const llvm::CastInst& conversion) const {
    if (isa<llvm::SExtInst>(conversion)) return true;
    const auto* extension = dyn_cast<llvm::ZExtInst>(&conversion);
    if (!extension || !of(extension->getOperand(0)).no_signed_wrap) return false;
    return extension->hasNonNeg() || llvm::computeKnownBits(extension->getOperand(0), layout_).isNonNegative();
}

Shape ShapeInfo::transfer_cast(const llvm::CastInst& conversion) const {
    const llvm::Value* operand = conversion.getOperand(0);
    const Shape from = of(operand);
    if (!from.is_strided()) return from.is_uniform() ? Shape::uniform() : Shape::varying();
    const unsigned from_bits = layout_.getTypeSizeInBits(operand->getType()),
                   bits = layout_.getTypeSizeInBits(conversion.getType());
    switch (conversion.getOpcode()) {
        case llvm::Instruction::Trunc: {
            if (bits < 8) return Shape::varying();
            const auto& truncation = cast<llvm::TruncInst>(conversion);
            const bool fits = llvm::computeKnownBits(operand, layout_).countMinLeadingZeros() > from_bits - bits;
            const auto [stride, is_whole] = fit_stride(from.stride, bits);
            return progression(stride, is_whole && from.no_signed_wrap && (fits || truncation.hasNoSignedWrap()),
                               is_whole && from.no_unsigned_wrap && (fits || truncation.hasNoUnsignedWrap()),
                               from.checked, from.base_align);
        }
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt: {
            const bool is_signed = extends_signed(conversion);
            return extended(from, from.stride, is_signed ? from.no_signed_wrap : from.no_unsigned_wrap, is_signed,
                            lanes_, from_bits, from.base_align);
        }
        case llvm::Instruction::PtrToInt:
        case llvm::Instruction::IntToPtr:
        case llvm::Instruction::AddrSpaceCast:
            if (from_bits != bits) return Shape::varying();
            return progression(from.stride, true, true, from.checked, 1);
        default: return Shape::varying();
    }
}

// True if `index`, a sign-extended progression, wraps around neither in active lanes nor on the way from lane 0 to an
// active lane. The index of active lanes is bounded (small_index()), and lane 0 must be near an active lane.
bool ShapeInfo::goes_on(const llvm::GetElementPtrInst& address, const llvm::Value& index) const {
    if (!address.getFunction()->hasFnAttribute(fact::small_objects) || !isa<llvm::SExtInst>(index)) return false;
    const Shape narrow = of(cast<llvm::SExtInst>(index).getOperand(0));
    const __int128 reach = static_cast<__int128>(narrow.stride) * (lanes_ - 1);
    const bool is_near = reach <= most_small_reach && reach >= -most_small_reach;
    return is_near && !narrow.checked && small_index(const_cast<llvm::GetElementPtrInst&>(address)) != nullptr;
}

Shape ShapeInfo::transfer_address(const llvm::GetElementPtrInst& address) const {
    const Shape base = of(address.getPointerOperand());
    const unsigned width = layout_.getIndexTypeSizeInBits(address.getType());
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> scales;
    llvm::APInt constant(width, 0);
    if (base.is_varying() || address.getType()->isVectorTy() ||
        !cast<llvm::GEPOperator>(address).collectOffset(layout_, width, scales, constant))
        return Shape::varying();
    const unsigned unit = layouts_.unit(&address);
    std::int64_t stride = base.stride;
    bool checked = base.checked;
    for (const auto& [index, scale] : scales) {
        const Shape shape = of(index);
        if (shape.is_varying()) return Shape::varying();
        if (shape.is_uniform()) continue;
        if (index->getType()->getScalarSizeInBits() < width && !shape.no_signed_wrap) return Shape::varying();
        // An interleaved private array has, between two adjacent elements of a lane, one element of each of the
        // remaining lanes.
        stride += shape.stride * scale.getSExtValue() * (unit ? lanes_ : 1);
        checked |= shape.checked && !goes_on(address, *index);
    }
    return progression(stride, true, true, checked, 1);
}

}  // namespace lanewise::compiler
