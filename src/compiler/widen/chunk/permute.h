// Lanes of a vector in an order that is known at run time only: result lane i is lane `from[i]` modulo W.
//
//   AVX-512, 16 floats     one vpermps
//   AVX2, 16 floats        vpermps of each half, and which half is a blend
//   bytes, shorts          as integers of 32 bits; 64 bits in two halves unless the registers hold all lanes
//   anything else          through memory, lane by lane
//
// A constant order is a shufflevector.
//
// Thread-safety: as the chunk.
#pragma once

#include "compiler/widen/chunk/chunk.h"
#include "compiler/widen/chunk/shuffles.h"

namespace lanewise::compiler {

class Permute {
public:
    explicit Permute(Chunk& chunk) : chunk_(chunk) {}

    /// `from` are W integers of 32 bits.
    llvm::Value* lanes(llvm::Value* vector, llvm::Value* from);
    /// The same where each lane comes out of its own register: lane `from[i]` of those of that register.
    llvm::Value* in_pieces(llvm::Value* vector, llvm::Value* from);
    /// Lanes of a register in that sense; 0 where there are no such permutations.
    unsigned piece_lanes() const { return lanes_ < 8 ? 0 : words_of_register(); }
    /// The lanes of one register in that sense, of all of a vector's.
    llvm::Value* piece_of(llvm::Value* vector, unsigned piece);
    /// One lane alone; `from` is a scalar.
    llvm::Value* lane(llvm::Value* vector, llvm::Value* from);

private:
    llvm::Value* by_constant(llvm::Value* vector, const llvm::Constant& from);
    llvm::Value* permute(llvm::Value* vector, llvm::Value* from, bool in_pieces);
    llvm::Value* words(llvm::Value* vector, llvm::Value* from, bool in_pieces);
    llvm::Value* piece(llvm::Value* vector, llvm::Value* from, unsigned table, unsigned piece, unsigned size);
    llvm::Value* through_memory(llvm::Value* vector, llvm::Value* from);
    unsigned words_of_register() const;

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
};

}  // namespace lanewise::compiler
