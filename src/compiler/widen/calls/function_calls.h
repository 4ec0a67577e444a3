// Widens calls of functions. For a late builtin (docs/ir.md), the library's widest vector overload is called. All other
// functions, and builtins without a vector overload, are called once for each active lane.
//
//   %s = call float @_Z3sinf(float %x)    W = 32    two calls of @_Z3sinDv16_f, with 16 lanes of %x.lanes each
//   %y = call double @lgamma(double %x)             lane after lane
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/lane_loop.h"
#include "compiler/widen/chunk/shuffles.h"
#include "compiler/widen/elements/scalars.h"

namespace lanewise::compiler {

class FunctionCalls {
public:
    explicit FunctionCalls(Chunk& chunk) : chunk_(chunk) {}

    bool widen(llvm::Instruction& original);

private:
    bool widen_late_builtin(llvm::CallInst& call);
    llvm::Value* call_in_pieces(llvm::Function& callee, llvm::ArrayRef<llvm::Value*> arguments, unsigned piece,
                                llvm::CallInst& call);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
    Scalars scalars_{chunk_};
    LaneLoop serial_{chunk_};
};

}  // namespace lanewise::compiler
