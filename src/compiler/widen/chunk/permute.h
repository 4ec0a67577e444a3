// Permutes the lanes of a vector by indices known only at run time: lane i of the result is lane `from[i]` modulo W.
//
//   AVX-512, 16 floats  =>  one vpermps
//   AVX2, 16 floats     =>  vpermps of each half, and a blend for each half of the result
//   bytes, shorts       =>  as integers of 32 bits
//   64 bits             =>  in two halves, unless one register holds all lanes
//   anything else       =>  through memory, lane by lane
//
// If the indices are constant, the permutation is a shufflevector.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"
#include "compiler/widen/chunk/shuffles.h"

namespace lanewise::compiler {

class Permute {
public:
    explicit Permute(Chunk& chunk) : chunk_(chunk) {}

    /// Returns `vector` permuted; `from` is a vector of W integers of 32 bits.
    llvm::Value* lanes(llvm::Value* vector, llvm::Value* from);
    /// Returns `vector` permuted within each register: `from[i]` is a lane number in the register that contains lane i.
    llvm::Value* in_pieces(llvm::Value* vector, llvm::Value* from);
    /// Returns the number of lanes that in_pieces() permutes together; 0 if the target cannot permute in pieces.
    unsigned piece_lanes() const { return chunk_.options.isa.piece_lanes(lanes_); }
    /// Returns the lanes of `vector` that are in the register with number `piece`.
    llvm::Value* piece_of(llvm::Value* vector, unsigned piece);
    /// Returns lane `from` of `vector` as a scalar; `from` is a scalar.
    llvm::Value* lane(llvm::Value* vector, llvm::Value* from);

private:
    llvm::Value* by_constant(llvm::Value* vector, const llvm::Constant& from);
    llvm::Value* permute(llvm::Value* vector, llvm::Value* from, bool in_pieces);
    llvm::Value* words(llvm::Value* vector, llvm::Value* from, bool in_pieces);
    llvm::Value* piece(llvm::Value* vector, llvm::Value* from, unsigned table, unsigned piece, unsigned size);
    llvm::Value* through_memory(llvm::Value* vector, llvm::Value* from);
    unsigned words_of_register() const { return chunk_.options.isa.permuted_words(lanes_); }

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
};

}  // namespace lanewise::compiler
