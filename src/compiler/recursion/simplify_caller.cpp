#include "compiler/recursion/simplify_caller.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/ir/passes/apply.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/combine/combine_instructions.h"
#include "compiler/simplify/values/promote_variables.h"

namespace lanewise::compiler {
namespace {

// Returns the number of instructions that `function` would have with all calls inlined. Stops counting at `limit`.
std::uint64_t inlined_up_to(const llvm::Function& function, std::uint64_t limit) {
    std::uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        ++size;
        if (size > limit) break;
        if (const llvm::Function* callee = called_function(instruction)) size += inlined_up_to(*callee, limit - size);
    }
    return size;
}

}  // namespace

void allow_folding(llvm::Function& function) {
    function.removeFnAttr(llvm::Attribute::NoRecurse);
    if (is_kernel(function)) return;  // optnone on a kernel represents -cl-opt-disable
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::NoInline);
}

void simplify_caller(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    // Cached analyses are outdated, since calls were inlined or redirected.
    analyses.clear(function, function.getName());
    llvm::FunctionPassManager passes;
    passes.addPass(PromoteVariables());
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(CombineInstructions());
    passes.addPass(llvm::SCCPPass());
    passes.addPass(llvm::CorrelatedValuePropagationPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(CombineInstructions());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::ADCEPass());
    apply(function, analyses, std::move(passes));
}

bool inline_call(llvm::CallInst& call, llvm::FunctionAnalysisManager& analyses) {
    llvm::Function& caller = *call.getFunction();
    llvm::InlineFunctionInfo info;
    const bool done = llvm::InlineFunction(call, info).isSuccess();
    if (done) analyses.clear(caller, caller.getName());
    return done;
}

bool inline_calls(llvm::ArrayRef<llvm::WeakVH> calls, llvm::FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (const llvm::WeakVH& call : calls)
        if (call) changed |= inline_call(*llvm::cast<llvm::CallInst>(static_cast<llvm::Value*>(call)), analyses);
    return changed;
}

bool inline_small_callees(llvm::Function& function, const FunctionSet& kept, llvm::FunctionAnalysisManager& analyses) {
    llvm::SmallVector<llvm::WeakVH, 16> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        const llvm::Function* callee = called_function(instruction);
        if (callee && !kept.contains(callee) &&
            inlined_up_to(*callee, budget::copied_instructions + 1) <= budget::copied_instructions)
            calls.emplace_back(&instruction);
    }
    const bool changed = inline_calls(calls, analyses);
    if (changed) inline_small_callees(function, kept, analyses);
    return changed;
}

std::uint64_t instructions_of(const llvm::Function& function) { return function.getInstructionCount(); }

}  // namespace lanewise::compiler
