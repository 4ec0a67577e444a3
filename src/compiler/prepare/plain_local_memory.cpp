#include "compiler/prepare/plain_local_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {

namespace {

using llvm::dyn_cast;

using Accesses = llvm::SmallVector<llvm::Instruction*>;

Accesses volatile_local_accesses(llvm::Function& function) {
    Accesses found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!instruction.isVolatile() || instruction.isAtomic()) continue;
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (pointer && pointer->getType()->getPointerAddressSpace() == local_space) found.push_back(&instruction);
    }
    return found;
}

// Narrow integers are widened before they are compared, and cut before they are stored.
const llvm::Value* without_casts(const llvm::Value* value) {
    while (const auto* cast = dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
    return value;
}

bool compares_with_one_of(const llvm::Value& value, const llvm::SmallPtrSetImpl<const llvm::Value*>& others) {
    for (const llvm::User* user : value.users()) {
        if (llvm::isa<llvm::CastInst>(user) && compares_with_one_of(*user, others)) return true;
        const auto* compare = dyn_cast<llvm::CmpInst>(user);
        if (!compare) continue;
        for (const llvm::Value* operand : compare->operands())
            if (operand != &value && others.contains(without_casts(operand))) return true;
    }
    return false;
}

bool looks_who_wrote_last(const Accesses& accesses) {
    llvm::SmallPtrSet<const llvm::Value*, 8> written;
    for (const llvm::Instruction* access : accesses)
        if (const auto* store = dyn_cast<llvm::StoreInst>(access)) {
            const llvm::Value* value = without_casts(store->getValueOperand());
            if (!llvm::isa<llvm::Constant>(value)) written.insert(value);
        }
    return !written.empty() && llvm::any_of(accesses, [&](const llvm::Instruction* access) {
        return llvm::isa<llvm::LoadInst>(access) && compares_with_one_of(*access, written);
    });
}

}  // namespace

llvm::PreservedAnalyses PlainLocalMemory::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    // What one function writes another one may compare.
    if (function.hasFnAttribute(fact::shared_bodies) || is_called_function(function))
        return llvm::PreservedAnalyses::all();
    // "An object that has volatile-qualified type may be modified in ways unknown to the implementation ... any
    // expression referring to such an object shall be evaluated strictly according to the rules of the abstract
    // machine." (C99 6.7.3)
    if (!has_barriers(function) && !function.hasFnAttribute(fact::uses_sub_groups))
        return llvm::PreservedAnalyses::all();
    if (volatile_local_accesses(function).empty()) return llvm::PreservedAnalyses::all();
    llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, analyses);
    const Accesses accesses = volatile_local_accesses(function);
    if (looks_who_wrote_last(accesses)) return llvm::PreservedAnalyses::none();
    for (llvm::Instruction* access : accesses) {
        if (auto* load = dyn_cast<llvm::LoadInst>(access)) load->setVolatile(false);
        if (auto* store = dyn_cast<llvm::StoreInst>(access)) store->setVolatile(false);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
