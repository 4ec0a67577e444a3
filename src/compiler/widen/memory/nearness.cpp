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
constexpr unsigned most_shift = 16;

// What an index is extended from, if it has enough bits by then; else itself.
const llvm::Value* before_extension(const llvm::Value* index) {
    const auto* extension = dyn_cast<llvm::CastInst>(index);
    const bool extends = extension && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) &&
                         extension->getOperand(0)->getType()->getScalarSizeInBits() >= word_bits;
    return extends ? extension->getOperand(0) : index;
}

// Whether `index + most` wraps around.
llvm::Value* goes_too_far(llvm::IRBuilder<>& builder, llvm::Value* index, std::uint64_t most, bool is_signed) {
    llvm::Value* end = builder.CreateBinaryIntrinsic(
        is_signed ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow, index,
        llvm::ConstantInt::get(index->getType(), most));
    return builder.CreateExtractValue(end, 1);
}

llvm::Value* extended(llvm::IRBuilder<>& builder, llvm::Value* index, bool is_signed) {
    return is_signed ? builder.CreateSExt(index, builder.getInt64Ty())
                     : builder.CreateZExt(index, builder.getInt64Ty());
}

llvm::Value* times(llvm::IRBuilder<>& builder, llvm::Value* value, std::uint64_t number) {
    return number == 1 ? value : builder.CreateMul(value, llvm::ConstantInt::get(value->getType(), number));
}

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

// What a multiple of a quotient is of: `(i >> 1) * 2`, which is `i & -2`, `(i >> 2) * 3`.
std::optional<Nearness::Quotients> Nearness::quotients(const llvm::Value* index) const {
    const auto* part = dyn_cast<llvm::BinaryOperator>(before_extension(varying_part(before_extension(index))));
    if (!part) return std::nullopt;
    const auto* constant = dyn_cast<llvm::ConstantInt>(part->getOperand(1));
    if (!constant) return std::nullopt;
    const llvm::APInt& number = constant->getValue();
    Quotients result{part->getOperand(0), 0, 1};
    const auto divide = [&](const llvm::APInt& shift) {
        result.shift = static_cast<unsigned>(shift.getLimitedValue(most_shift + 1));
    };
    if (part->getOpcode() == llvm::Instruction::LShr) {
        divide(number);
    } else if (part->getOpcode() == llvm::Instruction::And && number.isShiftedMask()) {
        // Bits above those of the mask are none of the ramp's.
        const llvm::KnownBits known = llvm::computeKnownBits(result.ramp, chunk_.layout);
        if (known.countMinLeadingZeros() < number.countl_zero()) return std::nullopt;
        divide(llvm::APInt(word_bits, number.countr_zero()));
        result.factor = std::uint64_t{1} << result.shift;
    } else if (part->getOpcode() == llvm::Instruction::Mul || part->getOpcode() == llvm::Instruction::Shl) {
        const auto* quotient = dyn_cast<llvm::BinaryOperator>(result.ramp);
        if (!quotient || quotient->getOpcode() != llvm::Instruction::LShr) return std::nullopt;
        const auto* shift = dyn_cast<llvm::ConstantInt>(quotient->getOperand(1));
        if (!shift || number.ugt(most_shift)) return std::nullopt;
        divide(shift->getValue());
        result.ramp = quotient->getOperand(0);
        result.factor = part->isShift() ? std::uint64_t{1} << number.getZExtValue() : number.getZExtValue();
    }
    const Shape shape = shapes_.of(result.ramp);
    if (result.shift == 0 || result.shift > most_shift || result.factor == 0) return std::nullopt;
    if (!shape.is_strided() || shape.checked || !shape.no_unsigned_wrap || shape.stride <= 0) return std::nullopt;
    const bool fits =
        shape.stride < std::int64_t{1} << most_shift && reach(result, shape.stride, 0) < permute_.piece_lanes();
    return fits ? std::optional(result) : std::nullopt;
}

