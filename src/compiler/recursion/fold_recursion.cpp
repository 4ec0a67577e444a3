#include "compiler/recursion/fold_recursion.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "compiler/ir/calls/call_cycles.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/recursion_budget.h"
#include "compiler/recursion/inline_level.h"
#include "compiler/recursion/separate_chains.h"
#include "compiler/recursion/simplify_caller.h"
#include "compiler/recursion/specialize_calls.h"
#include "compiler/recursion/tail_calls.h"

namespace lanewise::compiler {
namespace {

// Replaces local sizes by the constants that reqd_work_group_size specifies.
void fold_local_sizes(llvm::Function& kernel) {
    const auto sizes = read_kernel(kernel).reqd_work_group_size;
    if (sizes[0] == 0) return;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        llvm::CallInst* call = as_operation(&instruction, op::enqueued_local_size);
        if (!call) call = as_operation(&instruction, op::local_size);
        if (!call || !llvm::isa<llvm::ConstantInt>(call->getArgOperand(0))) continue;
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), sizes[dimension_of(*call)]));
    }
}

// Inlines the body of the kernel if no other function calls it: Clang puts the body of a kernel into a separate
// function.
void inline_kernel_body(llvm::Function& kernel, const FunctionSet& on_cycles, llvm::FunctionAnalysisManager& analyses) {
    llvm::SmallVector<llvm::WeakVH, 2> calls;
    for (llvm::Instruction& instruction : llvm::instructions(kernel))
        if (llvm::Function* callee = called_function(instruction);
            callee && callee->hasOneUse() && !on_cycles.contains(callee))
            calls.emplace_back(&instruction);
    inline_calls(calls, analyses);
}

// Replaces the bodies of all functions on remaining cycles by `unreachable`, so that later passes may assume that there
// are no call cycles.
void cut(const std::vector<CallCycle>& cycles, llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    kernel.addFnAttr(recursion_attribute, original_name(*cycles.front().front()));
    for (const CallCycle& cycle : cycles) {
        for (llvm::Function* function : cycle) {
            analyses.clear(*function, function->getName());
            function->deleteBody();
            llvm::BasicBlock* block = llvm::BasicBlock::Create(function->getContext(), "", function);
            new llvm::UnreachableInst(function->getContext(), block);
        }
    }
}

// Removes call cycles as far as possible, and returns the remaining cycles.
std::vector<CallCycle> fold_cycles(llvm::Function& kernel, llvm::ModuleAnalysisManager& analyses,
                                   llvm::FunctionAnalysisManager& functions) {
    llvm::Module& module = *kernel.getParent();
    inline_kernel_body(kernel, functions_of(find_call_cycles(module)), functions);
    CopyBudget copies{budget::recursive_copies, budget::recursive_instructions, budget::recursive_simplified};
    std::uint64_t inlined = 0;
    for (unsigned level = 0;; ++level) {
        remove_tail_calls(module, analyses);
        auto cycles = find_call_cycles(module);
        if (cycles.empty() || copies.is_used_up() || inlined > budget::recursive_kernels) return cycles;
        fold_local_sizes(kernel);
        if (level > 0 && !inline_level(kernel, functions)) return cycles;
        specialize_calls(kernel, functions, copies);
        llvm::GlobalDCEPass().run(module, analyses);
        if (level > 0) inlined += instructions_of(kernel);
    }
}

}  // namespace

std::string original_name(const llvm::Function& function) {
    return function.getName().substr(0, function.getName().find(folded_suffix)).str();
}

llvm::PreservedAnalyses FoldRecursion::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::Function* kernel = find_kernel(module);
    if (!kernel || find_call_cycles(module).empty()) return llvm::PreservedAnalyses::all();
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    auto left = fold_cycles(*kernel, analyses, functions);
    if (separate_chains(left, functions)) left = find_call_cycles(module);
    if (!left.empty()) cut(left, *kernel, functions);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
