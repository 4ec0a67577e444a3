// Allocates spill slots in a chunk's context (Worker::context) for values that live across barriers.
//
// Thread-safety: one layout per chunk function.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace lanewise::compiler {

/// Layout of a chunk's context: assigns a byte offset to each slot.
class ContextLayout {
public:
    std::uint64_t allocate(std::uint64_t bytes, llvm::Align alignment);
    /// Returns the size of the context, rounded up to its alignment, since the contexts of a group's chunks are
    /// adjacent in memory.
    std::uint64_t bytes() const { return llvm::alignTo(bytes_, alignment_); }

private:
    std::uint64_t bytes_ = 0;
    llvm::Align alignment_{8};
};

/// The slot of one value of `chunk`. A vector of i1 is stored as an integer with one bit per lane, or as a vector of
/// bytes if the target has no mask registers.
class Slot {
public:
    Slot(llvm::Type* type, ContextLayout& context, const llvm::Function& chunk);

    llvm::StoreInst* store(llvm::IRBuilderBase& builder, llvm::Value* value) const;
    llvm::Value* load(llvm::IRBuilderBase& builder, const llvm::Twine& name) const;
    std::uint64_t offset() const { return offset_; }

private:
    bool widens_mask() const;

    llvm::Type* type_;
    llvm::Type* memory_type_;
    llvm::Align alignment_;
    std::uint64_t offset_ = 0;
};

}  // namespace lanewise::compiler
