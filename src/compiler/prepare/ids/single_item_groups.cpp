#include "compiler/prepare/ids/single_item_groups.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/signature.h"

namespace lanewise::compiler {
namespace {

bool has_groups_of_one(const llvm::Function& kernel) {
    const auto size = read_kernel(kernel).reqd_work_group_size;
    return size[0] == 1 && size[1] == 1 && size[2] == 1;
}

// Collects the addresses derived from a local variable. `complete()` returns true if all uses of these addresses would
// also be valid for private memory.
class Addresses {
public:
    explicit Addresses(llvm::GlobalVariable& variable) : variable_(variable), complete_(follow(variable)) {
        for (std::size_t next = 0; complete_ && next < addresses_.size(); ++next) complete_ = follow(*addresses_[next]);
        complete_ = complete_ && llvm::all_of(addresses_, [&](const llvm::Instruction* address) {
                        return llvm::isa<llvm::GetElementPtrInst>(address) || merges_only_ours(*address);
                    });
    }

    bool complete() const { return complete_; }
    llvm::ArrayRef<llvm::Instruction*> instructions() const { return addresses_.getArrayRef(); }

private:
    bool follow(llvm::Value& address) {
        return llvm::all_of(address.uses(), [&](const llvm::Use& use) { return accept(use); });
    }

    bool accept(const llvm::Use& use) {
        auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user) return false;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return load->isSimple();
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
            return store->isSimple() && use.getOperandNo() == store->getPointerOperandIndex();
        if (!llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(user)) return false;
        addresses_.insert(user);
        return true;
    }

    // Whether all pointer operands of a phi or select are addresses of this variable. With other operands, the type of
    // the phi or select could not change to a private pointer.
    bool merges_only_ours(const llvm::Instruction& address) const {
        return llvm::all_of(address.operands(), [&](llvm::Value* operand) {
            auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand);
            return !operand->getType()->isPointerTy() || operand == &variable_ ||
                   (instruction && addresses_.contains(instruction));
        });
    }

    const llvm::GlobalVariable& variable_;
    llvm::SetVector<llvm::Instruction*> addresses_;
    bool complete_;
};

// Makes a local variable private. Returns false if the variable must stay local.
bool make_private(llvm::GlobalVariable& variable, llvm::Function& kernel) {
    llvm::convertUsersOfConstantsToInstructions(&variable);
    const Addresses addresses(variable);
    if (!addresses.complete()) return false;
    llvm::IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
    llvm::AllocaInst* room = builder.CreateAlloca(variable.getValueType(), nullptr, variable.getName());
    room->setAlignment(kernel.getDataLayout().getPreferredAlign(&variable));
    for (llvm::Instruction* address : addresses.instructions()) address->mutateType(room->getType());
    for (llvm::Use& use : llvm::make_early_inc_range(variable.uses())) use.set(room);
    variable.eraseFromParent();
    return true;
}

void make_local_memory_private(llvm::Function& kernel) {
    llvm::Module& module = *kernel.getParent();
    std::uint64_t bytes = 0;
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
        if (variable.getAddressSpace() != local_space) continue;
        const std::uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
        if (make_private(variable, kernel)) bytes += size;
    }
    if (bytes) set_number_fact(kernel, fact::local_bytes, bytes);
}

// Returns the result of the operation in a work-group of one work-item; null if the result does not depend on
// work-groups.
llvm::Value* in_group_of_one(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    const llvm::StringRef name = operation_name(call);
    if (name == op::local_id) return builder.getInt64(0);
    if (name == op::local_size || name == op::enqueued_local_size) return builder.getInt64(1);
    if (name == op::num_groups) return create_id(builder, op::global_size, dimension_of(call));
    if (name != op::group_id) return nullptr;
    return builder.CreateSub(create_id(builder, op::global_id, dimension_of(call)),
                             create_id(builder, op::global_offset, dimension_of(call)));
}

}  // namespace

llvm::PreservedAnalyses SingleItemGroups::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::Function* kernel = find_kernel(module);
    if (!kernel || !has_groups_of_one(*kernel)) return llvm::PreservedAnalyses::all();
    // Promote the program's pointer variables to SSA values, whose uses `Addresses` can find.
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    llvm::FunctionPassManager variables;
    variables.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    variables.run(*kernel, functions);
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*kernel))) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call) continue;
        if (llvm::Value* value = in_group_of_one(*call))
            call->replaceAllUsesWith(value);
        else if (!as_operation(call, op::barrier))
            continue;
        call->eraseFromParent();
    }
    make_local_memory_private(*kernel);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
