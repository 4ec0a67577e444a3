#include "compiler/simplify/loops/vectorize_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include "compiler/analysis/vectorizable_loops.h"
#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/calls/builtin_overloads.h"
#include "compiler/ir/passes/apply.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/combine/combine_instructions.h"

namespace lanewise::compiler {
namespace {

// Loop metadata: `is_wanted` marks loops to vectorize. `is_done` is LLVM's mark on loops that the vectorizer must not
// vectorize.
constexpr const char *is_wanted = "lanewise.loop.vectorize", *is_done = "llvm.loop.isvectorized";

// Attaches the names of the builtin's vector overloads to the call, so that the vectorizer can call them.
void name_overloads(llvm::CallInst& call) {
    const llvm::StringRef name = call.getCalledFunction()->getName();
    std::string mappings;
    for (const unsigned width : {4u, 8u, 16u}) {
        const auto overload = overload_of_width(name, width);
        if (!overload || !is_late_builtin(*overload)) continue;
        declare_overload(call, *overload, width);
        if (!mappings.empty()) mappings += ",";
        mappings += "_ZGV_LLVM_N" + std::to_string(width) + std::string(call.arg_size(), 'v') + "_" + name.str() + "(" +
                    *overload + ")";
    }
    if (mappings.empty()) return;
    call.addFnAttr(llvm::Attribute::get(call.getContext(), llvm::VFABI::MappingsAttrName, mappings));
    call.setMemoryEffects(llvm::MemoryEffects::none());
    call.setDoesNotThrow();
    call.addFnAttr(llvm::Attribute::WillReturn);
    // Remove the attribute NoBuiltin, since the vectorizer calls the scalar function if a call has this attribute.
    call.removeFnAttr(llvm::Attribute::NoBuiltin);
    call.getCalledFunction()->removeFnAttr(llvm::Attribute::NoBuiltin);
}

// Marks the loops to vectorize, up to a maximum number. Returns true if any loop is marked.
bool mark_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::ScalarEvolution& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    unsigned count = 0;
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
        const bool wanted = count < budget::vectorized_loops && is_vectorizable(*loop, evolution);
        llvm::addStringMetadataToLoop(loop, wanted ? is_wanted : is_done, 1);
        if (!wanted) continue;
        ++count;
        for (llvm::BasicBlock* block : loop->blocks())
            for (llvm::Instruction& instruction : *block)
                if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && calls_late_builtin(*call))
                    name_overloads(*call);
    }
    return count != 0;
}

void turn_down_unsafe(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::ScalarEvolution& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
        if (llvm::findOptionMDForLoop(loop, is_wanted) && counts_in_several_types(*loop, evolution))
            llvm::addStringMetadataToLoop(loop, is_done, 1);
}

// Brings loops into the form that the vectorizer needs: rotates them and hoists invariants.
class ReadyLoops : public llvm::PassInfoMixin<ReadyLoops> {
public:
    ReadyLoops() {
        passes_.addPass(llvm::LoopRotatePass());
        passes_.addPass(llvm::LICMPass(llvm::LICMOptions()));
    }

    llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                                llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
        return llvm::findOptionMDForLoop(&loop, is_wanted) ? passes_.run(loop, analyses, results, updater)
                                                           : llvm::PreservedAnalyses::all();
    }

private:
    llvm::LoopPassManager passes_;
};

// Simplifies the vectorized code. For example, a loop need not test whether any lane is active if the same test
// precedes the loop.
void simplify(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(CombineInstructions());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    apply(function, analyses, std::move(passes));
}

}  // namespace

llvm::PreservedAnalyses VectorizeLoops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!budget::has_few_loops(function, analyses, budget::analysed_loops)) return llvm::PreservedAnalyses::all();
    const auto loops = analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder();
    if (llvm::none_of(loops, [](const llvm::Loop* loop) { return looks_vectorizable(*loop); }))
        return llvm::PreservedAnalyses::all();
    simplify(function, analyses);
    if (!mark_loops(function, analyses)) return llvm::PreservedAnalyses::none();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(ReadyLoops(), /*UseMemorySSA=*/true));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(CombineInstructions());
    apply(function, analyses, std::move(passes));
    turn_down_unsafe(function, analyses);
    llvm::FunctionPassManager vectorizer;
    vectorizer.addPass(llvm::LoopVectorizePass());
    apply(function, analyses, std::move(vectorizer));
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
