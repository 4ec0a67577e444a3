#include "compiler/prepare/ids/grouping.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

// Whether the call may depend on the work-group, as barriers and group ids do. Every operation without the trait
// `blind_to_groups` is assumed to depend on the work-group.
bool sees_group(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return true;
    return is_operation(&call) && !(traits_of(&call) & trait::blind_to_groups);
}

// Whether the program can observe the order of this call among other calls. True for printf, for operations on device
// queues and pipes, and for unknown functions.
bool is_in_order(const llvm::CallInst& call) {
    if (call.isInlineAsm() || !call.getCalledFunction()) return true;
    return as_operation(&call, op::printf) || (traits_of(&call) & trait::by_item);
}

// Returns the address of an atomic or volatile access; null for other instructions.
const llvm::Value* place_of(const llvm::Instruction& access) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) return update->getPointerOperand();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) return exchange->getPointerOperand();
    return llvm::getLoadStorePointerOperand(&access);
}

// Whether `instruction` may read a value that another work-group writes during the launch. Only atomic accesses,
// volatile accesses and calls whose order can be observed may read such values, since other reads would be data races
// (OpenCL C 3.0, section 3.3.6). An atomic operation whose result is unused does not read.
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

// Finds indices whose bits are permuted, as by the bit reversal in a Fourier transform. After the permutation,
// work-items with distant ids access neighbouring elements.
class BitMixing {
public:
    /// Whether the computation of `index` contains a permutation of bits. Returns false for values that were visited
    /// before.
    bool is_in(const llvm::Value& index) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&index);
        if (!instruction || llvm::isa<llvm::LoadInst>(instruction) || left_ == 0 || !seen_.insert(instruction).second)
            return false;
        --left_;
        if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(instruction))
            if (intrinsic->getIntrinsicID() == llvm::Intrinsic::bitreverse) return true;
        if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
            if (llvm::any_of(phi->incoming_values(),
                             [&](const llvm::Use& next) { return gathers_bits(*next, *phi, 0); }))
                return true;
        return llvm::any_of(instruction->operands(), [&](const llvm::Use& operand) { return is_in(*operand); });
    }

private:
    // Whether a loop computes `next` from `phi` by shifts and bitwise operations, bit by bit.
    static bool gathers_bits(const llvm::Value& next, const llvm::PHINode& phi, unsigned depth) {
        const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&next);
        if (!operation || depth == 3 || !(operation->isBitwiseLogicOp() || operation->isShift())) return false;
        return llvm::any_of(operation->operands(), [&](const llvm::Use& operand) {
            return operand == &phi || gathers_bits(*operand, phi, depth + 1);
        });
    }

    unsigned left_ = budget::address_operations;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen_;
};

// Whether `instruction` stores to global memory at an index with permuted bits. Threads that run distant groups would
// then often write to the same cache lines.
bool stores_by_mixed_bits(const llvm::Instruction& instruction, BitMixing& mixing) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store && store->getPointerAddressSpace() == global_space && mixing.is_in(*store->getPointerOperand());
}

}  // namespace

bool allows_any_order(const llvm::Module& module) {
    BitMixing mixing;
    for (const llvm::Function& function : module)
        for (const llvm::Instruction& instruction : llvm::instructions(function))
            if (may_see_others(instruction) || stores_by_mixed_bits(instruction, mixing)) return false;
    return true;
}

bool allows_any_grouping(const llvm::Function& kernel) {
    for (const llvm::GlobalVariable& variable : kernel.getParent()->globals())
        if (variable.getAddressSpace() == local_space) return false;
    for (const llvm::Argument& argument : kernel.args())
        if (const auto* type = llvm::dyn_cast<llvm::PointerType>(argument.getType()))
            if (type->getAddressSpace() == local_space) return false;
    return llvm::none_of(*kernel.getParent(), [&](const llvm::Function& function) {
        return (&function == &kernel || is_called_function(function)) &&
               llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
                   const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                   return call && sees_group(*call);
               });
    });
}

}  // namespace lanewise::compiler
