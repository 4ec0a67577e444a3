#include "compiler/simplify/loops/element_addresses.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

// Matches `((value << high) + (addend << high)) >> low`: the sum of `value` and `addend`, sign-extended from its low
// bits, and shifted left.
struct Extended {
    llvm::Value* value = nullptr;
    std::int64_t addend = 0;
    unsigned high = 0, low = 0;

    bool match_in(llvm::Value* offset) {
        const llvm::APInt *up = nullptr, *down = nullptr, *added = nullptr;
        llvm::Value* sum = nullptr;
        if (!match(offset, m_AShr(m_Value(sum), m_APInt(down)))) return false;
        if (!match(sum, m_Shl(m_Value(value), m_APInt(up))) &&
            !match(sum, m_Add(m_Shl(m_Value(value), m_APInt(up)), m_APInt(added))))
            return false;
        high = static_cast<unsigned>(up->getLimitedValue(64));
        low = static_cast<unsigned>(down->getLimitedValue(64));
        if (added) addend = added->ashr(high).getSExtValue();
        const unsigned kept = offset->getType()->getIntegerBitWidth() - high;
        return low <= high && (!added || added->countr_zero() >= high) && (kept == 8 || kept == 16 || kept == 32);
    }
};

// Returns the number of low zero bits that divided() can remove from an offset.
unsigned removable_zeros(llvm::Value* offset, unsigned depth) {
    llvm::Value *left = nullptr, *right = nullptr;
    const llvm::APInt* factor = nullptr;
    Extended extended;
    if (match(offset, m_APInt(factor))) return factor->isZero() ? 64 : factor->countr_zero();
    if (match(offset, m_Shl(m_Value(left), m_APInt(factor)))) return static_cast<unsigned>(factor->getLimitedValue(64));
    if (match(offset, m_Mul(m_Value(left), m_APInt(factor)))) return factor->isZero() ? 0 : factor->countr_zero();
    if (extended.match_in(offset)) return extended.high - extended.low;
    const auto sum = m_CombineOr(m_Add(m_Value(left), m_Value(right)), m_Sub(m_Value(left), m_Value(right)));
    if (depth == 0 || !match(offset, m_OneUse(sum))) return 0;
    return std::min(removable_zeros(left, depth - 1), removable_zeros(right, depth - 1));
}

// Returns `offset` divided by 2^`zeros`; `zeros` is at most the result of removable_zeros().
llvm::Value* divided(llvm::Value* offset, unsigned zeros, llvm::IRBuilder<>& builder) {
    llvm::Value *left = nullptr, *right = nullptr;
    const llvm::APInt* factor = nullptr;
    Extended extended;
    llvm::Type* const type = offset->getType();
    if (match(offset, m_APInt(factor))) return llvm::ConstantInt::get(type, factor->ashr(zeros));
    if (match(offset, m_Shl(m_Value(left), m_APInt(factor))))
        return *factor == zeros ? left : builder.CreateShl(left, factor->getZExtValue() - zeros);
    if (match(offset, m_Mul(m_Value(left), m_APInt(factor))))
        return builder.CreateMul(left, llvm::ConstantInt::get(type, factor->ashr(zeros)));
    if (extended.match_in(offset)) {
        auto* const narrow = builder.getIntNTy(type->getIntegerBitWidth() - extended.high);
        llvm::Value* index = builder.CreateTrunc(extended.value, narrow);
        if (extended.addend != 0)
            index = builder.CreateAdd(index, llvm::ConstantInt::getSigned(narrow, extended.addend));
        index = builder.CreateSExt(index, type);
        const unsigned left_shift = extended.high - extended.low - zeros;
        return left_shift == 0 ? index : builder.CreateShl(index, left_shift);
    }
    const auto* sum = llvm::cast<llvm::BinaryOperator>(offset);
    left = divided(sum->getOperand(0), zeros, builder);
    right = divided(sum->getOperand(1), zeros, builder);
    return builder.CreateBinOp(sum->getOpcode(), left, right);
}

// True if the divided offset times the element size gives the offset without wrapping around.
bool is_exact(llvm::Value* offset) {
    if (llvm::isa<llvm::ConstantInt>(offset) || Extended().match_in(offset)) return true;
    const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(offset);
    if (!operation || !operation->hasNoSignedWrap()) return false;
    const bool is_sum = llvm::is_contained({llvm::Instruction::Add, llvm::Instruction::Sub}, operation->getOpcode());
    return !is_sum || (is_exact(operation->getOperand(0)) && is_exact(operation->getOperand(1)));
}

// Returns the type of the elements that are accessed through `address`. Returns null if the elements have different
// sizes, or if the size is no power of two.
llvm::Type* accessed_type(const llvm::Value& address, unsigned depth) {
    llvm::Type* found = nullptr;
    for (const llvm::User* user : address.users()) {
        llvm::Type* type = nullptr;
        if (llvm::getLoadStorePointerOperand(user) == &address) type = llvm::getLoadStoreType(user)->getScalarType();
        const auto* further = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
        if (further && further->getPointerOperand() == &address) {
            type = further->getSourceElementType();
            if (type->isIntegerTy(8) && depth > 0) type = accessed_type(*user, depth - 1);
        }
        if (!type || !type->isSized() || !(type->isIntegerTy() || type->isFloatingPointTy())) continue;
        if (found && found->getScalarSizeInBits() != type->getScalarSizeInBits()) return nullptr;
        found = type;
    }
    const unsigned bits = found ? found->getScalarSizeInBits() : 0;
    return bits > 8 && llvm::isPowerOf2_32(bits) ? found : nullptr;
}

// Replaces an address that has a byte offset by an address that has an element type and an index. Returns the old
// offset; null if nothing changed.
llvm::Value* type_address(llvm::GetElementPtrInst& address) {
    if (!address.getSourceElementType()->isIntegerTy(8) || address.getNumIndices() != 1) return nullptr;
    llvm::Value* const offset = address.getOperand(1);
    if (llvm::isa<llvm::Constant>(offset) || !offset->getType()->isIntegerTy(64)) return nullptr;
    llvm::Type* const element = accessed_type(address, budget::guessed_depth);
    if (!element) return nullptr;
    const unsigned zeros = llvm::Log2_32(element->getScalarSizeInBits() / 8);
    if (removable_zeros(offset, budget::guessed_depth) < zeros) return nullptr;
    llvm::IRBuilder<> builder(&address);
    const auto flags =
        is_exact(offset) ? address.getNoWrapFlags().withoutNoUnsignedWrap() : llvm::GEPNoWrapFlags::none();
    llvm::Value* const index = divided(offset, zeros, builder);
    llvm::Value* const typed = builder.CreateGEP(element, address.getPointerOperand(), index, "", flags);
    address.replaceAllUsesWith(typed);
    typed->takeName(&address);
    address.eraseFromParent();
    return offset;
}

}  // namespace

bool type_element_addresses(llvm::Function& function) {
    llvm::SmallVector<llvm::WeakTrackingVH, 16> offsets;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
            if (llvm::Value* const offset = type_address(*address)) offsets.emplace_back(offset);
    const bool changed = !offsets.empty();
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(offsets);
    return changed;
}

}  // namespace lanewise::compiler
