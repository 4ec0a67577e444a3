#include "compiler/recursion/separate_chains.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>

#include "compiler/ir/calls/function_pointers.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/recursion_budget.h"
#include "compiler/recursion/fold_recursion.h"
#include "compiler/recursion/simplify_caller.h"

namespace lanewise::compiler {
namespace {

// Separates the call chains of one cycle. The functions of the cycle have numbers, and a set of functions is a word
// with one bit for each number.
class Chains {
public:
    Chains(const CallCycle& cycle, llvm::FunctionAnalysisManager& analyses)
        : functions_(cycle.begin(), cycle.end()), analyses_(analyses) {
        for (unsigned i = 0; i < functions_.size(); ++i) numbers_[functions_[i]] = i;
    }

    bool separate() {
        constexpr std::size_t most_functions = 64;
        if (functions_.size() > most_functions || llvm::any_of(functions_, [](auto* f) { return is_kernel(*f); }))
            return false;
        find_callees();
        if (others_close_a_cycle() || !find_contexts()) return false;
        // All copies are made first, while the original functions are still unchanged.
        for (Context& context : contexts_)
            if (context.active != 0) context.copy = copy_of(*functions_[context.function]);
        for (const Context& context : contexts_) direct_calls(context);
        return true;
    }

private:
    using Set = std::uint64_t;

    // A function that is called while the functions of `active` have not returned.
    struct Context {
        unsigned function;
        Set active;
        llvm::Function* copy;
    };

    static Set bit(unsigned number) { return Set{1} << number; }

    llvm::SmallVector<llvm::WeakVH, 8> calls_in(llvm::Function& function) const {
        llvm::SmallVector<llvm::WeakVH, 8> calls;
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (const llvm::Function* callee = called_function(instruction); callee && numbers_.contains(callee))
                calls.emplace_back(&instruction);
        return calls;
    }

    void find_callees() {
        for (llvm::Function* function : functions_) {
            Set all = 0, others = 0;
            for (const llvm::WeakVH& handle : calls_in(*function)) {
                const auto& call = llvm::cast<llvm::CallInst>(*handle);
                const Set callee = bit(numbers_.lookup(call.getCalledFunction()));
                all |= callee;
                if (!is_call_of_pointer(call)) others |= callee;
            }
            callees_.push_back(all);
            others_.push_back(others);
        }
    }

    // Whether direct calls alone make a cycle. Repeatedly removes a function whose direct calls reach none of the
    // remaining functions; if functions are left in the end, they make a cycle.
    bool others_close_a_cycle() const {
        Set left = 0;
        for (unsigned i = 0; i < functions_.size(); ++i) left |= bit(i);
        for (bool changed = true; changed;) {
            changed = false;
            for (unsigned i = 0; i < functions_.size(); ++i) {
                if ((left & bit(i)) == 0 || (others_[i] & left) != 0) continue;
                left &= ~bit(i);
                changed = true;
            }
        }
        return left != 0;
    }

    // Finds, for each function, the sets of functions that can be active when the function is called. Returns false if
    // the copies would be too large.
    bool find_contexts() {
        for (unsigned i = 0; i < functions_.size(); ++i) add(i, 0);
        std::uint64_t instructions = 0;
        for (std::size_t next = 0; next < contexts_.size(); ++next) {
            const Context context = contexts_[next];
            instructions += instructions_of(*functions_[context.function]);
            if (contexts_.size() > budget::chain_copies || instructions > budget::recursive_instructions) return false;
            const Set active = context.active | bit(context.function);
            for (unsigned i = 0; i < functions_.size(); ++i)
                if ((callees_[context.function] & ~active & bit(i)) != 0) add(i, active);
        }
        return true;
    }

    void add(unsigned function, Set active) {
        const bool is_new = known_.emplace(std::pair(function, active), contexts_.size()).second;
        if (is_new) contexts_.push_back({function, active, functions_[function]});
    }

    llvm::Function* copy_of(llvm::Function& function) const {
        llvm::ValueToValueMapTy values;
        llvm::Function* copy = llvm::CloneFunction(&function, values);
        copy->setLinkage(llvm::GlobalValue::InternalLinkage);
        copy->setName(original_name(function) + folded_suffix);
        return copy;
    }

    void direct_calls(const Context& context) {
        analyses_.clear(*context.copy, context.copy->getName());
        const Set active = context.active | bit(context.function);
        for (const llvm::WeakVH& handle : calls_in(*context.copy)) {
            // The handle is null if the call was removed as unreachable code after a trap.
            auto* call = llvm::cast_or_null<llvm::CallInst>(handle);
            if (!call) continue;
            const unsigned callee = numbers_.lookup(call->getCalledFunction());
            if ((active & bit(callee)) == 0) {
                call->setCalledFunction(contexts_[known_.at({callee, active})].copy);
                continue;
            }
            llvm::IRBuilder<>(call).CreateIntrinsic(llvm::Intrinsic::trap, llvm::ArrayRef<llvm::Value*>());
            llvm::changeToUnreachable(call);
        }
    }

    std::vector<llvm::Function*> functions_;
    llvm::FunctionAnalysisManager& analyses_;
    llvm::DenseMap<const llvm::Function*, unsigned> numbers_;
    std::vector<Set> callees_;  // for each function, all functions that it may call
    std::vector<Set> others_;   // for each function, the functions that it calls directly, not through a pointer
    std::vector<Context> contexts_;
    std::map<std::pair<unsigned, Set>, std::size_t> known_;  // indices in contexts_
};

}  // namespace

bool separate_chains(const std::vector<CallCycle>& cycles, llvm::FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (const CallCycle& cycle : cycles) changed |= Chains(cycle, analyses).separate();
    return changed;
}

}  // namespace lanewise::compiler
