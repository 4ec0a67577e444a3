// Source vectors whose lanes stay in memory's order (widen/element_order.h): as many pieces of W elements as a vector
// has elements, the first with those of the first W / count lanes.
#include "compiler/widen/widener.h"

namespace lanewise::compiler {

Parts Widener::load_in_order(const Access& access, const llvm::Value* pointer) {
    Access packed = access;
    if (masks_.current() && pack(packed)) {  // a mask of lanes needs no spreading over their elements
        auto* type = llvm::FixedVectorType::get(access.element, lanes_ * access.count);
        return shuffles_.in_pieces(builder_.CreateBitCast(load_lanes(packed, pointer).front(), type), access.count);
    }
    if (masks_.current() && !native_mask(access)) return shuffles_.in_pieces(shuffles_.interleave(load_lanes(access, pointer)), access.count);
    return load_pieces(access, values_.scalar(pointer), {access.count, access.count, access.count * lanes_}, masks_.current());
}

void Widener::store_in_order(const Access& access, const llvm::Value* pointer, const Parts& pieces) {
    Access packed = access;
    if (masks_.current() && pack(packed))
        return store_lanes(packed, pointer,
                           {builder_.CreateBitCast(shuffles_.concatenate(pieces), values_.lanes_of(packed.element))});
    if (masks_.current() && !native_mask(access))
        return store_lanes(access, pointer, shuffles_.deinterleave(shuffles_.concatenate(pieces), access.count));
    const Span span{access.count, access.count, access.count * lanes_};
    for (unsigned piece = 0; piece < span.pieces; ++piece)
        store_piece(access, values_.scalar(pointer), span, piece, pieces[piece], masks_.current());
}

}  // namespace lanewise::compiler
