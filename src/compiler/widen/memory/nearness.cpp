#include "compiler/widen/memory/nearness.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/analysis/shapes/likely_stride.h"
#include "compiler/limits/budget.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned word_bits = 32;

llvm::Value* plus(llvm::IRBuilder<>& builder, llvm::Value* value, std::uint64_t number) {
    return number == 0 ? value : builder.CreateAdd(value, llvm::ConstantInt::get(value->getType(), number));
}

llvm::Value* times(llvm::IRBuilder<>& builder, llvm::Value* value, std::uint64_t number) {
    return number == 1 ? value : builder.CreateMul(value, llvm::ConstantInt::get(value->getType(), number));
}

// Returns the conjunction of two conditions. A condition may be null, which means true.
llvm::Value* both(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
    return a && b ? builder.CreateAnd(a, b) : a ? a : b;
}

}  // namespace

Nearness::LanesOn Nearness::lanes_on(unsigned piece) {
    const unsigned size = permute_.piece_lanes();
    llvm::Value* mask = masks_.current() ? permute_.piece_of(masks_.current(), piece) : nullptr;
    if (!mask) return {builder_.getInt32(0), builder_.getInt32(size - 1), nullptr, nullptr};
    llvm::Value* bits = builder_.CreateBitCast(mask, builder_.getIntNTy(size));
    llvm::Value* none = builder_.CreateICmpEQ(bits, llvm::ConstantInt::get(bits->getType(), 0));
    return {masks_.first_lane(mask), masks_.last_lane(mask), mask, none};
}

// Returns the mask of a window's elements from the first element to the element with number `last`.
llvm::Value* Nearness::wanted(const LanesOn& on, llvm::Value* last) {
    const unsigned size = permute_.piece_lanes();
    llvm::SmallVector<llvm::Constant*, 16> numbers;
    for (unsigned i = 0; i < size; ++i) numbers.push_back(builder_.getInt32(i));
    last = builder_.CreateZExtOrTrunc(last, builder_.getInt32Ty());
    llvm::Value* some =
        builder_.CreateICmpULE(llvm::ConstantVector::get(numbers), builder_.CreateVectorSplat(size, last));
    return on.none ? builder_.CreateAnd(some, builder_.CreateVectorSplat(size, builder_.CreateNot(on.none))) : some;
}

// Returns the part of an index that differs between lanes. The caller uses this part only to compute distances between
// lanes. A part that is known to fit 32 bits is truncated to 32 bits.
llvm::Value* Nearness::distances(const llvm::Value* original) {
    llvm::Value* part = values_.part(original);
    const unsigned bits = part->getType()->getScalarSizeInBits();
    const bool is_small =
        bits > word_bits && llvm::computeKnownBits(part, chunk_.layout).countMinLeadingZeros() > bits - word_bits;
    return builder_.CreateFreeze(is_small ? builder_.CreateTrunc(part, values_.lanes_of(builder_.getInt32Ty())) : part);
}

Nearness::Windows Nearness::tried(const LaneIndex& index) {
    const unsigned size = permute_.piece_lanes();
    llvm::Value* all = builder_.CreateFreeze(values_.part(index.narrow()));
    llvm::Value* parts = distances(index.part());
    Windows windows;
    Parts all_hold;
    for (unsigned piece = 0; piece < pieces(); ++piece) {
        const LanesOn on = lanes_on(piece);
        llvm::Value* part = permute_.piece_of(parts, piece);
        llvm::Value* first_part = builder_.CreateExtractElement(part, on.first);
        llvm::Value* last = builder_.CreateSub(builder_.CreateExtractElement(part, on.last), first_part);
        llvm::Value* from = builder_.CreateSub(part, builder_.CreateVectorSplat(size, first_part));
        llvm::Value* holds = builder_.CreateICmpULE(from, builder_.CreateVectorSplat(size, last));
        all_hold.push_back(on.mask ? builder_.CreateOr(holds, builder_.CreateNot(on.mask)) : holds);
        llvm::Value* first = builder_.CreateExtractElement(permute_.piece_of(all, piece), on.first);
        windows.also(builder_, on, builder_.CreateICmpULT(last, llvm::ConstantInt::get(last->getType(), size)));
        windows.also(builder_, on, index.goes_on(first, size - 1));
        windows.pieces.push_back({index.extended(first), wanted(on, last),
                                  builder_.CreateTrunc(from, llvm::FixedVectorType::get(builder_.getInt32Ty(), size))});
    }
    windows.hold = both(builder_, masks_.all_lanes(shuffles_.concatenate(all_hold)), windows.hold);
    return windows;
}

