// Which source vectors of a linearized kernel keep the order that memory has: all elements of lane 0, then those of
// lane 1... (uchar4, 4 lanes: xyzw xyzw xyzw xyzw). Where whatever is done to them is done to each element alike,
// from contiguous loads to contiguous stores, it does not matter which element is where, and no shuffle is needed
// between memory and one vector for each component.
//
// Values that are connected by such operations share the order, so one that needs a component by itself (a dot
// product, a swizzle, a per-lane condition) takes them all back to one vector per component.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

class ElementOrder {
public:
    ElementOrder(llvm::Function& linearized, const ShapeInfo& shapes, const PrivateLayouts& layouts, unsigned lanes);

    /// Whether the vectors that `instruction` makes or stores, and those that it takes, are in memory's order.
    bool is_of_memory(const llvm::Instruction* instruction) const { return members_.contains(instruction); }

private:
    llvm::DenseSet<const llvm::Instruction*> members_;
};

}  // namespace lanewise::compiler
