// Allocates each private array for W lanes, in the layout that analysis/private_layout.h chose.
//
//   %a = alloca [8 x i32], interleaved, W = 16       %a = alloca [512 x i8], align 64
//   %p = getelementptr i32, ptr %a, i64 %n           %n.row = mul i64 %n, 64
//                                                    %p = getelementptr i8, ptr %a, i64 %n.row   lane 0's; the others'
//                                                                                                follow it
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class PrivateArrays {
public:
    explicit PrivateArrays(Chunk& chunk) : chunk_(chunk) {}

    /// Widens allocas, and memsets of interleaved arrays; returns false for other instructions.
    bool widen(llvm::Instruction& original);
    /// Returns whether `address` is in an interleaved array. In this case, address_of() must compute the address, since
    /// the kernel's offsets are offsets in an array of a single work-item.
    bool is_interleaved(const llvm::GetElementPtrInst& address) const { return chunk_.layouts.unit(&address) != 0; }
    /// Returns lane 0's address if `address` is uniform or strided; otherwise a vector of all lanes' addresses.
    llvm::Value* address_of(llvm::GetElementPtrInst& address);

private:
    void widen_alloca(llvm::AllocaInst& array);
    void widen_fill(llvm::MemSetInst& fill);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const PrivateLayouts& layouts_ = chunk_.layouts;
    const llvm::DataLayout& layout_ = chunk_.layout;
    const unsigned lanes_ = chunk_.lanes;
};

}  // namespace lanewise::compiler
