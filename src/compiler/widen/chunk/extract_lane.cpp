#include "compiler/widen/chunk/extract_lane.h"

#include <llvm/Analysis/VectorUtils.h>

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

constexpr unsigned word_bits = 64;

bool extends(const llvm::Value* vector) { return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(vector); }

// Whether the narrow lanes that `extension` extends fill a multiple of 64 bits.
bool fills_words(const llvm::CastInst& extension) {
    const auto* narrow = llvm::cast<llvm::FixedVectorType>(extension.getSrcTy());
    const unsigned bits = narrow->getScalarSizeInBits();
    return (bits == 8 || bits == 16 || bits == 32) && extension.getDestTy()->getScalarSizeInBits() == word_bits &&
           bits * narrow->getNumElements() % word_bits == 0;
}

// Returns `vector` after a fence. The fence is no machine instruction, but hides the vector's computation from LLVM
// 22's code generator, because the code generator has an error. If only the lowest lane of a word is used, LLVM
// concludes from `v & 3` that the word's upper lanes are zero. LLVM then drops the mask of the lowest lane, but leaves
// 3 in the other lanes of the constant. A loaded vector needs no fence; a fence would prevent loads of whole words.
llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* vector) {
    if (llvm::isa<llvm::LoadInst>(vector)) return vector;
    const auto words = static_cast<unsigned>(vector->getType()->getPrimitiveSizeInBits()) / word_bits;
    llvm::Type* real = builder.getDoubleTy();
    if (words > 1) real = llvm::FixedVectorType::get(real, words);
    return builder.CreateUnaryIntrinsic(llvm::Intrinsic::arithmetic_fence, builder.CreateBitCast(vector, real));
}

// Uses shifts and masks, because InstCombine would turn a truncation back into an extraction of the narrow element.
llvm::Value* extended_lane(llvm::IRBuilder<>& builder, llvm::CastInst& extension, unsigned lane) {
    auto* narrow = llvm::cast<llvm::FixedVectorType>(extension.getSrcTy());
    const unsigned bits = narrow->getScalarSizeInBits();
    const unsigned per_word = word_bits / bits, place = lane % per_word * bits;
    auto* words = llvm::FixedVectorType::get(builder.getInt64Ty(), narrow->getNumElements() / per_word);
    llvm::Value* word = builder.CreateExtractElement(
        builder.CreateBitCast(fenced(builder, extension.getOperand(0)), words), lane / per_word);
    if (llvm::isa<llvm::SExtInst>(extension))
        return builder.CreateAShr(builder.CreateShl(word, word_bits - bits - place), word_bits - bits);
    return builder.CreateAnd(builder.CreateLShr(word, place), llvm::maskTrailingOnes<std::uint64_t>(bits));
}

}  // namespace

llvm::Value* extract_lane(llvm::IRBuilder<>& builder, llvm::Value* vector, unsigned lane) {
    if (!vector->getType()->isVectorTy()) return vector;
    if (llvm::Value* same = llvm::getSplatValue(vector)) return same;
    if (extends(vector) && fills_words(*llvm::cast<llvm::CastInst>(vector)))
        return extended_lane(builder, *llvm::cast<llvm::CastInst>(vector), lane);
    auto* address = dyn_cast<llvm::GetElementPtrInst>(vector);
    if (!address) return builder.CreateExtractElement(vector, lane);
    llvm::SmallVector<llvm::Value*, 4> indices;
    for (llvm::Value* index : address->indices()) indices.push_back(extract_lane(builder, index, lane));
    return builder.CreateGEP(address->getSourceElementType(), extract_lane(builder, address->getPointerOperand(), lane),
                             indices, "", address->getNoWrapFlags());
}

}  // namespace lanewise::compiler
