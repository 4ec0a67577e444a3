#include "compiler/widen/memory/contiguity.h"

#include <llvm/IR/Operator.h>

#include "compiler/analysis/shapes/likely_stride.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

using llvm::dyn_cast;
using llvm::isa;

Contiguity::Ramp Contiguity::ramp(const llvm::Value* pointer) {
    const llvm::GetElementPtrInst* parting = parting_step(*pointer, shapes_);
    llvm::Value* index = values_.part(parting->getOperand(1));
    const auto* extension = dyn_cast<llvm::CastInst>(index);
    const bool extends = extension && isa<llvm::SExtInst, llvm::ZExtInst>(extension);
    const bool is_signed = !extends || isa<llvm::SExtInst>(extension);
    llvm::Value* narrow = builder_.CreateFreeze(extends ? extension->getOperand(0) : index);
    llvm::Type* type = narrow->getType()->getScalarType();
    llvm::Value* first = builder_.CreateExtractElement(narrow, std::uint64_t{0});
    llvm::Value* last = builder_.CreateBinaryIntrinsic(
        is_signed ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow, first,
        llvm::ConstantInt::get(type, lanes_ - 1));
    llvm::Value* holds = nullptr;
    if (const llvm::Value* increment = likely_increment(*pointer, shapes_)) {
        llvm::Value* factor = values_.scalar(increment);
        holds = builder_.CreateICmpEQ(factor, llvm::ConstantInt::get(factor->getType(), 1));
    } else {
        llvm::Value* lanes =
            builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, first), values_.progression(type, 1));
        llvm::Value* same = builder_.CreateICmpEQ(narrow, lanes);
        if (masks_.current()) same = builder_.CreateOr(same, builder_.CreateNot(masks_.current()));
        holds = masks_.all_lanes(same);
    }
    llvm::Value* index_of_first = is_signed ? builder_.CreateSExt(first, builder_.getInt64Ty())
                                            : builder_.CreateZExt(first, builder_.getInt64Ty());
    llvm::Value* place = place_at(chunk_, pointer, *parting, index_of_first);
    return {builder_.CreateAnd(holds, builder_.CreateNot(builder_.CreateExtractValue(last, 1))), place};
}

Parts Contiguity::load(const Access& access, const llvm::Value* pointer) {
    const auto [holds, place] = ramp(pointer);
    return either(
        chunk_, holds,
        [&, place = place] { return spans_.load(access, place, Span::contiguous(lanes_), masks_.current()); },
        [&] { return scattered_.load(access, values_.part(pointer)); }, Odds::likely);
}

void Contiguity::store(const Access& access, const llvm::Value* pointer, const Parts& values) {
    const auto [holds, place] = ramp(pointer);
    either(
        chunk_, holds,
        [&, place = place]() -> Parts {
            spans_.store(access, place, Span::contiguous(lanes_), values, masks_.current());
            return {};
        },
        [&]() -> Parts {
            scattered_.store(access, values_.part(pointer), values);
            return {};
        },
        Odds::likely);
}

}  // namespace lanewise::compiler
