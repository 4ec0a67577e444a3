// Decides which source vectors of a linearized kernel have their elements in registers in the same order as in memory.
// In memory's order, all elements of lane 0 come first, then all elements of lane 1, and so on (uchar4, 4 lanes: xyzw
// xyzw xyzw xyzw). If all operations from contiguous loads to contiguous stores treat each element alike, the order of
// elements does not matter. Keeping memory's order then saves the shuffles that would convert between memory's order
// and one vector for each component.
//
// Values that are connected by operations that treat all elements alike form a group with one order. An operation that
// needs single components (a dot product, a swizzle) uses one vector for each component, made next to the value's
// definition. A value that is made of components, or of one scalar for each lane, is converted to memory's order where
// it is used. If one vector for each component needs fewer shuffles than memory's order, all values of the group use
// one vector for each component. The group's loads and stores then convert between these vectors and memory's order.
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

    /// Whether the vectors that `instruction` computes, stores and uses are in memory's order.
    bool is_of_memory(const llvm::Instruction* instruction) const { return members_.contains(instruction); }
    /// Whether the vectors of `instruction` are in memory's order, and some of its users need single components.
    bool is_taken_apart(const llvm::Instruction* instruction) const;

private:
    llvm::DenseSet<const llvm::Instruction*> members_;
};

}  // namespace lanewise::compiler
