// Arguments of functions on call cycles that decide whether they go on calling: those that a branch, or a deciding
// argument of another such call, depends on (a binding-time analysis). Calls are told apart by these alone: what a
// function merely computes with may be a different constant in each call.
//
//   float f(float x, int depth) { return depth ? f(x * 2.f, depth - 1) + f(x + 1.f, depth - 1) : x; }   // depth
//
// Thread-safety: as the module.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/IR/Function.h>

#include "compiler/ir/call_cycles.h"

namespace lanewise::compiler {

class DecidingArguments {
public:
    explicit DecidingArguments(const FunctionSet& functions);

    /// `argument` is one of a function of the set.
    bool contains(const llvm::Argument& argument) const;

private:
    struct Facts {
        llvm::SmallBitVector arguments;
        bool result = false;  // a caller's branch depends on what the function returns
    };

    bool decides(const llvm::Value& start);
    bool update(llvm::Function& function);

    llvm::DenseMap<const llvm::Function*, Facts> facts_;
};

}  // namespace lanewise::compiler
