// Decides which source vectors of a linearized kernel keep their elements in registers in the order of memory. This
// order begins with all elements of lane 0, followed by all elements of lane 1: with uchar4 and 4 lanes, it is xyzw
// xyzw xyzw xyzw. If all operations from contiguous loads to contiguous stores treat each element alike, the order of
// elements does not matter. Keeping the order of memory then saves the shuffles that would convert between this order
// and one vector for each component.
//
// Values that are connected by operations that treat all elements alike form a group with one order. An operation that
// needs single components (a dot product, a swizzle) uses one vector for each component, made next to the value's
// definition. If an operation makes a value from single components, or from one scalar of each lane, its users convert
// the value to the order of memory. If one vector for each component needs fewer shuffles than the order of memory, all
// values of the group use one vector for each component. The group's loads and stores then convert between these
// vectors and the order of memory.
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

    /// Whether the vectors that `instruction` computes, stores and uses are in the order of memory.
    bool is_of_memory(const llvm::Instruction* instruction) const { return members_.contains(instruction); }
    /// Whether the vectors of `instruction` are in the order of memory, and some of its users need single components.
    bool is_taken_apart(const llvm::Instruction* instruction) const;

private:
    llvm::DenseSet<const llvm::Instruction*> members_;
};

}  // namespace lanewise::compiler
