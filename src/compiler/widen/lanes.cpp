// One lane's value out of a vector, for accesses that are made lane by lane. Asked for behind the vector is made, so it
// may look at how: addresses are computed per lane from indices as narrow as they were loaded, several of which leave
// the vector registers in one 64-bit word.
#include <llvm/Analysis/VectorUtils.h>

#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::dyn_cast;

namespace {

constexpr unsigned word_bits = 64;

bool extends(const llvm::Value* vector) { return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(vector); }

// Whether whole words hold the lanes of what `vector` was extended from.
bool fills_words(const llvm::CastInst& extension) {
    const auto* narrow = llvm::cast<llvm::FixedVectorType>(extension.getSrcTy());
    const unsigned bits = narrow->getScalarSizeInBits();
    return (bits == 8 || bits == 16 || bits == 32) && extension.getDestTy()->getScalarSizeInBits() == word_bits &&
           bits * narrow->getNumElements() % word_bits == 0;
}

}  // namespace

// What `vector` holds, as numbers LLVM knows nothing of: from `v & 3` LLVM 22's code generator concludes that a word's
// upper lanes are zero where only the lowest one is asked for, drops that one's mask, and then leaves 3 in the
// constant's other lanes. The fence is no instruction. What is loaded needs none, and would no longer be read as words.
llvm::Value* Widener::fenced(llvm::Value* vector) {
    if (llvm::isa<llvm::LoadInst>(vector)) return vector;
    const auto words = static_cast<unsigned>(vector->getType()->getPrimitiveSizeInBits()) / word_bits;
    llvm::Type* real = builder_.getDoubleTy();
    if (words > 1) real = llvm::FixedVectorType::get(real, words);
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::arithmetic_fence, builder_.CreateBitCast(vector, real));
}

// Shifts and not a truncation, which InstCombine would make an extraction of the narrow element again.
llvm::Value* Widener::extended_lane(llvm::CastInst& extension, unsigned lane) {
    const unsigned bits = extension.getSrcTy()->getScalarSizeInBits();
    const unsigned per_word = word_bits / bits, place = lane % per_word * bits;
    auto* words = llvm::FixedVectorType::get(builder_.getInt64Ty(), lanes_ / per_word);
    llvm::Value* word = builder_.CreateExtractElement(
        builder_.CreateBitCast(fenced(extension.getOperand(0)), words), lane / per_word);
    if (llvm::isa<llvm::SExtInst>(extension))
        return builder_.CreateAShr(builder_.CreateShl(word, word_bits - bits - place), word_bits - bits);
    return builder_.CreateAnd(builder_.CreateLShr(word, place), llvm::maskTrailingOnes<std::uint64_t>(bits));
}

llvm::Value* Widener::lane_of(llvm::Value* vector, unsigned lane) {
    if (!vector->getType()->isVectorTy()) return vector;
    if (llvm::Value* same = llvm::getSplatValue(vector)) return same;
    if (extends(vector) && fills_words(*llvm::cast<llvm::CastInst>(vector)))
        return extended_lane(*llvm::cast<llvm::CastInst>(vector), lane);
    auto* address = dyn_cast<llvm::GetElementPtrInst>(vector);
    if (!address) return builder_.CreateExtractElement(vector, lane);
    llvm::SmallVector<llvm::Value*, 4> indices;
    for (llvm::Value* index : address->indices()) indices.push_back(lane_of(index, lane));
    return builder_.CreateGEP(address->getSourceElementType(), lane_of(address->getPointerOperand(), lane), indices, "",
                              address->getNoWrapFlags());
}

}  // namespace lanewise::compiler
