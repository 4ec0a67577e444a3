#include "compiler/widen/memory/nearness.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/analysis/likely_stride.h"
#include "compiler/limits/budget.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

using llvm::dyn_cast;

namespace {

constexpr unsigned word_bits = 32;

}  // namespace

// What of an index sets lanes apart: their distances are those of the whole index.
const llvm::Value* Nearness::varying_part(const llvm::Value* index) const {
    for (;;) {
        const auto* sum = dyn_cast<llvm::BinaryOperator>(index);
        if (!sum || sum->getOpcode() != llvm::Instruction::Add) return index;
        const unsigned shared = shapes_.of(sum->getOperand(1)).is_uniform() ? 1 : 0;
        if (!shapes_.of(sum->getOperand(shared)).is_uniform()) return index;
        index = sum->getOperand(1 - shared);
    }
}

bool Nearness::is_likely(const Access& access, const llvm::Value* pointer) const {
    if (access.is_private || access.count != 1) return false;
    if (permute_.piece_lanes() == 0 || !chunk_.options.isa.has_window_loads(access.bytes)) return false;
    const auto* step = likely_near_step(*pointer, shapes_, budget::guessed_depth);
    return step && chunk_.layout.getTypeAllocSize(step->getSourceElementType()).getFixedValue() == access.bytes;
}

llvm::Value* Nearness::slice(llvm::Value* vector, unsigned piece) {
    const unsigned size = permute_.piece_lanes();
    if (size == lanes_) return vector;
    return builder_.CreateShuffleVector(vector, llvm::createSequentialMask(piece * size, size, 0));
}

Nearness::Window Nearness::window(const Indices& indices, unsigned piece) {
    const unsigned size = permute_.piece_lanes();
    llvm::Value* own = slice(indices.part, piece);
    llvm::Value* mask = masks_.current() ? slice(masks_.current(), piece) : nullptr;
    llvm::Value *first_lane = builder_.getInt32(0), *last_lane = builder_.getInt32(size - 1), *some = nullptr;
    if (mask) {
        llvm::Value* bits = builder_.CreateBitCast(mask, builder_.getIntNTy(size));
        some = builder_.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0));
        first_lane = masks_.first_lane(mask);
        last_lane = masks_.last_lane(mask);
    }
    llvm::Value* first_part = builder_.CreateExtractElement(own, first_lane);
    llvm::Value* last = builder_.CreateSub(builder_.CreateExtractElement(own, last_lane), first_part);
    llvm::Value* from = builder_.CreateSub(own, builder_.CreateVectorSplat(size, first_part));
    llvm::Value* holds = builder_.CreateICmpULE(from, builder_.CreateVectorSplat(size, last));
    if (mask) holds = builder_.CreateOr(holds, builder_.CreateNot(mask));
    llvm::Value* first = builder_.CreateExtractElement(slice(indices.whole, piece), first_lane);
    llvm::Value* end = builder_.CreateBinaryIntrinsic(
        indices.is_signed ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow, first,
        llvm::ConstantInt::get(first->getType(), size - 1));
    llvm::Value* fits = builder_.CreateAnd(builder_.CreateICmpULT(last, llvm::ConstantInt::get(last->getType(), size)),
                                           builder_.CreateNot(builder_.CreateExtractValue(end, 1)));
    if (some) fits = builder_.CreateOr(fits, builder_.CreateNot(some));
    llvm::Type* place_type = builder_.getInt64Ty();
    first = indices.is_signed ? builder_.CreateSExt(first, place_type) : builder_.CreateZExt(first, place_type);
    return {first, last, from, some, holds, fits};
}

llvm::Value* Nearness::load_window(const Access& access, const Window& window, llvm::Value* place) {
    const unsigned size = permute_.piece_lanes();
    llvm::SmallVector<llvm::Constant*, 16> numbers;
    for (unsigned i = 0; i < size; ++i) numbers.push_back(builder_.getInt32(i));
    llvm::Value* last = builder_.CreateTrunc(window.last, builder_.getInt32Ty());
    llvm::Value* wanted =
        builder_.CreateICmpULE(llvm::ConstantVector::get(numbers), builder_.CreateVectorSplat(size, last));
    if (window.some) wanted = builder_.CreateAnd(wanted, builder_.CreateVectorSplat(size, window.some));
    return builder_.CreateMaskedLoad(llvm::FixedVectorType::get(access.element, size), place, access.align, wanted);
}

Nearness::Indices Nearness::indices(const llvm::Value* index) {
    const auto* extension = dyn_cast<llvm::CastInst>(index);
    const bool extends = extension && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) &&
                         extension->getOperand(0)->getType()->getScalarSizeInBits() >= word_bits;
    if (extends) index = extension->getOperand(0);
    llvm::Value* part = values_.part(varying_part(index));
    // Distances between numbers so small are known by the lower half of their bits.
    if (const unsigned bits = part->getType()->getScalarSizeInBits();
        bits > word_bits && llvm::computeKnownBits(part, chunk_.layout).countMinLeadingZeros() > bits - word_bits)
        part = builder_.CreateTrunc(part, values_.lanes_of(builder_.getInt32Ty()));
    return {builder_.CreateFreeze(values_.part(index)), builder_.CreateFreeze(part),
            !extends || llvm::isa<llvm::SExtInst>(extension)};
}

Parts Nearness::load(const Access& access, const llvm::Value* pointer) {
    const auto* step = likely_near_step(*pointer, shapes_, budget::guessed_depth);
    const Indices own = indices(step->getOperand(1));
    const unsigned size = permute_.piece_lanes();
    llvm::SmallVector<Window, 8> windows;
    Parts holds, froms;
    llvm::Value* fits = nullptr;
    for (unsigned piece = 0; piece * size < lanes_; ++piece) {
        const Window& made = windows.emplace_back(window(own, piece));
        holds.push_back(made.holds);
        froms.push_back(builder_.CreateTrunc(made.from, llvm::FixedVectorType::get(builder_.getInt32Ty(), size)));
        fits = fits ? builder_.CreateAnd(fits, made.fits) : made.fits;
    }
    llvm::Value* is_near = builder_.CreateAnd(masks_.all_lanes(shuffles_.concatenate(holds)), fits);
    return either(
        chunk_, is_near,
        [&]() -> Parts {
            Parts loaded;
            for (const Window& each : windows)
                loaded.push_back(load_window(access, each, place_at(chunk_, pointer, *step, each.first)));
            return {permute_.in_pieces(shuffles_.concatenate(loaded), shuffles_.concatenate(froms))};
        },
        [&] { return scattered_.load(access, values_.part(pointer)); }, Odds::likely);
}

}  // namespace lanewise::compiler
