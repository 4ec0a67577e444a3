#include "compiler/library/inline_builtins.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <map>
#include <optional>

#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/parts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/code_size.h"

namespace lanewise::compiler {
namespace {

using Calls = llvm::SmallVector<llvm::CallInst*, 8>;
using CallsOfBuiltins = llvm::MapVector<llvm::Function*, Calls>;

// Returns the code size that inlining may add to `chunk`. A called function gets only the small budget of a tail chunk,
// since a kernel may have hundreds of called functions.
std::uint64_t budget_of(const llvm::Function& chunk, LargeBuiltins large) {
    if (is_part(chunk, Part::tail) || is_called_function(chunk)) return budget::builtins_in_tail;
    return large == LargeBuiltins::called ? budget::builtins_at_first : budget::builtins_in_chunk;
}

// Returns the number of calls in `chunk` for each call in the source. The number is more than one if `chunk` has more
// lanes than the widest builtin.
std::uint64_t calls_of_one(const llvm::Function& chunk, const llvm::Function& builtin) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(builtin.getReturnType());
    return vector ? number_fact(chunk, fact::lanes, 1) / vector->getNumElements() : 1;
}

// Returns the total size of `calls` copies of `builtin`, each of size `size`; returns nothing if `builtin` must not be
// inlined into `chunk`.
std::optional<std::uint64_t> growth(const llvm::Function& chunk, const llvm::Function& builtin, std::uint64_t size,
                                    std::uint64_t calls) {
    const std::uint64_t copies = size * calls;
    const bool is_one = calls <= std::max<std::uint64_t>(1, calls_of_one(chunk, builtin));
    return !is_one && copies > budget::copies_of_builtin ? std::nullopt : std::optional(copies);
}

CallsOfBuiltins calls_of_builtins(llvm::Function& chunk) {
    CallsOfBuiltins calls;
    for (llvm::Instruction& instruction : llvm::instructions(chunk)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
        if (callee && !callee->isDeclaration() && !callee->hasFnAttribute(fact::sparse_region) &&
            !is_called_function(*callee))
            calls[callee].push_back(call);
    }
    return calls;
}

void inline_calls(llvm::ArrayRef<llvm::CallInst*> calls) {
    for (llvm::CallInst* call : calls) {
        llvm::InlineFunctionInfo info;
        llvm::InlineFunction(*call, info);
    }
}

// Inlines builtins until `budget` is used up, beginning with the builtins that add the least code. Builtins that add
// equally much are inlined in the order of their first calls. Returns the smallest budget with which one more builtin
// would be inlined, or 0 if no other builtin may be inlined.
std::uint64_t inline_within(std::uint64_t budget, llvm::Function& chunk, unsigned register_bits) {
    const std::uint64_t whole = budget;
    std::multimap<std::uint64_t, Calls> by_growth;
    for (auto& [builtin, calls] : calls_of_builtins(chunk))
        if (const auto added = growth(chunk, *builtin, code_size(*builtin, register_bits), calls.size()))
            by_growth.emplace(*added, calls);
    for (const auto& [added, calls] : by_growth) {
        if (added > budget) return whole - budget + added;
        budget -= added;
        inline_calls(calls);
    }
    return 0;
}

}  // namespace

bool may_be_inlined(const llvm::Function& builtin, std::uint64_t size, LargeBuiltins large) {
    llvm::SmallDenseMap<const llvm::Function*, std::uint64_t, 4> calls;
    for (const llvm::User* user : builtin.users())
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) ++calls[call->getFunction()];
    return llvm::any_of(calls, [&](const auto& entry) {
        const auto added = growth(*entry.first, builtin, size, entry.second);
        return added && *added <= budget_of(*entry.first, large);
    });
}

llvm::PreservedAnalyses InlineBuiltins::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    bool gains_bodies = false;
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        if (is_chunk(function) || is_called_function(function)) {
            const std::uint64_t next = inline_within(budget_of(function, large_), function, register_bits_);
            gains_bodies |= next != 0 && next <= budget_of(function, LargeBuiltins::inlined);
        } else {
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
            function.addFnAttr(llvm::Attribute::NoInline);
        }
    }
    if (gains_bodies) set_provisional(module);
    llvm::GlobalDCEPass().run(module, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