// How far the last lane of a piece is from the first one if that leaves a `remainder`.
std::uint64_t Nearness::reach(const Quotients& quotients, std::int64_t stride, std::uint64_t remainder) const {
    const std::uint64_t steps = (permute_.piece_lanes() - 1) * static_cast<std::uint64_t>(stride);
    return ((remainder + steps) >> quotients.shift) * quotients.factor;
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

Nearness::LanesOn Nearness::lanes_on(unsigned piece) {
    const unsigned size = permute_.piece_lanes();
    llvm::Value* mask = masks_.current() ? slice(masks_.current(), piece) : nullptr;
    if (!mask) return {builder_.getInt32(0), builder_.getInt32(size - 1), nullptr, nullptr};
    llvm::Value* bits = builder_.CreateBitCast(mask, builder_.getIntNTy(size));
    llvm::Value* some = builder_.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0));
    return {masks_.first_lane(mask), masks_.last_lane(mask), mask, some};
}

// Of the elements behind the first one, those up to the `last` one.
llvm::Value* Nearness::wanted(const LanesOn& on, llvm::Value* last) {
    const unsigned size = permute_.piece_lanes();
    llvm::SmallVector<llvm::Constant*, 16> numbers;
    for (unsigned i = 0; i < size; ++i) numbers.push_back(builder_.getInt32(i));
    last = builder_.CreateZExtOrTrunc(last, builder_.getInt32Ty());
    llvm::Value* some =
        builder_.CreateICmpULE(llvm::ConstantVector::get(numbers), builder_.CreateVectorSplat(size, last));
    return on.some ? builder_.CreateAnd(some, builder_.CreateVectorSplat(size, on.some)) : some;
}

Nearness::Indices Nearness::indices(const llvm::Value* index) {
    const llvm::Value* whole = before_extension(index);
    llvm::Value* part = values_.part(varying_part(whole));
    // Distances between numbers so small are known by the lower half of their bits.
    if (const unsigned bits = part->getType()->getScalarSizeInBits();
        bits > word_bits && llvm::computeKnownBits(part, chunk_.layout).countMinLeadingZeros() > bits - word_bits)
        part = builder_.CreateTrunc(part, values_.lanes_of(builder_.getInt32Ty()));
    return {builder_.CreateFreeze(values_.part(whole)), builder_.CreateFreeze(part),
            whole == index || llvm::isa<llvm::SExtInst>(index)};
}

Nearness::Windows Nearness::tried(const llvm::Value* index) {
    const unsigned size = permute_.piece_lanes();
    const Indices own = indices(index);
    Windows windows;
    Parts all_hold;
    llvm::Value* all_fit = nullptr;
    for (unsigned piece = 0; piece < pieces(); ++piece) {
        const LanesOn on = lanes_on(piece);
        llvm::Value* part = slice(own.part, piece);
        llvm::Value* first_part = builder_.CreateExtractElement(part, on.first);
        llvm::Value* last = builder_.CreateSub(builder_.CreateExtractElement(part, on.last), first_part);
        llvm::Value* from = builder_.CreateSub(part, builder_.CreateVectorSplat(size, first_part));
        llvm::Value* holds = builder_.CreateICmpULE(from, builder_.CreateVectorSplat(size, last));
        if (on.mask) holds = builder_.CreateOr(holds, builder_.CreateNot(on.mask));
        llvm::Value* first = builder_.CreateExtractElement(slice(own.whole, piece), on.first);
        llvm::Value* fits =
            builder_.CreateAnd(builder_.CreateICmpULT(last, llvm::ConstantInt::get(last->getType(), size)),
                               builder_.CreateNot(goes_too_far(builder_, first, size - 1, own.is_signed)));
        if (on.some) fits = builder_.CreateOr(fits, builder_.CreateNot(on.some));
        windows.pieces.push_back({extended(builder_, first, own.is_signed), wanted(on, last),
                                  builder_.CreateTrunc(from, llvm::FixedVectorType::get(builder_.getInt32Ty(), size))});
        all_hold.push_back(holds);
        all_fit = all_fit ? builder_.CreateAnd(all_fit, fits) : fits;
    }
    windows.hold = builder_.CreateAnd(masks_.all_lanes(shuffles_.concatenate(all_hold)), all_fit);
    return windows;
}

// The index of a lane for which `quotient` is what Quotients are.
llvm::Value* Nearness::with_quotient(const llvm::Value* index, llvm::Value* quotient) {
    if (const auto* extension = dyn_cast<llvm::CastInst>(index))
        return builder_.CreateCast(extension->getOpcode(), with_quotient(extension->getOperand(0), quotient),
                                   extension->getType());
    const auto* sum = dyn_cast<llvm::BinaryOperator>(index);
    if (!sum || sum->getOpcode() != llvm::Instruction::Add) return quotient;
    const unsigned shared = shapes_.of(sum->getOperand(1)).is_uniform() ? 1 : 0;
    return builder_.CreateAdd(with_quotient(sum->getOperand(1 - shared), quotient),
                              values_.scalar(sum->getOperand(shared)));
}

