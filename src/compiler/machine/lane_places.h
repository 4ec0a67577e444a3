// Decomposes the addresses of a gather or scatter into a base address for all lanes and terms that are added to the
// base.
//
//   %rows = getelementptr [17 x float], ptr %tile, <16 x i64> %y        base: %tile
//   %p = getelementptr float, <16 x ptr> %rows, i64 %x                  uniform: %x * 4
//   getelementptr i8, <16 x ptr> %p, i64 8                              constant: 8, varying: %y * 68
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <cstdint>

namespace lanewise::compiler {

/// `value` times `factor`, modulo 2^64.
struct Term {
    llvm::Value* value;
    std::int64_t factor;
};

struct LanePlaces {
    llvm::Value* base = nullptr;  // null if the addresses cannot be decomposed
    std::int64_t constant = 0;
    llvm::SmallVector<Term, 4> uniform;  // terms whose `value` is a 64-bit scalar
    llvm::SmallVector<Term, 4> varying;  // terms whose `value` is a vector of 64-bit integers, which may be constant
};

/// Decomposes a vector of pointers.
LanePlaces places_of(llvm::Value* pointers, const llvm::DataLayout& layout);

/// Decomposes `places.base` further, until the base is no longer the result of pointer arithmetic.
LanePlaces places_in_object(LanePlaces places, const llvm::DataLayout& layout);

}  // namespace lanewise::compiler
