#include "compiler/widen/memory/lane_index.h"

#include <llvm/IR/InstrTypes.h>

namespace lanewise::compiler {
namespace {

constexpr unsigned address_bits = 64;

}  // namespace

LaneIndex::LaneIndex(Chunk& chunk, const llvm::Value* index)
    : chunk_(chunk),
      narrow_(before_extension(index)),
      is_signed_(narrow_ == index || llvm::isa<llvm::SExtInst>(index)) {}

const llvm::Value* LaneIndex::part() const {
    const llvm::Value* part = narrow_;
    while (const llvm::Value* own = own_term(part, chunk_.shapes)) part = own;
    return part;
}

const llvm::Value* LaneIndex::narrow_part() const { return before_extension(part()); }

bool LaneIndex::extends_part_signed() const { return narrow_part() != part() && llvm::isa<llvm::SExtInst>(part()); }

llvm::Value* LaneIndex::with_part(const llvm::Value* index, llvm::Value* part) const {
    const llvm::Value* shared = nullptr;
    if (const llvm::Value* own = own_term(index, chunk_.shapes, &shared))
        return chunk_.builder.CreateAdd(with_part(own, part), chunk_.values.scalar(shared));
    if (before_extension(index) == index) return part;
    return chunk_.builder.CreateCast(llvm::cast<llvm::CastInst>(index)->getOpcode(), part, index->getType());
}

llvm::Value* LaneIndex::extended(llvm::Value* narrow) const {
    llvm::Type* type = chunk_.builder.getIntNTy(address_bits);
    return is_signed_ ? chunk_.builder.CreateSExt(narrow, type) : chunk_.builder.CreateZExt(narrow, type);
}

llvm::Value* LaneIndex::goes_on(llvm::Value* narrow, std::uint64_t most) const {
    if (narrow_->getType()->getScalarSizeInBits() == address_bits) return nullptr;
    llvm::Value* end = chunk_.builder.CreateBinaryIntrinsic(
        is_signed_ ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow, narrow,
        llvm::ConstantInt::get(narrow->getType(), most));
    return chunk_.builder.CreateNot(chunk_.builder.CreateExtractValue(end, 1));
}

}  // namespace lanewise::compiler
