// Describes a load or store of a chunk by the elements that each lane moves.
//
// Thread-safety: free of state.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

struct Access {
    llvm::Type* element;  // a scalar type of 8, 16, 32 or 64 bits
    unsigned count;       // elements per lane
    unsigned bytes;       // of one element
    std::uint64_t step;   // bytes from one element of a lane to its next
    llvm::Align align;
    bool is_private;  // no other work-item can see this memory
    llvm::Instruction* source;

    /// Whether a lane's elements are adjacent in memory.
    bool is_dense() const { return step == bytes; }
};

/// Describes the load or store `instruction` of a `type`; nothing if lanes cannot move this type.
std::optional<Access> describe(const Chunk& chunk, llvm::Instruction& instruction, llvm::Type* type);

/// Returns the same access with one integer for a small source vector (uchar4, half2, float2); nothing for others.
std::optional<Access> pack(const Access& access);

/// Whether shuffles of two vectors bring the access' elements into lanes (Shuffles::zip): AVX-512, elements of 32 and
/// 64 bits.
bool transposes(const Chunk& chunk, const Access& access);

/// Whether the target has masked loads and stores of the access' elements. Masked operations of 8 and 16 bits that the
/// target lacks are never left to LLVM, which would branch for each lane.
bool has_native_mask(const Chunk& chunk, const Access& access);

/// Whether the step's index counts elements of the access.
bool moves_by_elements(const Chunk& chunk, const llvm::GetElementPtrInst& step, const Access& access);

/// Returns the address `pointer` of a lane whose index is `index` at `step`, the only step (getelementptr) of the
/// address whose index differs between lanes.
llvm::Value* place_at(Chunk& chunk, const llvm::Value* pointer, const llvm::GetElementPtrInst& step,
                      llvm::Value* index);

/// Returns `pointer` moved by `bytes`.
llvm::Value* offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::int64_t bytes);

}  // namespace lanewise::compiler
