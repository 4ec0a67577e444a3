#include "compiler/ir/space_aliasing.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {

llvm::AnalysisKey SpaceAliasing::Key;

namespace {

constexpr llvm::StringLiteral apart_attribute = "lanewise-apart";

bool is_beside_local(unsigned space) { return space == global_space || space == constant_space; }

// Returns the underlying object of `pointer` if the object is a variable in local memory or an argument marked by
// mark_apart(), otherwise null. Different results denote disjoint objects.
const llvm::Value* apart_object(const llvm::Value* pointer) {
    const llvm::Value* object = llvm::getUnderlyingObject(pointer);
    const bool is_variable =
        llvm::isa<llvm::GlobalVariable>(object) && object->getType()->getPointerAddressSpace() == local_space;
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    return is_variable || (argument && argument->hasAttribute(apart_attribute)) ? object : nullptr;
}

}  // namespace

void mark_apart(llvm::Argument& argument) {
    argument.addAttr(llvm::Attribute::get(argument.getContext(), apart_attribute));
}

bool are_marked_apart(const llvm::Value* a, const llvm::Value* b) {
    const llvm::Value *object_a = apart_object(a), *object_b = apart_object(b);
    return object_a && object_b && object_a != object_b;
}

bool are_apart(const llvm::Instruction& a, const llvm::Instruction& b) {
    const llvm::Value *at = llvm::getLoadStorePointerOperand(&a), *bt = llvm::getLoadStorePointerOperand(&b);
    const unsigned as = at->getType()->getPointerAddressSpace(), bs = bt->getType()->getPointerAddressSpace();
    if (as != bs && as != generic_space && bs != generic_space) return true;
    const llvm::Value *ao = llvm::getUnderlyingObject(at), *bo = llvm::getUnderlyingObject(bt);
    return (ao != bo && llvm::isIdentifiedObject(ao) && llvm::isIdentifiedObject(bo)) || are_marked_apart(ao, bo);
}

llvm::AliasResult SpaceAliases::alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                      llvm::AAQueryInfo& query, const llvm::Instruction* context) {
    const unsigned of_a = a.Ptr->getType()->getPointerAddressSpace(), of_b = b.Ptr->getType()->getPointerAddressSpace();
    if ((of_a == local_space && is_beside_local(of_b)) || (of_b == local_space && is_beside_local(of_a)))
        return llvm::AliasResult::NoAlias;
    if (of_a != private_space && of_b != private_space && are_marked_apart(a.Ptr, b.Ptr))
        return llvm::AliasResult::NoAlias;
    return AAResultBase::alias(a, b, query, context);
}

}  // namespace lanewise::compiler
