#include "compiler/passes/widen.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "compiler/passes/widener.h"

namespace lanewise::compiler {

VectorIsa VectorIsa::of_features(llvm::StringRef features) {
    llvm::SmallVector<llvm::StringRef, 64> names;
    features.split(names, ',', -1, false);
    const auto has = [&](llvm::StringRef name) { return llvm::is_contained(names, name); };
    VectorIsa isa;
    isa.masked_memory = has("+avx2") || has("+avx512f");
    isa.masked_small_memory = has("+avx512bw") && has("+avx512vl");
    isa.gather = has("+avx512f");
    isa.scatter = has("+avx512f");
    return isa;
}

WidenResult widen(llvm::Function& kernel, const WidenOptions& options) {
    const PrivateLayouts layouts(kernel);
    const ShapeInfo shapes(kernel, options.lanes, layouts);
    WidenResult result;
    Widener full(kernel, shapes, layouts, options, ChunkForm::full);
    result.full = full.run();
    result.reason = full.reason();
    if (!result.full) return result;
    Widener tail(kernel, shapes, layouts, options, ChunkForm::tail);
    result.tail = tail.run();
    result.reason = tail.reason();
    if (result.tail) return result;
    result.full->eraseFromParent();
    result.full = nullptr;
    return result;
}

llvm::PreservedAnalyses Widen::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<llvm::Function*> kernels;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() &&
            function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
            kernels.push_back(&function);
    for (llvm::Function* kernel : kernels) {
        WidenOptions options;
        options.lanes = static_cast<unsigned>(kernel->getFnAttributeAsParsedInteger("lanewise-lanes", 16));
        options.isa = VectorIsa::of_features(kernel->getFnAttribute("target-features").getValueAsString());
        const WidenResult result = widen(*kernel, options);
        if (result.full)
            kernel->eraseFromParent();
        else
            kernel->addFnAttr("lanewise-scalar", result.reason);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
