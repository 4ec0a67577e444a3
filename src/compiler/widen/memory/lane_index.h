// Computes an index from the part that differs between lanes (access/index_terms.h): `sext(part + uniform + ...)`.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/access/index_terms.h"
#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class LaneIndex {
public:
    LaneIndex(Chunk& chunk, const llvm::Value* index);

    /// Returns the index without its extension to the width of an address, as a value of the kernel.
    const llvm::Value* narrow() const { return narrow_; }
    /// Returns the part that differs between lanes. From lane to lane, the part and the whole index change by the same
    /// amount. The part may be an extension (sext, zext).
    const llvm::Value* part() const;
    /// Returns the operand of the extension if part() is an extension; otherwise part().
    const llvm::Value* narrow_part() const;
    bool extends_part_signed() const;

    /// Returns the value of narrow() in a lane where narrow_part() has the scalar value `part`.
    llvm::Value* with_part(llvm::Value* part) const { return with_part(narrow_, part); }
    /// Extends `narrow`, which must be a value that narrow() has in a lane, to the width of an address.
    llvm::Value* extended(llvm::Value* narrow) const;
    /// Returns an i1 that is true if `narrow` and the next `most` indices stay consecutive when they are extended.
    /// Returns null if these indices always stay consecutive.
    llvm::Value* goes_on(llvm::Value* narrow, std::uint64_t most) const;

private:
    llvm::Value* with_part(const llvm::Value* index, llvm::Value* part) const;

    Chunk& chunk_;
    const llvm::Value* narrow_;
    bool is_signed_;
};

}  // namespace lanewise::compiler
