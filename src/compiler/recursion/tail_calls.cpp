#include "compiler/recursion/tail_calls.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/TailRecursionElimination.h>

#include <vector>

#include "compiler/ir/function_body.h"
#include "compiler/ir/passes/apply.h"
#include "compiler/limits/recursion_budget.h"
#include "compiler/recursion/simplify_caller.h"

namespace lanewise::compiler {
namespace {

llvm::SmallVector<llvm::CallInst*, 8> calls_of(llvm::Function& callee, llvm::Function& caller) {
    llvm::SmallVector<llvm::CallInst*, 8> calls;
    for (llvm::Instruction& instruction : llvm::instructions(caller))
        if (called_function(instruction) == &callee) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    return calls;
}

bool ends(const llvm::Function& function) {
    return llvm::any_of(
        function, [](const llvm::BasicBlock& block) { return llvm::isa<llvm::ReturnInst>(block.getTerminator()); });
}

// Returns the first instruction with an effect, at or after `instruction`.
const llvm::Instruction* next_of(const llvm::Instruction* instruction) {
    while (instruction->isLifetimeStartOrEnd() || instruction->isDebugOrPseudoInst())
        instruction = instruction->getNextNode();
    return instruction;
}

// True if the call is in tail position: after the call, the function only returns the call's result.
bool is_last(const llvm::CallInst& call) {
    const llvm::Value* result = &call;
    const llvm::BasicBlock* from = call.getParent();
    const llvm::Instruction* next = next_of(call.getNextNode());
    for (unsigned steps = 0; steps < budget::blocks_after_call; ++steps) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(next);
        if (!branch || branch->isConditional()) break;
        const llvm::BasicBlock* to = branch->getSuccessor(0);
        for (const llvm::PHINode& phi : to->phis())
            if (phi.getIncomingValueForBlock(from) == result) result = &phi;
        next = next_of(&*to->getFirstNonPHIIt());
        from = to;
    }
    const auto* end = llvm::dyn_cast<llvm::ReturnInst>(next);
    return end && (!end->getReturnValue() || end->getReturnValue() == result);
}

// Tries to remove all calls of `function` to itself; returns false and restores `function` if calls remain.
bool becomes_loop(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::Function& before = copy_function(function);
    simplify_caller(function, analyses);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::TailCallElimPass());
    passes.addPass(llvm::SimplifyCFGPass());
    apply(function, analyses, std::move(passes));
    if (calls_of(function, function).empty() && ends(function)) {
        before.eraseFromParent();
        simplify_caller(function, analyses);
        return true;
    }
    analyses.clear(function, function.getName());
    take_body(function, before);
    return false;
}

class CycleMerger {
public:
    CycleMerger(const CallCycle& cycle, llvm::FunctionAnalysisManager& analyses) : cycle_(cycle), analyses_(analyses) {}

    void run() {
        if (!has_last_calls_only() && cycle_.size() > 1) return;
        while (cycle_.size() > 1) {
            for (llvm::Function* function : cycle_)
                if (!calls_of(*function, *function).empty() && !becomes_loop(*function, analyses_)) return;
            if (!merge_smallest()) return;
        }
        if (!calls_of(*cycle_.front(), *cycle_.front()).empty()) becomes_loop(*cycle_.front(), analyses_);
    }

private:
    bool has_last_calls_only() const {
        for (llvm::Function* caller : cycle_)
            for (llvm::Function* callee : cycle_)
                if (!llvm::all_of(calls_of(*callee, *caller), [](const auto* call) { return is_last(*call); }))
                    return false;
        return true;
    }

    bool merge_smallest() {
        auto* smallest = llvm::min_element(cycle_, [](const llvm::Function* a, const llvm::Function* b) {
            return instructions_of(*a) < instructions_of(*b);
        });
        llvm::Function& callee = **smallest;
        cycle_.erase(smallest);
        for (llvm::Function* caller : cycle_) {
            const auto calls = calls_of(callee, *caller);
            if (instructions_of(*caller) + calls.size() * instructions_of(callee) > budget::merged_tail_calls)
                return false;
            inline_calls(llvm::SmallVector<llvm::WeakVH, 8>(calls.begin(), calls.end()), analyses_);
            simplify_caller(*caller, analyses_);
        }
        return true;
    }

    CallCycle cycle_;
    llvm::FunctionAnalysisManager& analyses_;
};

// Sets inferred memory attributes on functions while this object exists. Without these attributes, loads could not be
// moved before calls: a load may move before a call only if the callee does not write to memory. The destructor
// restores the attributes, because later passes may add effects to functions.
class InferredAttributes {
public:
    InferredAttributes(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
        for (llvm::Function& function : module) before_.emplace_back(&function, function.getAttributes());
        analyses.invalidate(module, llvm::PreservedAnalyses::none());
        llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()).run(module, analyses);
    }
    ~InferredAttributes() {
        for (const auto& [function, attributes] : before_) function->setAttributes(attributes);
    }
    InferredAttributes(const InferredAttributes&) = delete;
    InferredAttributes& operator=(const InferredAttributes&) = delete;

private:
    std::vector<std::pair<llvm::Function*, llvm::AttributeList>> before_;
};

}  // namespace

void remove_tail_calls(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    const auto cycles = find_call_cycles(module);
    const FunctionSet kept = functions_that_reach(cycles);
    if (cycles.empty()) return;
    for (const CallCycle& cycle : cycles) {
        for (llvm::Function* function : cycle) {
            allow_folding(*function);
            simplify_caller(*function, functions);
            if (inline_small_callees(*function, kept, functions)) simplify_caller(*function, functions);
        }
    }
    const InferredAttributes inferred(module, analyses);
    for (const CallCycle& cycle : find_call_cycles(module)) CycleMerger(cycle, functions).run();
}

}  // namespace lanewise::compiler
