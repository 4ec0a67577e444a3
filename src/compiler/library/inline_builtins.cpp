#include "compiler/library/inline_builtins.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <optional>

#include "compiler/ir/parts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/code_size.h"

namespace lanewise::compiler {
namespace {

using Calls = llvm::SmallVector<llvm::CallInst*, 8>;
using CallsOfBuiltins = llvm::MapVector<llvm::Function*, Calls>;

std::uint64_t budget_of(const llvm::Function& chunk) {
    return is_part(chunk, Part::tail) ? budget::builtins_in_tail : budget::builtins_in_chunk;
}

// What `calls` copies of a builtin add to a chunk, or nothing when they are never made.
std::optional<std::uint64_t> growth(std::uint64_t size, std::uint64_t calls) {
    const std::uint64_t copies = size * calls;
    return calls > 1 && copies > budget::copies_of_builtin ? std::nullopt : std::optional(copies);
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
        if (const auto added = growth(code_size(*builtin, register_bits), calls.size()))
            by_growth.emplace(*added, calls);
    for (const auto& [added, calls] : by_growth) {
        if (added > budget) return;
        budget -= added;
        inline_calls(calls);
    }
}

}  // namespace

bool may_be_inlined(const llvm::Function& builtin, std::uint64_t size) {
    llvm::SmallDenseMap<const llvm::Function*, std::uint64_t, 4> calls;
    for (const llvm::User* user : builtin.users())
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) ++calls[call->getFunction()];
    return llvm::any_of(calls, [&](const auto& entry) {
        const auto added = growth(size, entry.second);
        return added && *added <= budget_of(*entry.first);
    });
}

llvm::PreservedAnalyses InlineBuiltins::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        if (is_chunk(function)) {
            inline_within(budget_of(function), function, register_bits_);
        } else {
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
            function.addFnAttr(llvm::Attribute::NoInline);
        }
    }
    llvm::GlobalDCEPass().run(module, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
