#include "compiler/widen/chunk/permute.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>

namespace lanewise::compiler {
namespace {

constexpr unsigned word_bits = 32;

}  // namespace

llvm::Value* Permute::lanes(llvm::Value* vector, llvm::Value* from) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(from)) return by_constant(vector, *constant);
    // In inactive lanes, `from` may be any number, or poison.
    from = builder_.CreateAnd(builder_.CreateFreeze(from), llvm::ConstantInt::get(from->getType(), lanes_ - 1));
    if (words_of_register() == 0 || lanes_ < 8) return through_memory(vector, from);
    return permute(vector, from, false);
}

llvm::Value* Permute::in_pieces(llvm::Value* vector, llvm::Value* from) {
    return permute(vector, builder_.CreateFreeze(from), true);
}

llvm::Value* Permute::piece_of(llvm::Value* vector, unsigned piece) {
    const unsigned size = piece_lanes();
    if (size == lanes_) return vector;
    return builder_.CreateShuffleVector(vector, llvm::createSequentialMask(piece * size, size, 0));
}

llvm::Value* Permute::permute(llvm::Value* vector, llvm::Value* from, bool in_pieces) {
    llvm::Type* type = vector->getType();
    const unsigned bits = type->getScalarSizeInBits();
    llvm::Type* words_type = llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(type));
    llvm::Value* integers = builder_.CreateBitCast(vector, words_type);
    auto* narrow = chunk_.values.lanes_of(builder_.getInt32Ty());
    llvm::Value* result = nullptr;
    if (bits <= word_bits) {
        result = builder_.CreateTrunc(words(builder_.CreateZExt(integers, narrow), from, in_pieces), words_type);
    } else if (lanes_ == 8 && chunk_.options.isa.has_wide_registers()) {
        result = builder_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_di_512, {},
                                          {integers, builder_.CreateZExt(from, words_type)});
    } else {
        llvm::Value* low = words(builder_.CreateTrunc(integers, narrow), from, in_pieces);
        llvm::Value* high =
            words(builder_.CreateTrunc(builder_.CreateLShr(integers, word_bits), narrow), from, in_pieces);
        result = builder_.CreateOr(builder_.CreateZExt(low, words_type),
                                   builder_.CreateShl(builder_.CreateZExt(high, words_type), word_bits));
    }
    return builder_.CreateBitCast(result, type);
}

llvm::Value* Permute::lane(llvm::Value* vector, llvm::Value* from) {
    if (!llvm::isa<llvm::Constant>(from)) from = builder_.CreateFreeze(from);
    from = builder_.CreateAnd(from, builder_.getInt32(lanes_ - 1));
    if (llvm::isa<llvm::Constant>(from) || words_of_register() == 0) return builder_.CreateExtractElement(vector, from);
    return builder_.CreateExtractElement(lanes(vector, builder_.CreateVectorSplat(lanes_, from)), std::uint64_t{0});
}

llvm::Value* Permute::by_constant(llvm::Value* vector, const llvm::Constant& from) {
    llvm::SmallVector<int, 64> order;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        const auto* index = llvm::dyn_cast_or_null<llvm::ConstantInt>(from.getAggregateElement(lane));
        order.push_back(index ? static_cast<int>(index->getZExtValue() & (lanes_ - 1)) : 0);
    }
    return builder_.CreateShuffleVector(vector, order);
}

// Permutes 32-bit elements, register by register. If `in_pieces` is true, each register of the result takes its
// elements only from the same register of `vector`. Otherwise each register of the result takes its elements from all
// registers of `vector`.
llvm::Value* Permute::words(llvm::Value* vector, llvm::Value* from, bool in_pieces) {
    const unsigned size = words_of_register(), count = lanes_ / size;
    Parts pieces;
    for (unsigned made = 0; made < count; ++made) {
        llvm::Value* whole = nullptr;
        for (unsigned table = 0; table < count; ++table) {
            if (in_pieces && table != made) continue;
            llvm::Value* part = piece(vector, from, table, made, size);
            if (!whole) {
                whole = part;
                continue;
            }
            llvm::SmallVector<int, 64> own(size);
            std::iota(own.begin(), own.end(), static_cast<int>(made * size));
            llvm::Value* indices = builder_.CreateShuffleVector(from, own);
            llvm::Value* here =
                builder_.CreateICmpUGE(indices, llvm::ConstantInt::get(indices->getType(), table * size));
            whole = builder_.CreateSelect(here, part, whole);
        }
        pieces.push_back(whole);
    }
    return shuffles_.concatenate(pieces);
}

llvm::Value* Permute::piece(llvm::Value* vector, llvm::Value* from, unsigned table, unsigned piece, unsigned size) {
    llvm::SmallVector<int, 64> source(size), own(size);
    std::iota(source.begin(), source.end(), static_cast<int>(table * size));
    std::iota(own.begin(), own.end(), static_cast<int>(piece * size));
    const llvm::Intrinsic::ID id =
        size == 16 ? llvm::Intrinsic::x86_avx512_permvar_si_512 : llvm::Intrinsic::x86_avx2_permd;
    return builder_.CreateIntrinsic(
        id, {}, {builder_.CreateShuffleVector(vector, source), builder_.CreateShuffleVector(from, own)});
}

llvm::Value* Permute::through_memory(llvm::Value* vector, llvm::Value* from) {
    llvm::Type* element = vector->getType()->getScalarType();
    llvm::Value* room = chunk_.scratch(llvm::ArrayType::get(element, lanes_), llvm::Align(64));
    builder_.CreateAlignedStore(vector, room, llvm::Align(64));
    llvm::Value* result = llvm::PoisonValue::get(vector->getType());
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Value* index = builder_.CreateZExt(builder_.CreateExtractElement(from, lane), builder_.getInt64Ty());
        llvm::Value* value = builder_.CreateLoad(element, builder_.CreateGEP(element, room, index));
        result = builder_.CreateInsertElement(result, value, lane);
    }
    return result;
}

}  // namespace lanewise::compiler
