#include "compiler/prepare/grouping.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// What else there may be of operations (barriers, ids of groups) sees the group.
bool sees_group(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return true;
    return is_operation(&call) && !(traits_of(&call) & trait::blind_to_groups);
}

// Printing is seen, and so is what queues and pipes of the device do.
bool is_in_order(const llvm::CallInst& call) {
    if (call.isInlineAsm() || !call.getCalledFunction()) return true;
    return as_operation(&call, op::printf) || (traits_of(&call) & trait::by_item);
}

// Where an atomic or volatile access goes; null: who knows.
const llvm::Value* place_of(const llvm::Instruction& access) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) return update->getPointerOperand();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) return exchange->getPointerOperand();
    return llvm::getLoadStorePointerOperand(&access);
}

// Whether `instruction` may read what another work-group writes meanwhile. Those that do so by other means than these
// have a data race (OpenCL C 3.0, section 3.3.6); one whose result nobody uses only writes.
bool may_see_others(const llvm::Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return is_in_order(*call);
    if (!instruction.isAtomic() && !instruction.isVolatile()) return false;
    if (llvm::isa<llvm::FenceInst, llvm::StoreInst>(instruction)) return false;
    if (llvm::isa<llvm::AtomicRMWInst>(instruction) && instruction.use_empty()) return false;
    const llvm::Value* place = place_of(instruction);
    if (!place) return true;
    const unsigned space = llvm::getUnderlyingObject(place)->getType()->getPointerAddressSpace();
    return space == global_space || space == generic_space;
}

}  // namespace

bool allows_any_order(const llvm::Module& module) {
    for (const llvm::Function& function : module)
        for (const llvm::Instruction& instruction : llvm::instructions(function))
            if (may_see_others(instruction)) return false;
    return true;
}

bool allows_any_grouping(const llvm::Function& kernel) {
    for (const llvm::GlobalVariable& variable : kernel.getParent()->globals())
        if (variable.getAddressSpace() == local_space) return false;
    for (const llvm::Argument& argument : kernel.args())
        if (const auto* type = llvm::dyn_cast<llvm::PointerType>(argument.getType()))
            if (type->getAddressSpace() == local_space) return false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel))
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (sees_group(*call)) return false;
    return true;
}

}  // namespace lanewise::compiler
