// Which source vectors of a linearized kernel keep the order that memory has: all elements of lane 0, then those of
// lane 1... (uchar4, 4 lanes: xyzw xyzw xyzw xyzw). Where whatever is done to them is done to each element alike,
// from contiguous loads to contiguous stores, it does not matter which element is where, and no shuffle is needed
// between memory and one vector for each component.
//
// Values that are connected by such operations share the order. What needs a component by itself (a dot product, a
// swizzle) takes it from one vector for each component, made of those where they are; what is made by components, or of
// a number of each lane, is brought into the order where it is used. All of them are one vector for each component
// instead where that takes fewer shuffles: those at loads and stores.
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
    /// Whether one that is in memory's order has users that take components.
    bool is_taken_apart(const llvm::Instruction* instruction) const;

private:
    llvm::DenseSet<const llvm::Instruction*> members_;
};

}  // namespace lanewise::compiler
