// Describes a load or store of W lanes by the elements that each lane loads or stores.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/private_layout.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

struct Access {
    llvm::Type* element;  // a scalar type of 8, 16, 32 or 64 bits
    unsigned count;       // number of elements of each lane
    unsigned bytes;       // size of one element
    std::uint64_t step;   // bytes from one element of a lane to the lane's next element
    llvm::Align align;
    bool is_private;  // whether the access is to an interleaved private array
    const llvm::Instruction* source;

    /// Whether a lane's elements are adjacent in memory.
    bool is_dense() const { return step == bytes; }
};

/// Describes `instruction`, a load or store of `type` in code for `lanes` lanes; empty if several lanes cannot access
/// this type together.
std::optional<Access> describe(const llvm::Instruction& instruction, llvm::Type& type, const PrivateLayouts& layouts,
                               unsigned lanes);

/// Converts an access to a small source vector (uchar4, half2, float2) to an access to one integer per lane; empty for
/// other types.
std::optional<Access> pack(const Access& access);

/// Whether shuffles of two vectors can transpose the elements of `access` into `lanes` lanes (Shuffles::zip). The
/// result is true only with AVX-512, for elements of 32 and 64 bits.
bool transposes(const Access& access, const VectorIsa& isa, unsigned lanes);

/// Whether the elements that `step` indexes have the same size as the elements that `access` loads or stores.
bool moves_by_elements(const llvm::GetElementPtrInst& step, const Access& access);

}  // namespace lanewise::compiler
