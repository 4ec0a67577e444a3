#include "compiler/widen/memory/lane_access.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

Parts LaneAccess::load(const Access& access, const llvm::Value* pointer) {
    const AccessKind kind = kinds_.of_load(access, *pointer, masks_.current() != nullptr);
    if (kind == AccessKind::exchange) return exchanges_.load(access, pointer);
    if (kind == AccessKind::likely_contiguous) return contiguity_.load(access, pointer);
    if (kind == AccessKind::likely_window) return nearness_.load(access, pointer);
    llvm::Value* valid = values_.valid(pointer);
    if (!valid) return load_as(kind, access, pointer);
    return either(
        chunk_, valid, [&] { return load_as(kind, access, pointer); },
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
    const Span span = Span::contiguous(lanes_);
    for (unsigned i = 0; i < access.count; ++i) {
        llvm::Value* row = offset(builder_, base, static_cast<std::int64_t>(i * access.step));
        parts.push_back(spans_.load(element, row, span, nullptr).front());
    }
    return parts;
}

// Makes a load whose kind needs no test of the addresses.
Parts LaneAccess::load_as(AccessKind kind, const Access& access, const llvm::Value* pointer) {
    // Addresses of inactive lanes may be invalid, also in private memory, and also if all lanes have the same address.
    const bool is_stepped = kind == AccessKind::stepped || kind == AccessKind::uniform;
    if (is_scattered(kind) || (is_stepped && (masks_.current() || access.count > 1)))
        return scattered_.load(access, values_.part(pointer));
    llvm::Value* base = place_of(access, pointer);
    const std::int64_t stride = shapes_.of(pointer).stride;
    if (kind == AccessKind::private_rows) return load_interleaved(access, base);
    if (is_stepped) return load_steps(access, base, stride);
    // Interleaved private memory may also be read for inactive lanes, so a mask would only cost time.
    llvm::Value* mask = access.is_private ? nullptr : masks_.current();
    if (kind == AccessKind::reversed) {
        llvm::Value* low = offset(builder_, base, stride * (lanes_ - 1));
        llvm::Value* reversed = mask ? builder_.CreateVectorReverse(mask) : nullptr;
        return {builder_.CreateVectorReverse(spans_.load(access, low, Span::contiguous(lanes_), reversed).front())};
    }
    const Span span = *find_span(access, stride, chunk_.options.isa, lanes_);
    if (!mask || has_native_mask(access)) return spans_.load(access, base, span, mask);
    return either(
        chunk_, masks_.all_lanes(mask), [&] { return spans_.load(access, base, span, nullptr); },
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
    const AccessKind kind = kinds_.of_store(access, *pointer, masks_.current() != nullptr);
    if (kind == AccessKind::exchange) return exchanges_.store(access, pointer, values);
    if (kind == AccessKind::likely_contiguous) return contiguity_.store(access, pointer, values);
    llvm::Value* valid = values_.valid(pointer);
    if (!valid) return store_as(kind, access, pointer, values);
    either(
        chunk_, valid,
        [&]() -> Parts {
            store_as(kind, access, pointer, values);
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

// Makes a store whose kind needs no test of the addresses.
void LaneAccess::store_as(AccessKind kind, const Access& access, const llvm::Value* pointer, const Parts& values) {
    if (is_scattered(kind) || kind == AccessKind::stepped || kind == AccessKind::uniform)
        return scattered_.store(access, values_.part(pointer), values);
    llvm::Value* base = place_of(access, pointer);
    const std::int64_t stride = shapes_.of(pointer).stride;
    if (kind == AccessKind::private_rows) return store_interleaved(access, base, values);
    llvm::Value* mask = masks_.current();
    if (kind == AccessKind::reversed) {
        llvm::Value* low = offset(builder_, base, stride * (lanes_ - 1));
        llvm::Value* reversed = mask ? builder_.CreateVectorReverse(mask) : nullptr;
        return spans_.store(access, low, Span::contiguous(lanes_), {builder_.CreateVectorReverse(values.front())},
                            reversed);
    }
    const Span span = *find_span(access, stride, chunk_.options.isa, lanes_);
    if (!mask || has_native_mask(access)) return spans_.store(access, base, span, values, mask);
    either(
        chunk_, masks_.all_lanes(mask),
        [&]() -> Parts {
            spans_.store(access, base, span, values, nullptr);
            return {};
        },
        [&]() -> Parts {
            scattered_.store(access, values_.part(pointer), values);
            return {};
        },
        Odds::likely);
}

}  // namespace lanewise::compiler
