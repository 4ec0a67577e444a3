#include "compiler/ir/passes/pass_observer.h"

#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {
namespace {

PassUnit unit_of(const llvm::Any& ir) {
    if (const auto* module = llvm::any_cast<const llvm::Module*>(&ir)) return {*module, nullptr};
    const llvm::Function* function = nullptr;
    if (const auto* found = llvm::any_cast<const llvm::Function*>(&ir)) function = *found;
    if (const auto* loop = llvm::any_cast<const llvm::Loop*>(&ir)) function = (*loop)->getHeader()->getParent();
    if (const auto* calls = llvm::any_cast<const llvm::LazyCallGraph::SCC*>(&ir))
        function = &(*calls)->begin()->getFunction();
    if (!function) return {};
    return {function->getParent(), function};
}

bool is_pass(llvm::StringRef name) {
    return !llvm::isSpecialPass(name, {"PassManager", "PassAdaptor", "AnalysisManagerProxy", "VerifierPass"});
}

// Returns the name of a pass in textual pipelines, or the name of its class if the pass has no such name.
llvm::StringRef shown_name(llvm::PassInstrumentationCallbacks& callbacks, llvm::StringRef class_name) {
    const llvm::StringRef known = callbacks.getPassNameForClassName(class_name);
    return known.empty() ? class_name : known;
}

}  // namespace

void obey(llvm::PassInstrumentationCallbacks& callbacks, PassFilter& filter) {
    callbacks.registerShouldRunOptionalPassCallback([&callbacks, &filter](llvm::StringRef name, const llvm::Any&) {
        return !is_pass(name) || filter.runs(shown_name(callbacks, name));
    });
}

void observe(llvm::PassInstrumentationCallbacks& callbacks, PassObserver& observer) {
    const auto shown = [&callbacks](llvm::StringRef name) { return shown_name(callbacks, name); };
    callbacks.registerBeforeNonSkippedPassCallback([=, &observer](llvm::StringRef name, const llvm::Any& ir) {
        if (is_pass(name)) observer.begin_pass(shown(name), unit_of(ir));
    });
    callbacks.registerAfterPassCallback(
        [=, &observer](llvm::StringRef name, const llvm::Any& ir, const llvm::PreservedAnalyses&) {
            if (is_pass(name)) observer.end_pass(shown(name), unit_of(ir));
        });
    callbacks.registerAfterPassInvalidatedCallback(
        [=, &observer](llvm::StringRef name, const llvm::PreservedAnalyses&) {
            if (is_pass(name)) observer.end_pass(shown(name), {});
        });
}

}  // namespace lanewise::compiler
