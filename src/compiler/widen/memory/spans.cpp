#include "compiler/widen/memory/spans.h"

#include <algorithm>

namespace lanewise::compiler {

// Returns the index, within the span, of a piece's first element. The last piece ends with the last lane's element, so
// that memory after this element is not accessed.
unsigned Spans::piece_start(const Span& span, unsigned piece) const {
    return piece + 1 == span.pieces ? span.total - lanes_ : piece * lanes_;
}

// Returns the mask of those elements of a piece that active lanes access.
llvm::Value* Spans::piece_mask(const Access& access, const Span& span, unsigned piece, llvm::Value* mask) {
    if (span.distance == 1) return mask;
    const unsigned used = access.is_dense() ? access.count : 1;
    llvm::SmallVector<int, 64> order;
    for (unsigned i = 0; i < lanes_; ++i) {
        const unsigned element = piece_start(span, piece) + i;
        const bool is_used = element % span.distance < used;
        order.push_back(static_cast<int>(is_used ? element / span.distance : lanes_));
    }
    return builder_.CreateShuffleVector(mask ? mask : masks_.ones(),
                                        llvm::Constant::getNullValue(masks_.ones()->getType()), order);
}

Parts Spans::load_pieces(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask) {
    auto* type = values_.lanes_of(access.element);
    Parts pieces;
    for (unsigned piece = 0; piece < span.pieces; ++piece) {
        const std::uint64_t bytes = std::uint64_t{piece_start(span, piece)} * access.bytes;
        llvm::Value* place = offset(builder_, base, static_cast<std::int64_t>(bytes));
        const llvm::Align align = llvm::commonAlignment(access.align, bytes);
        llvm::Instruction* loaded =
            mask ? static_cast<llvm::Instruction*>(builder_.CreateMaskedLoad(
                       type, place, align, piece_mask(access, span, piece, mask), llvm::Constant::getNullValue(type)))
                 : builder_.CreateAlignedLoad(type, place, align);
        loaded->copyMetadata(*access.source, {llvm::LLVMContext::MD_nontemporal});
        pieces.push_back(loaded);
    }
    return pieces;
}

Parts Spans::load(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask) {
    Parts pieces = load_pieces(access, base, span, mask);
    if (span.distance == 1) return pieces;
    if (span.distance == access.count && transposes(access, chunk_.options.isa, lanes_)) return shuffles_.unzip(pieces);
    llvm::Value* all = shuffles_.concatenate(pieces);
    const unsigned used = access.is_dense() ? access.count : 1;
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

void Spans::store_piece(const Access& access, llvm::Value* base, const Span& span, unsigned piece, llvm::Value* value,
                        llvm::Value* mask) {
    const std::uint64_t bytes = std::uint64_t{piece_start(span, piece)} * access.bytes;
    llvm::Value* place = offset(builder_, base, static_cast<std::int64_t>(bytes));
    const llvm::Align align = llvm::commonAlignment(access.align, bytes);
    const bool gaps = span.distance > access.count;
    llvm::Instruction* stored = mask || gaps ? static_cast<llvm::Instruction*>(builder_.CreateMaskedStore(
                                                   value, place, align, piece_mask(access, span, piece, mask)))
                                             : builder_.CreateAlignedStore(value, place, align);
    stored->copyMetadata(*access.source, {llvm::LLVMContext::MD_nontemporal});
}

void Spans::store(const Access& access, llvm::Value* base, const Span& span, const Parts& values, llvm::Value* mask) {
    const unsigned used = values.size();
    const bool zips = span.distance == used && transposes(access, chunk_.options.isa, lanes_);
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

}  // namespace lanewise::compiler
