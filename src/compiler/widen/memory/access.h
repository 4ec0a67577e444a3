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
    std::uint64_t step;   // bytes from one element of a lane to its next
    llvm::Align align;
    bool is_private;  // in an interleaved private array, which no other work-item can see
    llvm::Instruction* source;

    /// Whether a lane's elements are adjacent in memory.
    bool is_dense() const { return step == bytes; }
};

/// Describes the load or store `instruction` of a `type`; none if accesses of many lanes cannot have this type.
std::optional<Access> describe(const Chunk& chunk, llvm::Instruction& instruction, llvm::Type* type);

/// Returns `access` of a small source vector (uchar4, half2, float2) as an access of one integer per lane; none for
/// other types.
std::optional<Access> pack(const Access& access);

/// Whether shuffles of two vectors can transpose the elements of `access` into lanes (Shuffles::zip). This is so for
/// elements of 32 and 64 bits with AVX-512.
bool transposes(const Chunk& chunk, const Access& access);

/// Whether the target has masked loads and stores of the access' elements. If the target lacks them (8 and 16 bits),
/// other code is made here, since LLVM would branch for each lane.
bool has_native_mask(const Chunk& chunk, const Access& access);

/// Whether the index of `step` counts elements of `access`.
bool moves_by_elements(const Chunk& chunk, const llvm::GetElementPtrInst& step, const Access& access);

/// Returns the address `pointer` of a lane whose index in `step` is `index`. `step` must be the only getelementptr of
/// the address whose index differs between lanes.
llvm::Value* place_at(Chunk& chunk, const llvm::Value* pointer, const llvm::GetElementPtrInst& step,
                      llvm::Value* index);

/// Returns `pointer` moved by `bytes`.
llvm::Value* offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::int64_t bytes);

}  // namespace lanewise::compiler
