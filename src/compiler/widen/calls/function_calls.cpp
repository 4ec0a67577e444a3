#include "compiler/widen/calls/function_calls.h"

#include <numeric>

#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/calls/builtin_overloads.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

bool FunctionCalls::widen(llvm::Instruction& original) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&original);
    if (!call) return false;
    if (!call->getCalledFunction()) {
        chunk_.reject("indirect call");
    } else if (!call->getType()->isVoidTy() && shapes_.of(call).is_uniform()) {
        const Parts made = if_any_on(chunk_, {call->getType()}, [&]() -> Parts { return {scalars_.make(*call)}; });
        values_.set_scalar(call, made.front());
    } else if (!widen_late_builtin(*call)) {
        serial_.run(*call);
    }
    return true;
}

// Replaces a call of a late builtin by calls of its widest overload; returns false if the library has no overload.
bool FunctionCalls::widen_late_builtin(llvm::CallInst& call) {
    const llvm::StringRef name = call.getCalledFunction()->getName();
    if (!is_late_builtin(name) || call.getType()->isAggregateType() || call.getType()->isVoidTy()) return false;
    for (unsigned piece = std::min(lanes_, 16u); piece >= 4; piece /= 2) {
        const auto overload = overload_of_width(name, piece);
        if (!overload || !is_late_builtin(*overload)) continue;
        llvm::Function& callee = declare_overload(call, *overload, piece);
        Parts parts;
        for (unsigned element = 0; element < leaf_types(call.getType()).size(); ++element) {
            Parts arguments;
            for (const llvm::Value* argument : call.args()) {
                const Parts elements = chunk_.operand_parts(call, argument);
                arguments.push_back(elements[elements.size() == 1 ? 0 : element]);
            }
            parts.push_back(call_in_pieces(callee, arguments, piece, call));
        }
        values_.set_parts(&call, parts);
        return true;
    }
    return false;
}

llvm::Value* FunctionCalls::call_in_pieces(llvm::Function& callee, llvm::ArrayRef<llvm::Value*> arguments,
                                           unsigned piece, llvm::CallInst& call) {
    Parts results;
    for (unsigned first = 0; first < lanes_; first += piece) {
        llvm::SmallVector<int, 16> order(piece);
        std::iota(order.begin(), order.end(), static_cast<int>(first));
        Parts slices;
        for (llvm::Value* argument : arguments)
            slices.push_back(piece == lanes_ ? argument : builder_.CreateShuffleVector(argument, order));
        llvm::CallInst* made = builder_.CreateCall(&callee, slices);
        made->setCallingConv(call.getCallingConv());
        if (llvm::isa<llvm::FPMathOperator>(made)) made->copyIRFlags(&call);
        results.push_back(made);
    }
    return shuffles_.concatenate(results);
}

}  // namespace lanewise::compiler