Nearness::Windows Nearness::known(const LaneIndex& index, const RampQuotient& quotient) {
    const unsigned size = permute_.piece_lanes();
    const std::uint64_t stride = quotient.stride, most_left = quotient.remainders();
    llvm::Value* ramp = builder_.CreateFreeze(values_.scalar(quotient.ramp));
    llvm::Type* type = ramp->getType();
    const auto steps = [&](llvm::Value* lanes) { return times(builder_, lanes, stride); };
    const auto multiple = [&](llvm::Value* number) {
        return times(builder_, builder_.CreateLShr(number, quotient.shift), quotient.factor);
    };
    llvm::SmallVector<llvm::Constant*, 16> distances;
    for (unsigned lane = 0; lane < size; ++lane)
        distances.push_back(builder_.getInt32(static_cast<std::uint32_t>(lane * stride)));
    // Reuse the first piece's window if the ramp grows by a multiple of the divisor from one piece to the next. The
    // windows then differ only in the index of their first element.
    const bool repeats = !masks_.current() && (size * stride & most_left) == 0;
    Windows windows;
    for (unsigned piece = 0; piece < pieces(); ++piece) {
        if (piece > 0 && repeats) {
            Window same = windows.pieces.front();
            same.place = plus(builder_, same.place, (piece * size * stride >> quotient.shift) * quotient.factor);
            windows.pieces.push_back(same);
            continue;
        }
        const LanesOn on = lanes_on(piece);
        llvm::Value* to_first = steps(on.first);
        llvm::Value* first =
            plus(builder_, builder_.CreateAdd(ramp, builder_.CreateZExt(to_first, type)), piece * size * stride);
        llvm::Value* left = builder_.CreateSub(
            builder_.CreateTrunc(builder_.CreateAnd(first, most_left), builder_.getInt32Ty()), to_first);
        llvm::Value* from =
            multiple(builder_.CreateAdd(builder_.CreateVectorSplat(size, left), llvm::ConstantVector::get(distances)));
        llvm::Value* last = multiple(builder_.CreateAdd(left, steps(on.last)));
        llvm::Value* place = builder_.CreateFreeze(index.with_part(plus(builder_, multiple(first), quotient.offset)));
        windows.pieces.push_back({index.extended(place), wanted(on, last), from});
        if (quotient.reach(size - 1, most_left) >= size)
            windows.also(builder_, on, builder_.CreateICmpULT(last, builder_.getInt32(size)));
        if (!on.mask && piece > 0) continue;
        const unsigned lanes = on.mask ? size : lanes_;  // if all lanes are active, one test covers all lanes
        if (quotient.limit)
            windows.also(builder_, on,
                         builder_.CreateICmpULT(first, llvm::ConstantInt::get(type, *quotient.limit - lanes * stride)));
        windows.also(builder_, on, index.goes_on(place, quotient.reach(lanes, most_left)));
    }
    return windows;
}

void Nearness::Windows::also(llvm::IRBuilder<>& builder, const LanesOn& on, llvm::Value* condition) {
    if (condition && on.none) condition = builder.CreateOr(condition, on.none);
    hold = both(builder, hold, condition);
}

Parts Nearness::load(const Access& access, const llvm::Value* pointer) {
    const auto* step = likely_near_step(*pointer, shapes_, budget::guessed_depth);
    const LaneIndex index(chunk_, step->getOperand(1));
    const std::optional<RampQuotient> quotient =
        ramp_quotient(*index.narrow_part(), index.extends_part_signed(), shapes_, chunk_.layout);
    const unsigned size = permute_.piece_lanes();
    const Windows windows = quotient && quotient->reach(size - 1, 0) < size ? known(index, *quotient) : tried(index);
    const auto load_windows = [&]() -> Parts {
        Parts loaded, froms;
        llvm::Type* type = llvm::FixedVectorType::get(access.element, size);
        for (const Window& each : windows.pieces) {
            llvm::Value* place = place_at(chunk_, pointer, *step, each.place);
            loaded.push_back(builder_.CreateMaskedLoad(type, place, access.align, each.wanted));
            froms.push_back(each.from);
        }
        return {permute_.in_pieces(shuffles_.concatenate(loaded), shuffles_.concatenate(froms))};
    };
    if (!windows.hold) return load_windows();
    return either(
        chunk_, windows.hold, load_windows, [&] { return scattered_.load(access, values_.part(pointer)); },
        Odds::likely);
}

}  // namespace lanewise::compiler
