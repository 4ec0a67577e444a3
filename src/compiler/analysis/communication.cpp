#include "compiler/analysis/communication.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/calls/called_functions.h"

namespace lanewise::compiler {

bool may_communicate(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
        if (instruction.isAtomic()) return true;
        if (const llvm::Function* callee = called_body(instruction))
            if (callee->hasFnAttribute(fact::communicates)) return true;
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        return pointer && instruction.isVolatile() && !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
    });
}

}  // namespace lanewise::compiler
