#include "compiler/widen/elements/source_vectors.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

// Returns the number of scalar elements before the member at `indices` in a struct or array type.
unsigned leaves_before(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    unsigned count = 0;
    for (const unsigned index : indices) {
        auto* structure = dyn_cast<llvm::StructType>(type);
        for (unsigned i = 0; i < index; ++i)
            count +=
                leaf_types(structure ? structure->getElementType(i) : cast<llvm::ArrayType>(type)->getElementType())
                    .size();
        type = structure ? structure->getElementType(index) : cast<llvm::ArrayType>(type)->getElementType();
    }
    return count;
}

}  // namespace

bool SourceVectors::is_own(const llvm::Instruction& original) {
    return isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::ExtractValueInst,
               llvm::InsertValueInst, llvm::BitCastInst>(original);
}

Parts SourceVectors::make(llvm::Instruction& original) {
    if (auto* extraction = dyn_cast<llvm::ExtractElementInst>(&original)) return extract(*extraction);
    if (auto* insertion = dyn_cast<llvm::InsertElementInst>(&original)) return insert(*insertion);
    if (auto* permutation = dyn_cast<llvm::ShuffleVectorInst>(&original)) return shuffle(*permutation);
    if (auto* extraction = dyn_cast<llvm::ExtractValueInst>(&original)) return extract_value(*extraction);
    if (auto* insertion = dyn_cast<llvm::InsertValueInst>(&original)) return insert_value(*insertion);
    return convert_bits(cast<llvm::BitCastInst>(original));
}

Parts SourceVectors::convert_bits(llvm::CastInst& conversion) {
    llvm::Type* from = conversion.getSrcTy()->getScalarType();
    llvm::Type* to = conversion.getDestTy()->getScalarType();
    const unsigned from_bits = layout_.getTypeSizeInBits(from), to_bits = layout_.getTypeSizeInBits(to);
    const Parts parts = values_.parts(conversion.getOperand(0));
    Parts result;
    if (from_bits == to_bits) {
        for (llvm::Value* part : parts) result.push_back(builder_.CreateBitCast(part, values_.lanes_of(to)));
    } else if (from_bits % to_bits == 0) {
        for (llvm::Value* part : parts) result.append(split_part(part, to, from_bits / to_bits));
    } else if (to_bits % from_bits == 0) {
        const unsigned count = to_bits / from_bits;
        for (unsigned i = 0; i < parts.size(); i += count)
            result.push_back(join_parts(llvm::ArrayRef(parts).slice(i, count), to));
    }
    return result;
}

// Splits each lane of `part` into `count` elements. The first element is in the lowest bits.
Parts SourceVectors::split_part(llvm::Value* part, llvm::Type* element, unsigned count) {
    const unsigned bits = layout_.getTypeSizeInBits(element);
    auto* wide = values_.lanes_of(builder_.getIntNTy(bits * count));
    auto* narrow = values_.lanes_of(builder_.getIntNTy(bits));
    llvm::Value* whole = builder_.CreateBitCast(part, wide);
    Parts result;
    for (unsigned i = 0; i < count; ++i) {
        llvm::Value* shifted = builder_.CreateLShr(whole, llvm::ConstantInt::get(wide, bits * i));
        result.push_back(builder_.CreateBitCast(builder_.CreateTrunc(shifted, narrow), values_.lanes_of(element)));
    }
    return result;
}

llvm::Value* SourceVectors::join_parts(llvm::ArrayRef<llvm::Value*> parts, llvm::Type* element) {
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

// Returns an index that is known only at run time: a scalar if the index is uniform, otherwise a vector.
llvm::Value* SourceVectors::element_number(const llvm::Value* index) {
    return shapes_.of(index).is_uniform() ? values_.scalar(index) : values_.part(index);
}

Parts SourceVectors::extract(llvm::ExtractElementInst& extraction) {
    const Parts elements = values_.parts(extraction.getVectorOperand());
    const llvm::Value* index = extraction.getIndexOperand();
    if (const auto* constant = dyn_cast<llvm::ConstantInt>(index)) {
        const std::uint64_t i = constant->getValue().getLimitedValue();
        if (i < elements.size()) return {elements[i]};
        return {llvm::PoisonValue::get(values_.lanes_of(extraction.getType()))};
    }
    llvm::Value* chosen = element_number(index);
    llvm::Value* result = elements[0];
    for (unsigned i = 1; i < elements.size(); ++i) {
        llvm::Value* here = builder_.CreateICmpEQ(chosen, llvm::ConstantInt::get(chosen->getType(), i));
        result = builder_.CreateSelect(here, elements[i], result);
    }
    return {result};
}

Parts SourceVectors::insert(llvm::InsertElementInst& insertion) {
    Parts elements = values_.parts(insertion.getOperand(0));
    llvm::Value* element = values_.part(insertion.getOperand(1));
    const llvm::Value* index = insertion.getOperand(2);
    if (const auto* constant = dyn_cast<llvm::ConstantInt>(index)) {
        const std::uint64_t i = constant->getValue().getLimitedValue();
        if (i < elements.size()) elements[i] = element;
        return elements;
    }
    llvm::Value* chosen = element_number(index);
    for (unsigned i = 0; i < elements.size(); ++i) {
        llvm::Value* here = builder_.CreateICmpEQ(chosen, llvm::ConstantInt::get(chosen->getType(), i));
        elements[i] = builder_.CreateSelect(here, element, elements[i]);
    }
    return elements;
}

Parts SourceVectors::shuffle(llvm::ShuffleVectorInst& permutation) {
    Parts elements = values_.parts(permutation.getOperand(0));
    elements.append(values_.parts(permutation.getOperand(1)));
    Parts result;
    for (const int index : permutation.getShuffleMask())
        result.push_back(index >= 0 ? elements[index] : llvm::PoisonValue::get(elements[0]->getType()));
    return result;
}

Parts SourceVectors::extract_value(llvm::ExtractValueInst& extraction) {
    const llvm::Value* whole = extraction.getAggregateOperand();
    const unsigned first = leaves_before(whole->getType(), extraction.getIndices());
    const Parts parts = values_.parts(whole);
    const auto slice = llvm::ArrayRef(parts).slice(first, leaf_types(extraction.getType()).size());
    return Parts(slice.begin(), slice.end());
}

Parts SourceVectors::insert_value(llvm::InsertValueInst& insertion) {
    Parts parts = values_.parts(insertion.getAggregateOperand());
    const unsigned first = leaves_before(insertion.getType(), insertion.getIndices());
    const Parts inserted = values_.parts(insertion.getInsertedValueOperand());
    llvm::copy(inserted, parts.begin() + first);
    return parts;
}

}  // namespace lanewise::compiler
