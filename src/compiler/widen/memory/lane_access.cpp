#include "compiler/widen/memory/lane_access.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

Parts LaneAccess::load(const Access& access, const llvm::Value* pointer) {
    if (shapes_.of(pointer).is_varying()) {
        if (exchanges_.is_one(access, pointer)) return exchanges_.load(access, pointer);
        if (contiguity_.is_likely(access, pointer)) return contiguity_.load(access, pointer);
        if (nearness_.is_likely(access, pointer)) return nearness_.load(access, pointer);
        return scattered_.load(access, values_.part(pointer));
    }
    llvm::Value* valid = values_.valid(pointer);
    if (!valid) return load_strided(access, pointer);
    return either(
        chunk_, valid, [&] { return load_strided(access, pointer); },
        [&] { return scattered_.load(access, values_.part(pointer)); }, Odds::likely);
}

// Returns the current row's address or, if no lane of this row is active, the address of a row with an active lane.
// Without an active lane, the current row's address may be unmapped, for example in the row above an image. Masked
// accesses to unmapped pages are very slow even if no lane is active.
llvm::Value* LaneAccess::place_of(const Access& access, const llvm::Value* pointer) {
    llvm::Value* own = values_.scalar(pointer);
    const unsigned row = masks_.row();
    const bool may_be_nowhere = !access.is_private && pointer->getType()->getPointerAddressSpace() != local_space;
    if (chunk_.options.rows == 1 || !masks_.current() || !may_be_nowhere || chunk_.sharing.shares(pointer) ||
        chunk_.loops.getLoopFor(access.source->getParent()))
        return own;
    const auto where_on = [&](llvm::Value* otherwise) {
        llvm::Value* mask = masks_.current();
        return mask ? builder_.CreateSelect(masks_.any_lane(mask), values_.scalar(pointer), otherwise)
                    : values_.scalar(pointer);
    };
    masks_.start_row(0);
    llvm::Value* of_others = values_.scalar(pointer);
    for (unsigned other = 1; other < chunk_.options.rows; ++other) {
        masks_.start_row(other);
        of_others = where_on(of_others);
    }
    masks_.start_row(row);
    return where_on(of_others);
}

// Loads from an interleaved private array. For each element of the access, loads one row of the array: the row consists
// of this element of every lane.
Parts LaneAccess::load_interleaved(const Access& access, llvm::Value* base) {
    Access element = access;
    element.count = 1;
    Parts parts;
    const Span span = spans_.contiguous();
    for (unsigned i = 0; i < access.count; ++i) {
        llvm::Value* row = offset(builder_, base, static_cast<std::int64_t>(i * access.step));
        parts.push_back(spans_.load(element, row, span, nullptr).front());
    }
    return parts;
}

Parts LaneAccess::load_strided(const Access& access, const llvm::Value* pointer) {
    llvm::Value* base = place_of(access, pointer);
    const std::int64_t stride = shapes_.of(pointer).stride;
    if (access.count > 1 && !access.is_dense()) {               // the array is interleaved
        if (stride != static_cast<std::int64_t>(access.bytes))  // lanes access different rows of the array
            return scattered_.load(access, values_.part(pointer));
        return load_interleaved(access, base);
    }
    // Interleaved private memory may also be read for inactive lanes, so a mask would only cost time.
    llvm::Value* mask = access.is_private ? nullptr : masks_.current();
    if (stride == -static_cast<std::int64_t>(access.bytes) && access.count == 1 &&
        (!mask || has_native_mask(chunk_, access))) {
        llvm::Value* low = offset(builder_, base, stride * (lanes_ - 1));
        llvm::Value* reversed = mask ? builder_.CreateVectorReverse(mask) : nullptr;
        return {builder_.CreateVectorReverse(spans_.load(access, low, spans_.contiguous(), reversed).front())};
    }
    const std::optional<Span> span = spans_.find(access, stride);
    if (!span)  // addresses of inactive lanes may be invalid, also in private memory
        return masks_.current() || access.count > 1 ? scattered_.load(access, values_.part(pointer))
                                                    : load_steps(access, base, stride);
    if (!mask || has_native_mask(chunk_, access)) return spans_.load(access, base, *span, mask);
    return either(
        chunk_, masks_.all_lanes(mask), [&] { return spans_.load(access, base, *span, nullptr); },
        [&] { return scattered_.load(access, values_.part(pointer)); }, Odds::likely);
}

