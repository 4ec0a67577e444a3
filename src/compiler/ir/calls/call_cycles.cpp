#include "compiler/ir/calls/call_cycles.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>

namespace lanewise::compiler {
namespace {

template <typename Visit>
void for_each_caller(const llvm::Function& function, Visit visit) {
    for (const llvm::Use& use : function.uses()) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
        if (call && call->isCallee(&use)) visit(const_cast<llvm::Function*>(call->getFunction()));
    }
}

// True if the call graph has a cycle. Repeatedly removes functions that no remaining function calls (Kahn's algorithm),
// so that only cycles and their callees remain.
bool has_cycle(llvm::Module& module) {
    llvm::DenseMap<llvm::Function*, llvm::SmallVector<llvm::Function*, 4>> callees;
    llvm::DenseMap<llvm::Function*, unsigned> calls;
    std::vector<llvm::Function*> uncalled;
    std::size_t left = 0;
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        ++left;
        for_each_caller(function, [&](llvm::Function* caller) {
            callees[caller].push_back(&function);
            ++calls[&function];
        });
        if (!calls.contains(&function)) uncalled.push_back(&function);
    }
    while (!uncalled.empty()) {
        llvm::Function* function = uncalled.back();
        uncalled.pop_back();
        --left;
        for (llvm::Function* callee : callees[function])
            if (--calls[callee] == 0) uncalled.push_back(callee);
    }
    return left != 0;
}

}  // namespace

llvm::Function* called_function(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isDeclaration() ? callee : nullptr;
}

std::vector<CallCycle> find_call_cycles(llvm::Module& module) {
    std::vector<CallCycle> cycles;
    if (!has_cycle(module)) return cycles;
    llvm::CallGraph graph(module);
    for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
        if (!component.hasCycle()) continue;
        CallCycle cycle;
        for (const llvm::CallGraphNode* node : *component)
            if (llvm::Function* function = node->getFunction(); function && !function->isDeclaration())
                cycle.push_back(function);
        if (!cycle.empty()) cycles.push_back(std::move(cycle));
    }
    return cycles;
}

FunctionSet functions_of(const std::vector<CallCycle>& cycles) {
    FunctionSet functions;
    for (const CallCycle& cycle : cycles) functions.insert(cycle.begin(), cycle.end());
    return functions;
}

FunctionSet functions_that_reach(const std::vector<CallCycle>& cycles) {
    FunctionSet found = functions_of(cycles);
    std::vector<llvm::Function*> pending(found.begin(), found.end());
    while (!pending.empty()) {
        const llvm::Function* function = pending.back();
        pending.pop_back();
        for_each_caller(*function, [&](llvm::Function* caller) {
            if (found.insert(caller).second) pending.push_back(caller);
        });
    }
    return found;
}

}  // namespace lanewise::compiler
