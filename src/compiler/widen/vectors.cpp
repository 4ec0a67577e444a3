// Source vectors and aggregates: lists of W-lane vectors, so that taking, putting and swapping elements
// costs nothing.
#include <llvm/IR/DataLayout.h>

#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;

namespace {

// Leaves of a struct or array type that come before the member that `indices` name.
unsigned leaves_before(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    unsigned count = 0;
    for (const unsigned index : indices) {
        auto* structure = dyn_cast<llvm::StructType>(type);
        for (unsigned i = 0; i < index; ++i)
            count += leaf_types(structure ? structure->getElementType(i)
                                          : cast<llvm::ArrayType>(type)->getElementType())
                         .size();
        type = structure ? structure->getElementType(index)
                         : cast<llvm::ArrayType>(type)->getElementType();
    }
    return count;
}

}  // namespace

Parts Widener::widen_bitcast(llvm::CastInst& conversion) {
    llvm::Type* from = conversion.getSrcTy()->getScalarType();
    llvm::Type* to = conversion.getDestTy()->getScalarType();
    const unsigned from_bits = layout_.getTypeSizeInBits(from), to_bits = layout_.getTypeSizeInBits(to);
    const Parts parts = values_.parts(conversion.getOperand(0));
    Parts result;
    if (from_bits == to_bits) {
        for (llvm::Value* part : parts)
            result.push_back(builder_.CreateBitCast(part, values_.lanes_of(to)));
    } else if (from_bits % to_bits == 0) {
        for (llvm::Value* part : parts) result.append(split_part(part, to, from_bits / to_bits));
    } else if (to_bits % from_bits == 0) {
        const unsigned count = to_bits / from_bits;
        for (unsigned i = 0; i < parts.size(); i += count)
            result.push_back(join_parts(llvm::ArrayRef(parts).slice(i, count), to));
    }
    return result;
}

// The `count` elements that share each lane of `part`, lowest bits first.
Parts Widener::split_part(llvm::Value* part, llvm::Type* element, unsigned count) {
    const unsigned bits = layout_.getTypeSizeInBits(element);
    auto* wide = values_.lanes_of(builder_.getIntNTy(bits * count));
    auto* narrow = values_.lanes_of(builder_.getIntNTy(bits));
    llvm::Value* whole = builder_.CreateBitCast(part, wide);
    Parts result;
    for (unsigned i = 0; i < count; ++i) {
        llvm::Value* shifted = builder_.CreateLShr(whole, llvm::ConstantInt::get(wide, bits * i));
        result.push_back(builder_.CreateBitCast(builder_.CreateTrunc(shifted, narrow),
                                                values_.lanes_of(element)));
    }
    return result;
}

llvm::Value* Widener::join_parts(llvm::ArrayRef<llvm::Value*> parts, llvm::Type* element) {
    const unsigned bits = layout_.getTypeSizeInBits(element) / parts.size();
    auto* narrow = values_.lanes_of(builder_.getIntNTy(bits));
    auto* wide = values_.lanes_of(builder_.getIntNTy(bits * parts.size()));
    llvm::Value* whole = nullptr;
    for (unsigned i = 0; i < parts.size(); ++i) {
        llvm::Value* piece = builder_.CreateZExt(builder_.CreateBitCast(parts[i], narrow), wide);
        piece = builder_.CreateShl(piece, llvm::ConstantInt::get(wide, bits * i));
        whole = whole ? builder_.CreateOr(whole, piece) : piece;
    }
    return builder_.CreateBitCast(whole, values_.lanes_of(element));
}

Parts Widener::widen_extract(llvm::ExtractElementInst& extract) {
    const Parts elements = values_.parts(extract.getVectorOperand());
    const llvm::Value* index = extract.getIndexOperand();
    if (const auto* constant = dyn_cast<llvm::ConstantInt>(index)) {
        const std::uint64_t i = constant->getValue().getLimitedValue();
        if (i < elements.size()) return {elements[i]};
        return {llvm::PoisonValue::get(values_.lanes_of(extract.getType()))};
    }
    const bool uniform = shapes_.of(index).is_uniform();
    llvm::Value* chosen = uniform ? values_.scalar(index) : values_.part(index);
    llvm::Value* result = elements[0];
    for (unsigned i = 1; i < elements.size(); ++i) {
        llvm::Value* here = builder_.CreateICmpEQ(chosen, llvm::ConstantInt::get(chosen->getType(), i));
        result = builder_.CreateSelect(here, elements[i], result);
    }
    return {result};
}

Parts Widener::widen_insert(llvm::InsertElementInst& insert) {
    Parts elements = values_.parts(insert.getOperand(0));
    llvm::Value* element = values_.part(insert.getOperand(1));
    const llvm::Value* index = insert.getOperand(2);
    if (const auto* constant = dyn_cast<llvm::ConstantInt>(index)) {
        const std::uint64_t i = constant->getValue().getLimitedValue();
        if (i < elements.size()) elements[i] = element;
        return elements;
    }
    const bool uniform = shapes_.of(index).is_uniform();
    llvm::Value* chosen = uniform ? values_.scalar(index) : values_.part(index);
    for (unsigned i = 0; i < elements.size(); ++i) {
        llvm::Value* here = builder_.CreateICmpEQ(chosen, llvm::ConstantInt::get(chosen->getType(), i));
        elements[i] = builder_.CreateSelect(here, element, elements[i]);
    }
    return elements;
}

Parts Widener::widen_shuffle(llvm::ShuffleVectorInst& shuffle) {
    Parts elements = values_.parts(shuffle.getOperand(0));
    elements.append(values_.parts(shuffle.getOperand(1)));
    Parts result;
    for (const int index : shuffle.getShuffleMask())
        result.push_back(index >= 0 ? elements[index]
                                    : llvm::PoisonValue::get(elements[0]->getType()));
    return result;
}

Parts Widener::widen_extract_value(llvm::ExtractValueInst& extract) {
    const llvm::Value* whole = extract.getAggregateOperand();
    const unsigned first = leaves_before(whole->getType(), extract.getIndices());
    const Parts parts = values_.parts(whole);
    const auto slice = llvm::ArrayRef(parts).slice(first, leaf_types(extract.getType()).size());
    return Parts(slice.begin(), slice.end());
}

Parts Widener::widen_insert_value(llvm::InsertValueInst& insert) {
    Parts parts = values_.parts(insert.getAggregateOperand());
    const unsigned first = leaves_before(insert.getType(), insert.getIndices());
    const Parts inserted = values_.parts(insert.getInsertedValueOperand());
    llvm::copy(inserted, parts.begin() + first);
    return parts;
}

}  // namespace lanewise::compiler