// Makes one load for each lane, since the distances between the addresses are known. A gather would need as many loads,
// and also a vector of addresses.
Parts LaneAccess::load_steps(const Access& access, llvm::Value* base, std::int64_t stride) {
    llvm::Value* lanes = llvm::PoisonValue::get(values_.lanes_of(access.element));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        const std::int64_t distance = stride * lane;
        llvm::Value* place = offset(builder_, base, distance);
        llvm::Value* element = builder_.CreateAlignedLoad(
            access.element, place, llvm::commonAlignment(access.align, static_cast<std::uint64_t>(std::abs(distance))));
        lanes = builder_.CreateInsertElement(lanes, element, lane);
    }
    return {lanes};
}

void LaneAccess::store(const Access& access, const llvm::Value* pointer, const Parts& values) {
    if (shapes_.of(pointer).is_varying()) {
        if (exchanges_.is_one(access, pointer)) return exchanges_.store(access, pointer, values);
        return contiguity_.is_likely(access, pointer) ? contiguity_.store(access, pointer, values)
                                                      : scattered_.store(access, values_.part(pointer), values);
    }
    llvm::Value* valid = values_.valid(pointer);
    if (!valid) return store_strided(access, pointer, values);
    either(
        chunk_, valid,
        [&]() -> Parts {
            store_strided(access, pointer, values);
            return {};
        },
        [&]() -> Parts {
            scattered_.store(access, values_.part(pointer), values);
            return {};
        },
        Odds::likely);
}

void LaneAccess::store_interleaved(const Access& access, llvm::Value* base, const Parts& values) {
    for (unsigned i = 0; i < values.size(); ++i) {
        llvm::Value* row = offset(builder_, base, static_cast<std::int64_t>(i * access.step));
        llvm::Value* value = values[i];
        if (masks_.current()) {
            llvm::Value* old = builder_.CreateAlignedLoad(value->getType(), row, access.align);
            value = builder_.CreateSelect(masks_.current(), value, old);
        }
        builder_.CreateAlignedStore(value, row, access.align);
    }
}

void LaneAccess::store_strided(const Access& access, const llvm::Value* pointer, const Parts& values) {
    llvm::Value* base = place_of(access, pointer);
    const std::int64_t stride = shapes_.of(pointer).stride;
    if (access.is_private && stride == static_cast<std::int64_t>(access.bytes))
        return store_interleaved(access, base, values);
    if (stride == -static_cast<std::int64_t>(access.bytes) && access.count == 1 &&
        (!masks_.current() || has_native_mask(chunk_, access))) {
        llvm::Value* low = offset(builder_, base, stride * (lanes_ - 1));
        llvm::Value* reversed = masks_.current() ? builder_.CreateVectorReverse(masks_.current()) : nullptr;
        return spans_.store(access, low, spans_.contiguous(), {builder_.CreateVectorReverse(values.front())}, reversed);
    }
    const std::optional<Span> span = spans_.find(access, stride);
    const bool gaps = span && span->distance > values.size();
    if (!span || (gaps && !has_native_mask(chunk_, access)))
        return scattered_.store(access, values_.part(pointer), values);
    if (!masks_.current() || has_native_mask(chunk_, access))
        return spans_.store(access, base, *span, values, masks_.current());
    either(
        chunk_, masks_.all_lanes(masks_.current()),
        [&]() -> Parts {
            spans_.store(access, base, *span, values, nullptr);
            return {};
        },
        [&]() -> Parts {
            scattered_.store(access, values_.part(pointer), values);
            return {};
        },
        Odds::likely);
}

}  // namespace lanewise::compiler
