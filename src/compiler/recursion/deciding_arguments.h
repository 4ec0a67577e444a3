// Finds the deciding arguments of functions on call cycles: those that determine whether the recursion continues (a
// binding-time analysis). An argument is deciding if a branch depends on it, or if a deciding argument of another call
// on a cycle depends on it. Calls are specialized only for the values of deciding arguments. Specializing calls for
// other arguments would cause needless copies, since these arguments do not affect the control flow and may have a
// different constant in each call.
//
//   float f(float x, int depth) { return depth ? f(x * 2.f, depth - 1) + f(x + 1.f, depth - 1) : x; }   // depth
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/IR/Function.h>

#include "compiler/ir/calls/call_cycles.h"

namespace lanewise::compiler {

class DecidingArguments {
public:
    explicit DecidingArguments(const FunctionSet& functions);

    /// True if `argument` is a deciding argument. The argument's function must be one of the examined functions.
    bool contains(const llvm::Argument& argument) const;

private:
    struct Facts {
        llvm::SmallBitVector arguments;
        bool result = false;  // true if a branch of a caller depends on the result
    };

    bool decides(const llvm::Value& start);
    bool update(llvm::Function& function);

    llvm::DenseMap<const llvm::Function*, Facts> facts_;
};

}  // namespace lanewise::compiler
