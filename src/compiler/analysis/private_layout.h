// Chooses the memory layout of the W copies of a private array (an alloca) of a widened kernel.
//
//   `interleaved`  Element u of lane l is at base + u * (W * unit) + l * unit, where `unit` is the element size: an
//                  access with a uniform index is one contiguous vector access. Requires that all accesses have
//                  scalars of one size, at multiples of this size, and that the address has no other uses.
//   `per lane`     Lane l's copy is at base + l * size. Allows any use, but accesses are strided or gathers.
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

    /// Returns the element size in bytes if `pointer` points into an interleaved private array, otherwise 0.
    unsigned unit(const llvm::Value* pointer) const { return units_.lookup(pointer); }

    /// True if the function has private arrays.
    bool any() const { return any_; }

    /// Returns the distance, in bytes, between adjacent lanes' copies of a per-lane array: the array's size, rounded up
    /// to the array's alignment.
    static std::uint64_t lane_bytes(const llvm::AllocaInst& array);

    /// Returns the memcpys of constant length to or from `array`. Returns an empty list if the array could not be
    /// interleaved even without these memcpys. Sets `unit` to the element size of all accesses other than these
    /// memcpys.
    static llvm::SmallVector<llvm::MemCpyInst*> copies_in_the_way(const llvm::AllocaInst& array, unsigned& unit);

private:
    llvm::DenseMap<const llvm::Value*, unsigned> units_;
    bool any_ = false;
};

}  // namespace lanewise::compiler
