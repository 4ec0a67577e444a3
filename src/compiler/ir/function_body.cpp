#include "compiler/ir/function_body.h"

#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise::compiler {

llvm::Function& copy_function(llvm::Function& function) {
    llvm::ValueToValueMapTy values;
    return *llvm::CloneFunction(&function, values);
}

void take_body(llvm::Function& function, llvm::Function& other) {
    function.deleteBody();
    function.setLinkage(other.getLinkage());
    function.copyMetadata(&other, 0);
    function.splice(function.begin(), &other);
    for (auto [to, from] : llvm::zip_equal(function.args(), other.args())) from.replaceAllUsesWith(&to);
    other.eraseFromParent();
}

}  // namespace lanewise::compiler
