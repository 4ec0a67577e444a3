#include "compiler/ir/calls/builtin_overloads.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

namespace lanewise::compiler {

llvm::Function& declare_overload(llvm::CallInst& call, llvm::StringRef overload, unsigned width) {
    llvm::SmallVector<llvm::Type*, 3> types;
    for (const llvm::Value* argument : call.args())
        types.push_back(llvm::FixedVectorType::get(argument->getType()->getScalarType(), width));
    auto* result = llvm::FixedVectorType::get(call.getType()->getScalarType(), width);
    auto* function = llvm::cast<llvm::Function>(
        call.getModule()->getOrInsertFunction(overload, llvm::FunctionType::get(result, types, false)).getCallee());
    function->setCallingConv(call.getCallingConv());
    function->setMemoryEffects(llvm::MemoryEffects::none());
    function->setDoesNotThrow();
    function->setWillReturn();
    return *function;
}

}  // namespace lanewise::compiler
