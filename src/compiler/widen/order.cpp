// Source vectors whose lanes stay in memory's order (widen/element_order.h): as many pieces of W elements as a vector
// has elements, the first with those of the first W / count lanes.
#include "compiler/widen/widener.h"

namespace lanewise::compiler {

// The lanes of an operand, in the order that its user has. What is the same in all lanes repeats in every piece.
Parts Widener::operand_parts(const llvm::Instruction& user, const llvm::Value* operand) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(operand->getType());
    if (!type || !order_.is_of_memory(&user) || !shapes_.of(operand).is_uniform()) return values_->parts(operand);
    llvm::SmallVector<int, 64> order;
    for (unsigned i = 0; i < lanes_; ++i) order.push_back(static_cast<int>(i % type->getNumElements()));
    return Parts(type->getNumElements(), builder_.CreateShuffleVector(values_->scalar(operand), order));
}

Parts Widener::in_pieces(llvm::Value* elements, unsigned count) {
    Parts pieces;
    for (unsigned piece = 0; piece < count; ++piece) {
        llvm::SmallVector<int, 64> order(lanes_);
        std::iota(order.begin(), order.end(), static_cast<int>(piece * lanes_));
        pieces.push_back(builder_.CreateShuffleVector(elements, order));
    }
    return pieces;
}

Parts Widener::load_in_order(const Access& access, const llvm::Value* pointer) {
    Access packed = access;
    if (mask_ && pack(packed)) {  // a mask of lanes needs no spreading over their elements
        auto* type = llvm::FixedVectorType::get(access.element, lanes_ * access.count);
        return in_pieces(builder_.CreateBitCast(load_lanes(packed, pointer).front(), type), access.count);
    }
    if (mask_ && !native_mask(access)) return in_pieces(interleave(load_lanes(access, pointer)), access.count);
    return load_pieces(access, values_->scalar(pointer), {access.count, access.count, access.count * lanes_}, mask_);
}

void Widener::store_in_order(const Access& access, const llvm::Value* pointer, const Parts& pieces) {
    Access packed = access;
    if (mask_ && pack(packed))
        return store_lanes(packed, pointer,
                           {builder_.CreateBitCast(concatenate(pieces), values_->lanes_of(packed.element))});
    if (mask_ && !native_mask(access))
        return store_lanes(access, pointer, deinterleave(concatenate(pieces), access.count));
    const Span span{access.count, access.count, access.count * lanes_};
    for (unsigned piece = 0; piece < span.pieces; ++piece)
        store_piece(access, values_->scalar(pointer), span, piece, pieces[piece], mask_);
}

}  // namespace lanewise::compiler
