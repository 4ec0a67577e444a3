#include "compiler/widen/widen.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cassert>
#include <vector>

#include "compiler/analysis/invariants.h"
#include "compiler/ir/facts.h"
#include "compiler/target/target_features.h"
#include "compiler/widen/chunk_writer.h"

namespace lanewise::compiler {
namespace {

// Removes the branches on `ocl.never`, which is now the constant false, and the blocks that only these branches reach.
// Later analyses of the control flow thus do not see these blocks.
void drop_ways_nobody_takes(llvm::Function& chunk) {
    if (!chunk.hasFnAttribute(fact::uses_sub_groups)) return;
    for (llvm::BasicBlock& block : chunk) llvm::ConstantFoldTerminator(&block);
    llvm::EliminateUnreachableBlocks(chunk);
}

}  // namespace

WidenResult widen(llvm::Function& kernel, const WidenOptions& options) {
    assert(is_linearized(kernel));
    const RowSharing one_row;
    const KernelAnalyses analyses(kernel, options.lanes, one_row);
    WidenResult result;
    ChunkWriter full(kernel, analyses, options, ChunkForm::full);
    result.full = full.run();
    result.reason = full.reason();
    if (!result.full) return result;
    ChunkWriter tail(kernel, analyses, options, ChunkForm::tail);
    result.tail = tail.run();
    result.reason = tail.reason();
    if (result.tail) {
        drop_ways_nobody_takes(*result.full);
        drop_ways_nobody_takes(*result.tail);
        return result;
    }
    result.full->eraseFromParent();
    result.full = nullptr;
    return result;
}

llvm::Function* widen_rows(llvm::Function& kernel, const WidenOptions& options) {
    assert(is_linearized(kernel));
    const RowSharing sharing(kernel);
    if (!sharing.shares_flow()) return nullptr;
    const KernelAnalyses analyses(kernel, options.lanes, sharing);
    return ChunkWriter(kernel, analyses, options, ChunkForm::full).run();
}

llvm::PreservedAnalyses Widen::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<llvm::Function*> kernels;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
            kernels.push_back(&function);
    for (llvm::Function* kernel : kernels) {
        WidenOptions options;
        options.lanes = static_cast<unsigned>(kernel->getFnAttributeAsParsedInteger("lanewise-lanes", 16));
        options.isa = VectorIsa::of_features(kernel->getFnAttribute("target-features").getValueAsString());
        const WidenResult result = widen(*kernel, options);
        options.rows = static_cast<unsigned>(number_fact(*kernel, fact::rows, 1));
        if (options.rows > 1) widen_rows(*kernel, options);
        if (result.full)
            kernel->eraseFromParent();
        else
            kernel->addFnAttr("lanewise-scalar", result.reason);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
