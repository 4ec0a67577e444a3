#include "compiler/recursion/specialize_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <vector>

#include "compiler/limits/budget.h"
#include "compiler/recursion/deciding_arguments.h"
#include "compiler/recursion/fold_recursion.h"
#include "compiler/recursion/simplify_caller.h"

namespace lanewise::compiler {
namespace {

// Returns the constant that every call of `function` returns, or null.
llvm::Constant* returned_constant(const llvm::Function& function) {
    llvm::Constant* constant = nullptr;
    for (const llvm::BasicBlock& block : function) {
        const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
        if (!end) continue;
        auto* value = end->getReturnValue() ? llvm::dyn_cast<llvm::Constant>(end->getReturnValue()) : nullptr;
        if (!value || (constant && constant != value)) return nullptr;
        constant = value;
    }
    return constant;
}

class CallSpecializer {
public:
    CallSpecializer(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, CopyBudget& budget)
        : kernel_(kernel),
          analyses_(analyses),
          budget_(budget),
          originals_(functions_that_reach(find_call_cycles(*kernel.getParent()))),
          kept_(originals_),
          deciding_(simplified()) {}

    void run() {
        if (originals_.contains(&kernel_)) finish(kernel_);
    }

private:
    using Constants = std::vector<llvm::Constant*>;

    // Simplifies the functions in `originals_`, before they are analysed and copied. Returns `originals_`.
    const FunctionSet& simplified();
    Constants deciding_constants(const llvm::CallInst& call) const;
    llvm::Function* copy_for(const llvm::CallInst& call);
    llvm::Function& make_copy(llvm::Function& original, const Constants& constants);
    bool settle(llvm::CallInst& call);
    void simplify(llvm::Function& function);
    void finish(llvm::Function& function);

    llvm::Function& kernel_;
    llvm::FunctionAnalysisManager& analyses_;
    CopyBudget& budget_;
    const FunctionSet originals_;
    FunctionSet kept_;  // originals, and copies that may be on a cycle
    const DecidingArguments deciding_;
    std::map<std::pair<llvm::Function*, Constants>, llvm::Function*> copies_;
    FunctionSet begun_, finished_;
};

const FunctionSet& CallSpecializer::simplified() {
    for (llvm::Function& function : *kernel_.getParent()) {
        if (!originals_.contains(&function)) continue;
        allow_folding(function);
        if (&function == &kernel_) continue;
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        simplify(function);
    }
    return originals_;
}

CallSpecializer::Constants CallSpecializer::deciding_constants(const llvm::CallInst& call) const {
    Constants constants;
    for (const llvm::Argument& argument : call.getCalledFunction()->args()) {
        llvm::Value* operand = call.getArgOperand(argument.getArgNo());
        const bool decides = !argument.hasByValAttr() && deciding_.contains(argument);
        constants.push_back(decides ? llvm::dyn_cast<llvm::Constant>(operand) : nullptr);
    }
    return constants;
}

llvm::Function& CallSpecializer::make_copy(llvm::Function& original, const Constants& constants) {
    llvm::ValueToValueMapTy values;
    llvm::Function& copy = *llvm::CloneFunction(&original, values);
    copy.setName(original_name(original) + folded_suffix);
    copy.setLinkage(llvm::GlobalValue::InternalLinkage);
    for (auto [argument, constant] : llvm::zip_equal(copy.args(), constants))
        if (constant) argument.replaceAllUsesWith(constant);
    const std::uint64_t size = instructions_of(copy);
    budget_.instructions -= std::min(budget_.instructions, size);
    --budget_.copies;
    kept_.insert(&copy);
    return copy;
}

// Returns the copy of the callee that is specialized for the constants of `call` (deciding_constants). Makes this copy
// if it does not exist; returns null if the budget is used up.
llvm::Function* CallSpecializer::copy_for(const llvm::CallInst& call) {
    llvm::Function& original = *call.getCalledFunction();
    Constants constants = deciding_constants(call);
    llvm::Function*& copy = copies_[{&original, constants}];
    if (!copy && !budget_.is_used_up()) copy = &make_copy(original, constants);
    return copy;
}

// Redirects the call to the copy of the callee for the call's constants. Returns true if other
// instructions of the caller changed, too: the copy was inlined, or always returns a constant.
bool CallSpecializer::settle(llvm::CallInst& call) {
    llvm::Function* copy = copy_for(call);
    if (!copy) return false;
    call.setCalledFunction(copy);
    finish(*copy);
    if (!finished_.contains(copy)) return false;
    bool changed = false;
    if (llvm::Constant* constant = returned_constant(*copy); constant && !call.use_empty()) {
        call.replaceAllUsesWith(constant);
        changed = true;
    }
    const auto calls_nothing = [](const llvm::Instruction& instruction) { return !called_function(instruction); };
    if (instructions_of(*copy) <= budget::copied_instructions && llvm::all_of(llvm::instructions(*copy), calls_nothing))
        changed |= inline_call(call, analyses_);
    return changed;
}

void CallSpecializer::simplify(llvm::Function& function) {
    simplify_caller(function, analyses_);
    if (inline_small_callees(function, kept_, analyses_)) simplify_caller(function, analyses_);
}

// Redirects the calls of `function` in order, and simplifies `function` after each change. The result of a call may be
// an argument of the next call, or determine whether the next call is reached.
void CallSpecializer::finish(llvm::Function& function) {
    if (finished_.contains(&function) || !begun_.insert(&function).second) return;
    for (bool changed = true; changed;) {
        if (budget_.simplified == 0) return;
        budget_.simplified -= std::min(budget_.simplified, instructions_of(function));
        simplify(function);
        llvm::SmallVector<llvm::CallInst*, 8> calls;
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (llvm::Function* callee = called_function(instruction); callee && originals_.contains(callee))
                calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
        changed = llvm::any_of(calls, [this](llvm::CallInst* call) { return settle(*call); });
    }
    finished_.insert(&function);
}

}  // namespace

void specialize_calls(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, CopyBudget& budget) {
    CallSpecializer(kernel, analyses, budget).run();
}

}  // namespace lanewise::compiler
