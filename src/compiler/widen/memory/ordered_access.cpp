#include "compiler/widen/memory/ordered_access.h"

namespace lanewise::compiler {

Parts OrderedAccess::load(const Access& access, const llvm::Value* pointer) {
    const std::optional<Access> packed = masks_.current() ? pack(access) : std::nullopt;
    if (packed) {  // each lane loads a single integer, so one mask bit for each lane suffices
        auto* type = llvm::FixedVectorType::get(access.element, lanes_ * access.count);
        return shuffles_.in_pieces(builder_.CreateBitCast(lane_access_.load(*packed, pointer).front(), type),
                                   access.count);
    }
    if (masks_.current() && !chunk_.options.isa.has_masked_memory(access.bytes))
        return shuffles_.in_pieces(shuffles_.interleave(lane_access_.load(access, pointer)), access.count);
    return spans_.load_pieces(access, values_.scalar(pointer), {access.count, access.count, access.count * lanes_},
                              masks_.current());
}

void OrderedAccess::store(const Access& access, const llvm::Value* pointer, const Parts& pieces) {
    const std::optional<Access> packed = masks_.current() ? pack(access) : std::nullopt;
    if (packed)
        return lane_access_.store(
            *packed, pointer,
            {builder_.CreateBitCast(shuffles_.concatenate(pieces), values_.lanes_of(packed->element))});
    if (masks_.current() && !chunk_.options.isa.has_masked_memory(access.bytes))
        return lane_access_.store(access, pointer, shuffles_.deinterleave(shuffles_.concatenate(pieces), access.count));
    const Span span{access.count, access.count, access.count * lanes_};
    for (unsigned piece = 0; piece < span.pieces; ++piece)
        spans_.store_piece(access, values_.scalar(pointer), span, piece, pieces[piece], masks_.current());
}

}  // namespace lanewise::compiler
