// How W lanes' elements are moved: contiguous or strided spans of whole vectors, gathers and scatters, or
// one lane after another without branches (lanes that are off use a place on the stack). 8- and 16-bit
// masked operations are never left to LLVM where the target lacks them: it would branch per lane.
#include <algorithm>

#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::cast;

namespace {

constexpr unsigned widest_element_run = 16;  // elements between two lanes' that wide loads may skip

llvm::Align at_offset(llvm::Align align, std::uint64_t bytes) {
    return llvm::commonAlignment(align, bytes);
}

}  // namespace

bool Widener::native_mask(const Access& access) const {
    return chunk_.options.isa.has_masked_memory(access.bytes);
}

llvm::Value* Widener::offset(llvm::Value* pointer, std::int64_t bytes) {
    if (bytes == 0) return pointer;
    return builder_.CreateGEP(builder_.getInt8Ty(), pointer,
                              builder_.getInt64(static_cast<std::uint64_t>(bytes)));
}

// Wide loads pay up to four elements loaded for each one used.
bool Widener::find_span(const Access& access, std::int64_t stride, Span& span) const {
    if (stride <= 0 || stride % access.bytes != 0) return false;
    const std::int64_t distance = stride / access.bytes;
    const unsigned used = access.step == access.bytes ? access.count : 1;
    if (distance < used || distance > 4 * used || distance > widest_element_run) return false;
    span.distance = static_cast<unsigned>(distance);
    span.total = (lanes_ - 1) * span.distance + used;
    span.pieces = (span.total + lanes_ - 1) / lanes_;
    return true;
}

// The last piece ends with the last lane's element, so that nothing beyond it is touched.
unsigned Widener::piece_start(const Span& span, unsigned piece) const {
    return piece + 1 == span.pieces ? span.total - lanes_ : piece * lanes_;
}

// Which elements of a piece belong to lanes that are on.
llvm::Value* Widener::span_mask(const Access& access, const Span& span, unsigned piece,
                                llvm::Value* mask) {
    if (span.distance == 1) return mask;
    const unsigned used = access.step == access.bytes ? access.count : 1;
    llvm::SmallVector<int, 64> order;
    for (unsigned i = 0; i < lanes_; ++i) {
        const unsigned element = piece_start(span, piece) + i;
        const bool is_used = element % span.distance < used;
        order.push_back(static_cast<int>(is_used ? element / span.distance : lanes_));
    }
    return builder_.CreateShuffleVector(mask ? mask : masks_.ones(),
                                        llvm::Constant::getNullValue(masks_.ones()->getType()), order);
}

Parts Widener::load_pieces(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask) {
    auto* type = values_.lanes_of(access.element);
    Parts pieces;
    for (unsigned piece = 0; piece < span.pieces; ++piece) {
        const std::uint64_t bytes = std::uint64_t{piece_start(span, piece)} * access.bytes;
        llvm::Value* place = offset(base, static_cast<std::int64_t>(bytes));
        const llvm::Align align = at_offset(access.align, bytes);
        llvm::Instruction* loaded =
            mask ? static_cast<llvm::Instruction*>(builder_.CreateMaskedLoad(
                       type, place, align, span_mask(access, span, piece, mask),
                       llvm::Constant::getNullValue(type)))
                 : builder_.CreateAlignedLoad(type, place, align);
        loaded->copyMetadata(*access.source, {llvm::LLVMContext::MD_nontemporal});
        pieces.push_back(loaded);
    }
    return pieces;
}

Parts Widener::load_span(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask) {
    const Parts pieces = load_pieces(access, base, span, mask);
    if (span.distance == 1) return pieces;
    if (span.distance == access.count && transposes(access)) return shuffles_.unzip(pieces);
    llvm::Value* all = shuffles_.concatenate(pieces);
    const unsigned used = access.step == access.bytes ? access.count : 1;
    const unsigned last = span.pieces - 1;
    Parts parts;
    for (unsigned component = 0; component < used; ++component) {
        llvm::SmallVector<int, 64> order;
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            const unsigned element = lane * span.distance + component;
            const unsigned piece = std::min(element / lanes_, last);
            order.push_back(static_cast<int>(piece * lanes_ + element - piece_start(span, piece)));
        }
        parts.push_back(builder_.CreateShuffleVector(all, order));
    }
    return parts;
}

