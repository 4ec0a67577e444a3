#include "compiler/widen/memory/contiguity.h"

#include <llvm/IR/Operator.h>

#include "compiler/analysis/likely_stride.h"
#include "compiler/limits/budget.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool Contiguity::is_likely(const Access& access, const llvm::Value* pointer) const {
    const auto* address = dyn_cast<llvm::GetElementPtrInst>(pointer);
    if (!address || access.is_private || access.count != 1 || (masks_.current() && !has_native_mask(chunk_, access)))
        return false;
    const std::uint64_t unit = chunk_.layout.getTypeAllocSize(address->getSourceElementType()).getFixedValue();
    return unit == access.bytes && is_likely_ramp(*address, shapes_, budget::guessed_depth);
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
