// Collects masks that are computed from each other. All masks of such a web get one representation
// (machine/masks/legalize_masks.h). Thread-safety: none needed.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace lanewise::compiler {

/// Representation of the pieces of a mask: i1 for mask registers, otherwise integers that are negative in active lanes.
struct MaskForm {
    unsigned lanes;  // number of lanes of a piece
    unsigned bits;   // number of bits of a lane; 1 for mask registers

    bool is_i1() const { return bits == 1; }
    llvm::FixedVectorType* type(llvm::LLVMContext& context) const {
        return llvm::FixedVectorType::get(llvm::IntegerType::get(context, bits), lanes);
    }
    llvm::Value* from_i1(llvm::IRBuilder<>& at, llvm::Value* mask) const {
        return is_i1() ? mask : at.CreateSExt(mask, type(at.getContext()));
    }
    llvm::Value* to_i1(llvm::IRBuilder<>& at, llvm::Value* piece) const {
        return is_i1() ? piece : at.CreateICmpSLT(piece, llvm::Constant::getNullValue(piece->getType()));
    }
};

/// Returns the number of elements of a vector of fixed length.
unsigned lanes_of(const llvm::Value& vector);

bool is_mask(const llvm::Value& value);

/// The registers of a target.
struct MaskTarget {
    bool has_mask_registers;
    unsigned register_bits;
};

/// Whether `mask` is computed lane by lane from other masks: a phi, freeze, select or bitwise operation.
bool combines_masks(const llvm::Instruction& mask);

/// Whether `mask` is a cast of an integer with one bit for each lane (widen/elements/ramp_masks.h).
bool is_integer_as_mask(const llvm::Instruction& mask);

class MaskWeb {
public:
    /// Collects the web of `first`. If `loops` is null, the size of the masks' elements is chosen without regard to
    /// loop depth.
    MaskWeb(llvm::Instruction& first, const MaskTarget& target, const llvm::LoopInfo* loops);

    /// Whether `value` is a mask that can be a member of a web.
    static bool is_member(const llvm::Value& value, const MaskTarget& target);

    const llvm::SmallSetVector<llvm::Instruction*, 16>& masks() const { return masks_; }
    MaskForm form() const;
    bool pays() const;

private:
    void add_operands(const llvm::Instruction& mask, llvm::SmallVectorImpl<llvm::Instruction*>& pending);
    void count_sizes(const llvm::Instruction& mask, const llvm::LoopInfo* loops);
    unsigned element_bits() const;
    bool agrees() const;

    MaskTarget target_;
    llvm::SmallSetVector<llvm::Instruction*, 16> masks_;
    std::array<unsigned, 4> uses_ = {};  // weighted number of uses, by size of the value: 8, 16, 32 and 64 bits
    bool has_other_sources_ = false;     // true if an operand is no member of the web, no constant and no splat
    bool has_other_sizes_ = false;
};

}  // namespace lanewise::compiler
