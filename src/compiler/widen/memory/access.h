// Describes a load or store of a chunk by the elements that each lane loads or stores.
//
// Thread-safety: free of state.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

struct Access {
    llvm::Type* element;  // a scalar type of 8, 16, 32 or 64 bits
    unsigned count;       // number of elements of each lane
    unsigned bytes;       // size of one element
    std::uint64_t step;   // bytes from one element of a lane to the lane's next element
    llvm::Align align;
    bool is_private;  // whether the access is to an interleaved private array
    llvm::Instruction* source;

    /// Whether a lane's elements are adjacent in memory.
    bool is_dense() const { return step == bytes; }
};

/// Describes `instruction`, a load or store of `type`; empty if several lanes cannot access this type together.
std::optional<Access> describe(const Chunk& chunk, llvm::Instruction& instruction, llvm::Type* type);

/// Converts an access to a small source vector (uchar4, half2, float2) to an access to one integer per lane; empty for
/// other types.
std::optional<Access> pack(const Access& access);

/// Whether shuffles of two vectors can transpose the elements of `access` into lanes (Shuffles::zip). The result is
/// true only with AVX-512, for elements of 32 and 64 bits.
bool transposes(const Chunk& chunk, const Access& access);

/// Whether the target has masked loads and stores for the elements of `access`. If the target lacks them (for 8 and 16
/// bits), callers make other code, since LLVM would make a branch for each lane.
bool has_native_mask(const Chunk& chunk, const Access& access);

/// Whether the elements that `step` indexes have the same size as the elements that `access` loads or stores.
bool moves_by_elements(const Chunk& chunk, const llvm::GetElementPtrInst& step, const Access& access);

/// Computes the address `pointer` for a lane in which the getelementptr `step` has the index `index`. `step` must be
/// the only getelementptr in the computation of `pointer` whose index differs between lanes.
llvm::Value* place_at(Chunk& chunk, const llvm::Value* pointer, const llvm::GetElementPtrInst& step,
                      llvm::Value* index);

/// Returns `pointer` plus `bytes`.
llvm::Value* offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::int64_t bytes);

}  // namespace lanewise::compiler
