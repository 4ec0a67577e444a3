#include "compiler/widen/memory/spans.h"

#include <algorithm>

#include "compiler/limits/costs.h"

namespace lanewise::compiler {

// Returns the number of registers for a vector of one element per lane. Without AVX-512, shuffles of small elements do
// not cross the 128-bit halves of a register, so each half counts as a register.
unsigned Spans::registers_of(const Access& access) const {
    const VectorIsa& isa = chunk_.options.isa;
    const unsigned register_bytes = isa.avx512bw ? 64 : isa.avx2 && access.bytes >= 4 ? 32 : 16;
    return (lanes_ * access.bytes + register_bytes - 1) / register_bytes;
}

bool Spans::pays(const Access& access, unsigned used, std::int64_t distance) const {
    if (distance <= costs::loaded_for_used * used) return distance <= costs::widest_vector_run;
    return used == 1 && distance <= costs::widest_element_run &&
           distance * registers_of(access) * costs::elements_for_register <= lanes_;
}

std::optional<Span> Spans::find(const Access& access, std::int64_t stride) const {
    if (stride <= 0 || stride % access.bytes != 0) return std::nullopt;
    const std::int64_t distance = stride / access.bytes;
    const unsigned used = access.is_dense() ? access.count : 1;
    if (distance < used || !pays(access, used, distance)) return std::nullopt;
    Span span{};
    span.distance = static_cast<unsigned>(distance);
    span.total = (lanes_ - 1) * span.distance + used;
    span.pieces = (span.total + lanes_ - 1) / lanes_;
    return span;
}

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
    if (span.distance == access.count && transposes(chunk_, access)) return shuffles_.unzip(pieces);
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
    const bool zips = span.distance == used && transposes(chunk_, access);
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
