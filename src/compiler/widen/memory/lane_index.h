// The index at which lanes part, seen as what sets them apart and what they share: `sext(part + shared...)`.
//
// Thread-safety: as the chunk.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class LaneIndex {
public:
    LaneIndex(Chunk& chunk, const llvm::Value* index);

    /// Before it is extended to that of an address; both are the kernel's.
    const llvm::Value* narrow() const { return narrow_; }
    /// What sets lanes apart: their distances are those of the whole index. May be extended itself.
    const llvm::Value* part() const;
    /// As `part`, before its own extension.
    const llvm::Value* narrow_part() const;
    bool extends_part_signed() const;

    /// The narrow index of a lane whose narrow part is `part`, a scalar.
    llvm::Value* with_part(llvm::Value* part) const { return with_part(narrow_, part); }
    /// A narrow index as that of an address.
    llvm::Value* extended(llvm::Value* narrow) const;
    /// Whether a narrow index and those up to `most` behind it are one behind the other when they are extended; null
    /// where they always are.
    llvm::Value* goes_on(llvm::Value* narrow, std::uint64_t most) const;

private:
    llvm::Value* with_part(const llvm::Value* index, llvm::Value* part) const;

    Chunk& chunk_;
    const llvm::Value* narrow_;
    bool is_signed_;
};

}  // namespace lanewise::compiler
