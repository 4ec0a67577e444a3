#include "compiler/recursion/inline_level.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <vector>

#include "compiler/ir/passes/apply.h"
#include "compiler/limits/recursion_budget.h"
#include "compiler/recursion/simplify_caller.h"

namespace lanewise::compiler {
namespace {

using Calls = llvm::SmallVector<llvm::CallInst*, 8>;

Calls calls_into(const FunctionSet& functions, llvm::Function& kernel) {
    Calls calls;
    for (llvm::Instruction& instruction : llvm::instructions(kernel))
        if (llvm::Function* callee = called_function(instruction); callee && functions.contains(callee))
            calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    return calls;
}

// True for operations whose result is unknown at compile time if any operand is unknown: sums, products and
// conversions.
bool stays_unknown(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
        case llvm::Instruction::SDiv:
        case llvm::Instruction::UDiv:
        case llvm::Instruction::FAdd:
        case llvm::Instruction::FSub:
        case llvm::Instruction::FMul:
        case llvm::Instruction::FDiv:
        case llvm::Instruction::SExt:
        case llvm::Instruction::Trunc:
        case llvm::Instruction::SIToFP:
        case llvm::Instruction::FPToSI: return true;
        default: return false;
    }
}

bool is_private(const llvm::Value& pointer) { return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&pointer)); }

// True if inlining may reveal that `operand` is partly constant, or points to partly constant memory.
bool may_be_known(const llvm::Value& operand) {
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    llvm::SmallVector<const llvm::Value*, 16> pending{&operand};
    while (!pending.empty()) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(pending.pop_back_val());
        if (!instruction || !seen.insert(instruction).second) continue;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
            if (is_private(*load->getPointerOperand())) return true;
        } else if (instruction->getType()->isPointerTy()) {
            if (is_private(*instruction) || llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction)) return true;
        } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
            if (llvm::isa<llvm::IntrinsicInst>(call) || called_function(*call)) return true;
        } else if (stays_unknown(*instruction)) {
            pending.append(instruction->op_begin(), instruction->op_end());
        } else {
            return true;
        }
    }
    return false;
}

bool hands_on_constants(const llvm::CallInst& call) {
    return llvm::any_of(call.args(), [](const llvm::Use& operand) { return may_be_known(*operand); });
}

// True if inlining may reveal constants: callees outside of cycles may contain constants, and callees on cycles may
// receive constants as arguments.
bool may_help(const Calls& calls, const FunctionSet& functions, const FunctionSet& on_cycles) {
    const auto helps = [&](const llvm::CallInst* call) {
        return !on_cycles.contains(call->getCalledFunction()) || hands_on_constants(*call);
    };
    return llvm::any_of(calls, helps) || llvm::any_of(on_cycles, [&](llvm::Function* function) {
               return llvm::any_of(calls_into(functions, *function), helps);
           });
}

// Unrolls the loops around `calls`, inner loops first. The calls of different iterations can then have different
// constant arguments.
bool unroll_around(const Calls& calls, llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    analyses.clear(kernel, kernel.getName());
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    apply(kernel, analyses, std::move(passes));
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel);
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(kernel);
    auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(kernel);
    auto& costs = analyses.getResult<llvm::TargetIRAnalysis>(kernel);
    auto& remarks = analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(kernel);
    std::vector<llvm::Loop*> around;
    const auto all = loops.getLoopsInPreorder();
    for (llvm::Loop* loop : llvm::reverse(all))
        if (llvm::any_of(calls, [loop](const llvm::CallInst* call) { return loop->contains(call); }))
            around.push_back(loop);
    bool changed = false;
    for (llvm::Loop* loop : around) {
        const unsigned trips = evolution.getSmallConstantTripCount(loop);
        if (trips < 2 || trips > budget::recursive_iterations ||
            instructions_of(kernel) * trips > budget::recursive_kernel)
            continue;
        llvm::UnrollLoopOptions options{};
        options.Count = trips;
        options.Force = true;
        options.ForgetAllSCEV = true;
        changed |= llvm::UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &costs, &remarks,
                                    /*PreserveLCSSA=*/true) != llvm::LoopUnrollResult::Unmodified;
    }
    analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
    if (changed) simplify_caller(kernel, analyses);
    return changed;
}

}  // namespace

bool inline_level(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    const std::vector<CallCycle> cycles = find_call_cycles(*kernel.getParent());
    const FunctionSet functions = functions_that_reach(cycles), on_cycles = functions_of(cycles);
    const Calls calls = calls_into(functions, kernel);
    if (!may_help(calls, functions, on_cycles)) return false;
    if (unroll_around(calls, kernel, analyses)) return true;
    std::uint64_t size = instructions_of(kernel);
    llvm::SmallVector<llvm::WeakVH, 8> inlined;
    for (llvm::CallInst* call : calls_into(functions, kernel)) {
        size += instructions_of(*call->getCalledFunction());
        if (size <= budget::recursive_kernel) inlined.emplace_back(call);
    }
    return inline_calls(inlined, analyses);
}

}  // namespace lanewise::compiler