Nearness::Windows Nearness::known(const llvm::Value* index, const Quotients& quotients) {
    const unsigned size = permute_.piece_lanes(), shift = quotients.shift;
    const auto stride = static_cast<std::uint64_t>(shapes_.of(quotients.ramp).stride);
    const std::uint64_t mask = (std::uint64_t{1} << shift) - 1;
    const bool always_fits = reach(quotients, static_cast<std::int64_t>(stride), mask) < size;
    const llvm::Value* whole = before_extension(index);
    const bool is_signed = whole == index || llvm::isa<llvm::SExtInst>(index);
    llvm::Value* ramp = builder_.CreateFreeze(values_.scalar(quotients.ramp));
    llvm::Type* type = ramp->getType();
    const auto steps = [&](llvm::Value* lanes) { return times(builder_, lanes, stride); };
    const auto quotient = [&](llvm::Value* number) {
        return times(builder_, builder_.CreateLShr(number, shift), quotients.factor);
    };
    // Whole steps: pieces differ by where they begin alone.
    const bool repeats = !masks_.current() && (size * stride & mask) == 0;
    Windows windows;
    const auto also = [&](const LanesOn& on, llvm::Value* holds) {
        if (on.some) holds = builder_.CreateOr(holds, builder_.CreateNot(on.some));
        windows.hold = windows.hold ? builder_.CreateAnd(windows.hold, holds) : holds;
    };
    for (unsigned piece = 0; piece < pieces(); ++piece) {
        if (piece > 0 && repeats) {
            Window same = windows.pieces.front();
            same.place =
                builder_.CreateAdd(same.place, builder_.getInt64((piece * size * stride >> shift) * quotients.factor));
            windows.pieces.push_back(same);
            continue;
        }
        const LanesOn on = lanes_on(piece);
        llvm::Value* to_first = steps(on.first);
        llvm::Value* first = builder_.CreateAdd(builder_.CreateAdd(ramp, builder_.CreateZExt(to_first, type)),
                                                llvm::ConstantInt::get(type, piece * size * stride));
        llvm::Value* place = builder_.CreateFreeze(with_quotient(whole, quotient(first)));
        llvm::Value* rest =
            builder_.CreateSub(builder_.CreateTrunc(builder_.CreateAnd(first, mask), builder_.getInt32Ty()), to_first);
        llvm::SmallVector<llvm::Constant*, 16> distances;
        for (unsigned lane = 0; lane < size; ++lane)
            distances.push_back(builder_.getInt32(static_cast<std::uint32_t>(lane * stride)));
        llvm::Value* from =
            quotient(builder_.CreateAdd(builder_.CreateVectorSplat(size, rest), llvm::ConstantVector::get(distances)));
        llvm::Value* last = quotient(builder_.CreateAdd(rest, steps(on.last)));
        windows.pieces.push_back({extended(builder_, place, is_signed), wanted(on, last), from});
        if (!always_fits) also(on, builder_.CreateICmpULT(last, builder_.getInt32(size)));
        if (whole->getType()->getScalarSizeInBits() == 64) continue;
        // All lanes' at once where all are on.
        if (on.mask)
            also(on, builder_.CreateNot(goes_too_far(builder_, place, size, is_signed)));
        else if (piece == 0)
            also(on, builder_.CreateNot(goes_too_far(builder_, place,
                                                     ((lanes_ * stride >> shift) + 1) * quotients.factor, is_signed)));
    }
    return windows;
}

Parts Nearness::load(const Access& access, const llvm::Value* pointer) {
    const auto* step = likely_near_step(*pointer, shapes_, budget::guessed_depth);
    const llvm::Value* index = step->getOperand(1);
    const std::optional<Quotients> of_ramp = quotients(index);
    const Windows windows = of_ramp ? known(index, *of_ramp) : tried(index);
    const auto load_windows = [&]() -> Parts {
        Parts loaded, froms;
        llvm::Type* type = llvm::FixedVectorType::get(access.element, permute_.piece_lanes());
        for (const Window& each : windows.pieces) {
            loaded.push_back(builder_.CreateMaskedLoad(type, place_at(chunk_, pointer, *step, each.place), access.align,
                                                       each.wanted));
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
