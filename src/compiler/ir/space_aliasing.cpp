#include "compiler/ir/space_aliasing.h"

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {

llvm::AnalysisKey SpaceAliasing::Key;

llvm::AliasResult SpaceAliases::alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                      llvm::AAQueryInfo& query, const llvm::Instruction* context) {
    const unsigned of_a = a.Ptr->getType()->getPointerAddressSpace(), of_b = b.Ptr->getType()->getPointerAddressSpace();
    const auto is_beside_local = [](unsigned space) { return space == global_space || space == constant_space; };
    if ((of_a == local_space && is_beside_local(of_b)) || (of_b == local_space && is_beside_local(of_a)))
        return llvm::AliasResult::NoAlias;
    return AAResultBase::alias(a, b, query, context);
}

}  // namespace lanewise::compiler
