#include "compiler/simplify/combine/stand_in.h"

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

llvm::Function* create_stand_in(llvm::Module& module, llvm::StringRef name, llvm::Type* type) {
    auto* function = llvm::Function::Create(llvm::FunctionType::get(type, {type}, false),
                                            llvm::GlobalValue::ExternalLinkage, name, module);
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    return function;
}

}  // namespace lanewise::compiler
