// Splits an index that differs between lanes into a part that differs and uniform terms: `sext(part + uniform + ...)`.
//
// Thread-safety: as for the chunk.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class LaneIndex {
public:
    LaneIndex(Chunk& chunk, const llvm::Value* index);

    /// Returns the index before its extension to the width of an address, as a value of the kernel.
    const llvm::Value* narrow() const { return narrow_; }
    /// Returns the part that differs between lanes; its differences between lanes are those of the whole index. The
    /// part may be an extension.
    const llvm::Value* part() const;
    /// Returns part() before its own extension.
    const llvm::Value* narrow_part() const;
    bool extends_part_signed() const;

    /// Returns the narrow index of a lane whose narrow part is the scalar `part`.
    llvm::Value* with_part(llvm::Value* part) const { return with_part(narrow_, part); }
    /// Extends a narrow index to the width of an address.
    llvm::Value* extended(llvm::Value* narrow) const;
    /// Returns an i1: whether `narrow` and the next `most` indices remain consecutive when they are extended. Null if
    /// they always do.
    llvm::Value* goes_on(llvm::Value* narrow, std::uint64_t most) const;

private:
    llvm::Value* with_part(const llvm::Value* index, llvm::Value* part) const;

    Chunk& chunk_;
    const llvm::Value* narrow_;
    bool is_signed_;
};

}  // namespace lanewise::compiler
