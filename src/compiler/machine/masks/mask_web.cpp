#include "compiler/machine/masks/mask_web.h"

#include <llvm/Analysis/VectorUtils.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;

namespace {

bool is_comparison(const Instruction& mask) { return isa<llvm::CmpInst, llvm::TruncInst>(mask); }

}  // namespace

unsigned lanes_of(const llvm::Value& vector) { return cast<llvm::FixedVectorType>(vector.getType())->getNumElements(); }

bool is_mask(const llvm::Value& value) {
    return isa<llvm::FixedVectorType>(value.getType()) && value.getType()->isIntOrIntVectorTy(1);
}

bool combines_masks(const Instruction& mask) {
    return isa<llvm::PHINode, llvm::FreezeInst, llvm::SelectInst>(mask) ||
           (isa<llvm::BinaryOperator>(mask) && mask.isBitwiseLogicOp());
}

bool is_integer_as_mask(const Instruction& mask) {
    return isa<llvm::BitCastInst>(mask) && mask.getOperand(0)->getType()->isIntegerTy();
}

bool MaskWeb::is_member(const llvm::Value& value, const MaskTarget& target) {
    const auto* mask = dyn_cast<Instruction>(&value);
    if (!mask || !is_mask(value)) return false;
    if (target.has_mask_registers && isa<llvm::SelectInst>(mask) && !is_mask(*mask->getOperand(0))) return false;
    if (isa<llvm::CmpInst>(mask)) return !is_mask(*mask->getOperand(0));
    if (combines_masks(*mask)) return true;
    return target.has_mask_registers ? is_integer_as_mask(*mask) : isa<llvm::TruncInst>(mask);
}

MaskWeb::MaskWeb(Instruction& first, const MaskTarget& target, const llvm::LoopInfo* loops) : target_(target) {
    llvm::SmallVector<Instruction*, 16> pending{&first};
    while (!pending.empty()) {
        Instruction* mask = pending.pop_back_val();
        if (!masks_.insert(mask)) continue;
        count_sizes(*mask, loops);
        if (combines_masks(*mask)) add_operands(*mask, pending);
        for (llvm::User* user : mask->users())
            if (is_member(*user, target) && combines_masks(*cast<Instruction>(user)))
                pending.push_back(cast<Instruction>(user));
    }
}

void MaskWeb::add_operands(const Instruction& mask, llvm::SmallVectorImpl<Instruction*>& pending) {
    for (llvm::Value* operand : mask.operands()) {
        if (!is_mask(*operand)) continue;
        if (is_member(*operand, target_))
            pending.push_back(cast<Instruction>(operand));
        else
            has_other_sources_ |= !isa<llvm::Constant>(operand) && !llvm::getSplatValue(operand);
    }
}

// Counts how many compared and selected values have each size, weighted by loop depth. Pointers count as 32-bit values
// if there are no mask registers. Without mask registers, masks that select pointers are masks of gathers, which run
// lane by lane. Such masks usually come from comparisons of 32-bit values.
void MaskWeb::count_sizes(const Instruction& mask, const llvm::LoopInfo* loops) {
    const auto count = [&](const Instruction& at, const llvm::Type& type) {
        if (!type.isVectorTy()) return;
        const unsigned address = target_.has_mask_registers ? 64 : 32;
        const unsigned bits = type.isPtrOrPtrVectorTy() ? address : type.getScalarSizeInBits();
        if (bits < 8 || bits > 64 || !llvm::isPowerOf2_32(bits)) {
            has_other_sizes_ = true;
            return;
        }
        const unsigned depth = loops ? std::min(loops->getLoopDepth(at.getParent()), 4U) : 0;
        uses_[llvm::Log2_32(bits) - 3] += 1U << (3 * depth);
    };
    if (is_comparison(mask)) count(mask, *mask.getOperand(0)->getType());
    for (const llvm::User* user : mask.users()) {
        const auto& at = *cast<Instruction>(user);
        if (is_mask(at)) continue;
        if (isa<llvm::SelectInst, llvm::SExtInst, llvm::ZExtInst>(at) ||
            (target_.has_mask_registers && isa<llvm::CastInst>(at)))
            count(at, *at.getType());
        if (isa<llvm::CallInst>(at) && !target_.has_mask_registers)
            count(at, at.getType()->isVoidTy() ? *at.getOperand(0)->getType() : *at.getType());
    }
}

unsigned MaskWeb::element_bits() const { return 8U << (std::ranges::max_element(uses_) - uses_.begin()); }

MaskForm MaskWeb::form() const {
    const unsigned whole = lanes_of(*masks_.front());
    unsigned bits = element_bits();
    if (target_.has_mask_registers) return {.lanes = target_.register_bits / bits, .bits = 1};
    while (whole * bits < 128) bits *= 2;
    return {.lanes = std::min(whole, target_.register_bits / bits), .bits = bits};
}

// Whether all compared and selected values have the same size of at least 32 bits, and all masks are computed from
// members of the web.
bool MaskWeb::agrees() const {
    return !has_other_sources_ && !has_other_sizes_ && masks_.size() <= budget::masks_of_web &&
           llvm::count(uses_, 0U) == 3 && element_bits() >= 32;
}

// Whether legalizing the web pays. With mask registers, only loop-carried masks need several pieces. Without mask
// registers, legalizing does not pay if all masks are comparisons that are used only in their own block. Code
// generation already represents these masks as their users need them.
bool MaskWeb::pays() const {
    const unsigned whole = lanes_of(*masks_.front()), lanes = form().lanes;
    if (whole % lanes != 0) return false;
    if (target_.has_mask_registers)
        return whole > lanes && agrees() &&
               llvm::any_of(masks_, [](const Instruction* mask) { return isa<llvm::PHINode>(mask); });
    return llvm::any_of(masks_, [](const Instruction* mask) {
        return !is_comparison(*mask) || mask->isUsedOutsideOfBlock(mask->getParent());
    });
}

}  // namespace lanewise::compiler
