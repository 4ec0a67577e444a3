#include "compiler/vectorize.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/analysis/plan.h"
#include "compiler/passes/delay_exits.h"
#include "compiler/passes/fast_paths.h"
#include "compiler/passes/linearize.h"
#include "compiler/passes/normalize_flow.h"
#include "compiler/passes/operations.h"
#include "compiler/passes/widen.h"

namespace lanewise::compiler {
namespace {

void run_passes(llvm::Function& function, AnalysisManagers& analyses, llvm::FunctionPassManager passes) {
    analyses.functions().invalidate(function, passes.run(function, analyses.functions()));
}

// One lane: the kernel itself is the chunk function.
std::string make_scalar_chunk(llvm::Function& kernel, const std::string& reason) {
    kernel.setName(kernel.getName() + ".full");
    return "scalar (" + reason + ")";
}

// A mistake of ours must cost speed, never the user's program.
bool is_sound(const WidenResult& chunks) {
    return !llvm::verifyFunction(*chunks.full) && !llvm::verifyFunction(*chunks.tail);
}

// Tries on a copy, so that the kernel is as it was when that fails; returns why it did. `lanes` is the plan's and
// becomes what was made of it.
std::string make_vector_chunks(llvm::Function& kernel, AnalysisManagers& analyses,
                               const CodeOptions& options, unsigned& lanes) {
    llvm::ValueToValueMapTy values;
    llvm::Function* copy = llvm::CloneFunction(&kernel, values);
    const std::string name = kernel.getName().str();
    kernel.setName(name + ".scalar");
    copy->setName(name);
    llvm::FunctionPassManager passes;
    passes.addPass(DelayExits());
    passes.addPass(FastPaths());
    passes.addPass(Linearize());
    run_passes(*copy, analyses, std::move(passes));
    if (options.vector_width == 0) lanes = widest_fit(*copy, options.target, lanes);
    WidenOptions widening;
    widening.lanes = lanes;
    widening.isa = VectorIsa::of_features(options.target.features);
    WidenResult result;
    if (options.vector_width == 0) result.reason = reason_for_scalar(*copy, lanes);
    if (result.reason.empty()) result = widen(*copy, widening);
    if (result.full && !is_sound(result)) {
        result.full->eraseFromParent();
        result.tail->eraseFromParent();
        result = {nullptr, nullptr, "widened to invalid IR"};
    }
    analyses.functions().clear(*copy, copy->getName());
    copy->eraseFromParent();
    if (!result.full) {
        kernel.setName(name);
        return result.reason;
    }
    set_number_fact(*result.full, fact::lanes, lanes);
    set_number_fact(*result.tail, fact::lanes, lanes);
    analyses.functions().clear(kernel, kernel.getName());
    kernel.eraseFromParent();
    return {};
}

}  // namespace

std::string make_chunks(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options,
                        bool optimize) {
    llvm::FunctionPassManager passes;
    passes.addPass(NormalizeFlow());
    run_passes(kernel, analyses, std::move(passes));
    if (!optimize && options.vector_width == 0) return make_scalar_chunk(kernel, "optimization is off");
    Plan plan = choose_plan(kernel, options.target, options.vector_width);
    if (plan.lanes == 1) return make_scalar_chunk(kernel, plan.reason);
    const std::string reason = make_vector_chunks(kernel, analyses, options, plan.lanes);
    if (!reason.empty()) return make_scalar_chunk(kernel, reason);
    return std::to_string(plan.lanes) + " lanes";
}

}  // namespace lanewise::compiler
