// Where the W copies of a private array (an alloca) of a widened kernel lie.
//
//   interleaved  unit u of lane l at base + u * (W * unit) + l * unit: an access with a uniform index is one
//                contiguous vector access. Needs every access to be made of scalars of the same size at
//                offsets that are multiples of it, and no use of the address but accesses.
//   per lane     lane l's copy at base + l * size: any use is right, accesses are strided or gathers.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

namespace lanewise::compiler {

class PrivateLayouts {
public:
    explicit PrivateLayouts(llvm::Function& function);

    /// Bytes of one unit when `pointer` is the address of an interleaved private array or derived from
    /// one by address arithmetic, 0 otherwise.
    unsigned unit(const llvm::Value* pointer) const { return units_.lookup(pointer); }

    /// Whether the function has private arrays at all.
    bool any() const { return any_; }

    /// Bytes between two lanes' copies of a per-lane array: its size, rounded up to its alignment.
    static std::uint64_t lane_bytes(const llvm::AllocaInst& array);

    /// Copies of constant length to or from `array` that alone keep it from being interleaved; `unit` is what the
    /// other accesses share.
    static llvm::SmallVector<llvm::MemCpyInst*> copies_in_the_way(const llvm::AllocaInst& array, unsigned& unit);

private:
    llvm::DenseMap<const llvm::Value*, unsigned> units_;
    bool any_ = false;
};

}  // namespace lanewise::compiler
