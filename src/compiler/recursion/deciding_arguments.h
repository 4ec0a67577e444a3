// Finds the arguments of functions on call cycles that decide whether the recursion goes on (a binding-time analysis).
// A branch, or a deciding argument of another such call, depends on them. Only these arguments distinguish calls. Other
// arguments, with which a function merely computes, may be a different constant in each call.
//
//   float f(float x, int depth) { return depth ? f(x * 2.f, depth - 1) + f(x + 1.f, depth - 1) : x; }   // depth
//
// Thread-safety: as the module.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/IR/Function.h>

#include "compiler/ir/calls/call_cycles.h"

namespace lanewise::compiler {

class DecidingArguments {
public:
    explicit DecidingArguments(const FunctionSet& functions);

    /// Whether `argument`, of a function of the set, is a deciding argument.
    bool contains(const llvm::Argument& argument) const;

private:
    struct Facts {
        llvm::SmallBitVector arguments;
        bool result = false;  // a caller's branch depends on the function's result
    };

    bool decides(const llvm::Value& start);
    bool update(llvm::Function& function);

    llvm::DenseMap<const llvm::Function*, Facts> facts_;
};

}  // namespace lanewise::compiler
