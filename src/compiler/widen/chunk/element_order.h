// Decides which source vectors of a linearized kernel keep memory's order: all elements of lane 0, then those of
// lane 1... (uchar4, 4 lanes: xyzw xyzw xyzw xyzw). If all operations from contiguous loads to contiguous stores treat
// each element alike, it does not matter which element is where. No shuffle is then needed between memory and one
// vector for each component.
//
// Values that are connected by such operations share the order. An operation that needs single components (a dot
// product, a swizzle) takes them from one vector for each component, which is made next to the value's definition. A
// value made of components, or of one scalar of each lane, is brought into the order where it is used. The group has
// one vector for each component instead if that takes fewer shuffles, which are then at its loads and stores.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

class ElementOrder {
public:
    ElementOrder(llvm::Function& linearized, const ShapeInfo& shapes, const PrivateLayouts& layouts, unsigned lanes);

    /// Whether the vectors that `instruction` makes or stores, and those that it takes, are in memory's order.
    bool is_of_memory(const llvm::Instruction* instruction) const { return members_.contains(instruction); }
    /// Whether an instruction that is in memory's order has users that take components.
    bool is_taken_apart(const llvm::Instruction* instruction) const;

private:
    llvm::DenseSet<const llvm::Instruction*> members_;
};

}  // namespace lanewise::compiler
