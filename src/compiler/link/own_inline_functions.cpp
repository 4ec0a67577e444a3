#include "compiler/link/own_inline_functions.h"

namespace lanewise::compiler {

void keep_inline_functions_apart(llvm::Module& program, llvm::Module& object) {
    for (llvm::Function& function : object) {
        llvm::Function* other = program.getFunction(function.getName());
        if (function.isDeclaration() || !other || other->isDeclaration()) continue;
        if (function.hasWeakODRLinkage())
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
        else if (other->hasWeakODRLinkage())
            other->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
}

}  // namespace lanewise::compiler
