#include "compiler/lower/lower_address_space.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/abi_access.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/operations.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

// Number of bytes below the stack pointer that a leaf function may use in the x86-64 ABI.
constexpr std::uint64_t red_zone_bytes = 128;

class Lowering {
public:
    Lowering(llvm::Function& function, llvm::CallInst& question)
        : function_(function), worker_(worker_of(function)), builder_(&question) {
        address_ = builder_.CreatePtrToInt(question.getArgOperand(0), builder_.getInt64Ty());
    }

    llvm::Value* space() {
        llvm::Value* is_private = builder_.CreateOr(
            lies_in(offsetof(abi::Worker, context), offsetof(abi::Worker, context_bytes)), on_stack());
        // In a called function, a structure argument is a copy on the stack.
        for (llvm::Argument& argument : function_.args())
            if (!is_called_function(function_) && argument.hasByValAttr())
                is_private = builder_.CreateOr(is_private, in_structure(argument));
        llvm::Value* is_local = lies_in(offsetof(abi::Worker, local_memory), offsetof(abi::Worker, local_bytes));
        llvm::Value* other =
            builder_.CreateSelect(is_private, builder_.getInt32(private_space), builder_.getInt32(global_space));
        return builder_.CreateSelect(is_local, builder_.getInt32(local_space), other);
    }

private:
    llvm::Value* lies_in(llvm::Value* start, llvm::Value* bytes) {
        return builder_.CreateICmpULT(
            builder_.CreateSub(address_, builder_.CreatePtrToInt(start, builder_.getInt64Ty())), bytes);
    }

    llvm::Value* lies_in(std::size_t start_field, std::size_t bytes_field) {
        llvm::Value* start = load_pointer(builder_, worker_, start_field, "start");
        llvm::Value* bytes = load_invariant(builder_, worker_, bytes_field, builder_.getInt64Ty(), "bytes");
        return lies_in(start, bytes);
    }

    // Tests whether the address is on the stack. The tested range begins with the red zone below the stack pointer, and
    // ends at the Worker, which is above all frames of the kernel.
    llvm::Value* on_stack() {
        llvm::Value* pointer = builder_.CreatePtrToInt(builder_.CreateStackSave(), builder_.getInt64Ty());
        llvm::Value* low = builder_.CreateSub(pointer, builder_.getInt64(red_zone_bytes));
        llvm::Value* high = builder_.CreatePtrToInt(worker_, builder_.getInt64Ty());
        return builder_.CreateICmpULT(builder_.CreateSub(address_, low), builder_.CreateSub(high, low));
    }

    llvm::Value* in_structure(llvm::Argument& argument) {
        const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
        return lies_in(&argument, builder_.getInt64(layout.getTypeAllocSize(argument.getParamByValType())));
    }

    llvm::Function& function_;
    llvm::Value* worker_;
    llvm::IRBuilder<> builder_;
    llvm::Value* address_;
};

}  // namespace

llvm::PreservedAnalyses LowerAddressSpace::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const auto functions = group_and_called_functions(module);
    if (functions.empty()) return llvm::PreservedAnalyses::all();
    for (llvm::Function* function : functions)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*function))) {
            llvm::CallInst* question = as_operation(&instruction, op::address_space);
            if (!question) continue;
            question->replaceAllUsesWith(Lowering(*function, *question).space());
            question->eraseFromParent();
        }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