Parts Widener::load_strided(const Access& access, const llvm::Value* pointer) {
    llvm::Value* base = values_.scalar(pointer);
    const std::int64_t stride = shapes_.of(pointer).stride;
    if (access.count > 1 && access.step != access.bytes) {  // an interleaved private array
        if (stride != static_cast<std::int64_t>(access.bytes))  // lanes in different rows
            return load_scattered(access, values_.part(pointer));
        Access element = access;
        element.count = 1;
        Parts parts;
        Span span{1, 1, lanes_};
        for (unsigned i = 0; i < access.count; ++i) {
            llvm::Value* row = offset(base, static_cast<std::int64_t>(i * access.step));
            parts.push_back(load_span(element, row, span, nullptr).front());
        }
        return parts;
    }
    // Private memory is ours for every lane; a mask would only cost.
    llvm::Value* mask = access.is_private ? nullptr : masks_.current();
    if (stride == -static_cast<std::int64_t>(access.bytes) && access.count == 1 &&
        (!mask || native_mask(access))) {
        Span span{1, 1, lanes_};
        llvm::Value* low = offset(base, stride * (lanes_ - 1));
        llvm::Value* reversed = mask ? builder_.CreateVectorReverse(mask) : nullptr;
        return {builder_.CreateVectorReverse(load_span(access, low, span, reversed).front())};
    }
    Span span;
    if (!find_span(access, stride, span))  // lanes that are off may point anywhere, in private memory too
        return masks_.current() || access.count > 1 ? load_scattered(access, values_.part(pointer))
                                         : load_steps(access, base, stride);
    if (!mask || native_mask(access)) return load_span(access, base, span, mask);
    return either(
        chunk_, masks_.all_lanes(mask), [&] { return load_span(access, base, span, nullptr); },
        [&] { return load_scattered(access, values_.part(pointer)); }, Odds::likely);
}

// A load for each lane, at distances known beforehand: a gather would take as many, and look up every address.
Parts Widener::load_steps(const Access& access, llvm::Value* base, std::int64_t stride) {
    llvm::Value* lanes = llvm::PoisonValue::get(values_.lanes_of(access.element));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        const std::int64_t distance = stride * lane;
        llvm::Value* place = offset(base, distance);
        llvm::Value* element = builder_.CreateAlignedLoad(
            access.element, place, at_offset(access.align, static_cast<std::uint64_t>(std::abs(distance))));
        lanes = builder_.CreateInsertElement(lanes, element, lane);
    }
    return {lanes};
}

void Widener::store_piece(const Access& access, llvm::Value* base, const Span& span, unsigned piece,
                          llvm::Value* value, llvm::Value* mask) {
    const std::uint64_t bytes = std::uint64_t{piece_start(span, piece)} * access.bytes;
    llvm::Value* place = offset(base, static_cast<std::int64_t>(bytes));
    const llvm::Align align = at_offset(access.align, bytes);
    const bool gaps = span.distance > access.count;
    llvm::Instruction* stored =
        mask || gaps ? static_cast<llvm::Instruction*>(builder_.CreateMaskedStore(
                           value, place, align, span_mask(access, span, piece, mask)))
                     : builder_.CreateAlignedStore(value, place, align);
    stored->copyMetadata(*access.source, {llvm::LLVMContext::MD_nontemporal});
}

void Widener::store_span(const Access& access, llvm::Value* base, const Span& span,
                         const Parts& values, llvm::Value* mask) {
    const unsigned used = values.size();
    const bool zips = span.distance == used && transposes(access);
    const Parts zipped = zips ? shuffles_.zip(values) : Parts();
    llvm::Value* all = span.distance == 1 ? values.front() : zips ? nullptr : shuffles_.concatenate(values);
    for (unsigned piece = 0; piece < span.pieces; ++piece) {
        const unsigned start = piece_start(span, piece);
        llvm::Value* value = zips ? zipped[piece] : all;
        if (!zips && span.distance != 1) {
            llvm::SmallVector<int, 64> order;
            for (unsigned i = 0; i < lanes_; ++i) {
                const unsigned lane = (start + i) / span.distance, part = (start + i) % span.distance;
                order.push_back(part < used ? static_cast<int>(part * lanes_ + lane) : -1);
            }
            value = builder_.CreateShuffleVector(all, order);
        }
        store_piece(access, base, span, piece, value, mask);
    }
}

void Widener::store_strided(const Access& access, const llvm::Value* pointer, const Parts& values) {
    llvm::Value* base = values_.scalar(pointer);
    const std::int64_t stride = shapes_.of(pointer).stride;
    Span span{1, 1, lanes_};
    if (access.is_private && stride == static_cast<std::int64_t>(access.bytes)) {
        for (unsigned i = 0; i < values.size(); ++i) {
            llvm::Value* row = offset(base, static_cast<std::int64_t>(i * access.step));
            llvm::Value* value = values[i];
            if (masks_.current()) {
                llvm::Value* old = builder_.CreateAlignedLoad(value->getType(), row, access.align);
                value = builder_.CreateSelect(masks_.current(), value, old);
            }
            builder_.CreateAlignedStore(value, row, access.align);
        }
        return;
    }
    if (stride == -static_cast<std::int64_t>(access.bytes) && access.count == 1 &&
        (!masks_.current() || native_mask(access))) {
        llvm::Value* low = offset(base, stride * (lanes_ - 1));
        llvm::Value* reversed = masks_.current() ? builder_.CreateVectorReverse(masks_.current()) : nullptr;
        return store_span(access, low, span, {builder_.CreateVectorReverse(values.front())}, reversed);
    }
    const bool found = find_span(access, stride, span);
    const bool gaps = found && span.distance > values.size();
    if (!found || (gaps && !native_mask(access)))
        return store_scattered(access, values_.part(pointer), values);
    if (!masks_.current() || native_mask(access)) return store_span(access, base, span, values, masks_.current());
    either(
        chunk_, masks_.all_lanes(masks_.current()),
        [&]() -> Parts {
            store_span(access, base, span, values, nullptr);
            return {};
        },
        [&]() -> Parts {
            store_scattered(access, values_.part(pointer), values);
            return {};
        },
        Odds::likely);
}

