#include "compiler/passes/inline_builtins.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>

#include "compiler/analysis/code_size.h"
#include "compiler/budget.h"

namespace lanewise::compiler {
namespace {

using Calls = llvm::SmallVector<llvm::CallInst*, 8>;
using CallsOfBuiltins = llvm::MapVector<llvm::Function*, Calls>;

bool is_chunk(const llvm::Function& function) {
    const llvm::StringRef name = function.getName();
    return name.ends_with(".full") || name.ends_with(".tail") || name.ends_with(".jam");
}

CallsOfBuiltins calls_of_builtins(llvm::Function& chunk) {
    CallsOfBuiltins calls;
    for (llvm::Instruction& instruction : llvm::instructions(chunk)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
        if (callee && !callee->isDeclaration()) calls[callee].push_back(call);
    }
    return calls;
}

void inline_calls(llvm::ArrayRef<llvm::CallInst*> calls) {
    for (llvm::CallInst* call : calls) {
        llvm::InlineFunctionInfo info;
        llvm::InlineFunction(*call, info);
    }
}

// Smallest first; of equals the one called first.
void inline_within(std::uint64_t budget, llvm::Function& chunk, unsigned register_bits) {
    std::multimap<std::uint64_t, Calls> by_growth;
    for (auto& [builtin, calls] : calls_of_builtins(chunk))
        by_growth.emplace(code_size(*builtin, register_bits) * calls.size(), calls);
    for (const auto& [growth, calls] : by_growth) {
        if (growth > budget) return;
        budget -= growth;
        inline_calls(calls);
    }
}

}  // namespace

llvm::PreservedAnalyses InlineBuiltins::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        if (is_chunk(function)) {
            const bool seldom = function.getName().ends_with(".tail");
            inline_within(seldom ? budget::builtins_in_tail : budget::builtins_in_chunk, function,
                          register_bits_);
        } else {
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
            function.addFnAttr(llvm::Attribute::NoInline);
        }
    }
    llvm::GlobalDCEPass().run(module, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
