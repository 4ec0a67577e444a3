// Chooses the memory layout of the W copies of a private array (an alloca) of a widened kernel.
//
//   `interleaved`  Unit u of lane l is at base + u * (W * unit) + l * unit: an access with a uniform index is one
//                  contiguous vector access. Requires that all accesses have scalars of one size, at multiples of
//                  this size, and that the address has no other uses.
//   `per lane`     Lane l's copy is at base + l * size: any use is right, accesses are strided or gathers.
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

    /// Bytes of one unit if `pointer` is the address of an interleaved private array or derived from it by address
    /// arithmetic, 0 otherwise.
    unsigned unit(const llvm::Value* pointer) const { return units_.lookup(pointer); }

    /// Whether the function has private arrays at all.
    bool any() const { return any_; }

    /// Bytes between two lanes' copies of a per-lane array: its size, rounded up to its alignment.
    static std::uint64_t lane_bytes(const llvm::AllocaInst& array);

    /// Returns the copies of constant length to or from `array` that alone prevent its interleaving; `unit` is the unit
    /// that the other accesses share.
    static llvm::SmallVector<llvm::MemCpyInst*> copies_in_the_way(const llvm::AllocaInst& array, unsigned& unit);

private:
    llvm::DenseMap<const llvm::Value*, unsigned> units_;
    bool any_ = false;
};

}  // namespace lanewise::compiler