Parts Widener::load_scattered(const Access& access, llvm::Value* pointers) {
    // A whole source vector per lane and a transposition beat a gather per component.
    const bool whole = access.count >= 4 && access.step == access.bytes;
    if (!chunk_.options.isa.has_gathers() || access.bytes < 4 || whole) return load_per_lane(access, pointers);
    auto* type = values_.lanes_of(access.element);
    Parts parts;
    for (unsigned i = 0; i < access.count; ++i)
        parts.push_back(builder_.CreateMaskedGather(
            type, offset(pointers, static_cast<std::int64_t>(i * access.step)), access.align,
            masks_.current_or_ones(), llvm::Constant::getNullValue(type)));
    return parts;
}

void Widener::store_scattered(const Access& access, llvm::Value* pointers, const Parts& values) {
    if (!chunk_.options.isa.has_scatters() || access.bytes < 4 || access.count > 1)
        return store_per_lane(access, pointers, values);
    builder_.CreateMaskedScatter(values.front(), pointers, access.align, masks_.current_or_ones());
}

// The lanes' addresses, with those of lanes that are off led to a place of `bytes` on the stack.
llvm::Value* Widener::safe_addresses(llvm::Value* pointers, unsigned bytes) {
    if (!masks_.current()) return pointers;
    llvm::Value* nowhere = chunk_.scratch(llvm::ArrayType::get(builder_.getInt8Ty(), bytes), llvm::Align(64));
    llvm::Type* pointer = pointers->getType()->getScalarType();
    if (nowhere->getType() != pointer) nowhere = builder_.CreateAddrSpaceCast(nowhere, pointer);
    return builder_.CreateSelect(masks_.current(), pointers, builder_.CreateVectorSplat(lanes_, nowhere));
}

Parts Widener::load_per_lane(const Access& access, llvm::Value* pointers) {
    const bool whole = access.count > 1 && access.step == access.bytes;
    const std::uint64_t reach = (access.count - 1) * access.step + access.bytes;
    llvm::Value* places = safe_addresses(pointers, static_cast<unsigned>(reach));
    if (whole) {
        auto* type = llvm::FixedVectorType::get(access.element, access.count);
        Parts rows;
        for (unsigned lane = 0; lane < lanes_; ++lane)
            rows.push_back(builder_.CreateAlignedLoad(
                type, extract_lane(builder_, places, lane), access.align));
        if (!transposes(access)) return shuffles_.deinterleave(shuffles_.concatenate(rows), access.count);
        const unsigned rows_of_piece = lanes_ / access.count;
        Parts pieces;
        for (unsigned first = 0; first < lanes_; first += rows_of_piece)
            pieces.push_back(shuffles_.concatenate(llvm::ArrayRef(rows).slice(first, rows_of_piece)));
        return shuffles_.unzip(pieces);
    }
    Parts parts(access.count, llvm::PoisonValue::get(values_.lanes_of(access.element)));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Value* place = extract_lane(builder_, places, lane);
        for (unsigned i = 0; i < access.count; ++i) {
            llvm::Value* element = builder_.CreateAlignedLoad(
                access.element, offset(place, static_cast<std::int64_t>(i * access.step)), access.align);
            parts[i] = builder_.CreateInsertElement(parts[i], element, lane);
        }
    }
    return parts;
}

// A vector for each lane.
Parts Widener::rows_of(const Access& access, const Parts& values) {
    const bool zips = transposes(access);
    const Parts pieces = zips ? shuffles_.zip(values) : Parts{shuffles_.interleave(values)};
    const unsigned rows_of_piece = zips ? lanes_ / access.count : lanes_;
    Parts rows;
    for (llvm::Value* piece : pieces)
        for (unsigned row = 0; row < rows_of_piece; ++row) {
            llvm::SmallVector<int, 16> order(access.count);
            std::iota(order.begin(), order.end(), static_cast<int>(row * access.count));
            rows.push_back(rows_of_piece == 1 ? piece : builder_.CreateShuffleVector(piece, order));
        }
    return rows;
}

void Widener::store_per_lane(const Access& access, llvm::Value* pointers, const Parts& values) {
    const bool whole = access.count > 1 && access.step == access.bytes;
    const std::uint64_t reach = (access.count - 1) * access.step + access.bytes;
    llvm::Value* places = safe_addresses(pointers, static_cast<unsigned>(reach));
    const Parts rows = whole ? rows_of(access, values) : Parts();
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Value* place = extract_lane(builder_, places, lane);
        if (whole) {
            builder_.CreateAlignedStore(rows[lane], place, access.align);
            continue;
        }
        for (unsigned i = 0; i < access.count; ++i)
            builder_.CreateAlignedStore(builder_.CreateExtractElement(values[i], lane),
                                        offset(place, static_cast<std::int64_t>(i * access.step)),
                                        access.align);
    }
}

}  // namespace lanewise::compiler
