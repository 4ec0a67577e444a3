#include "compiler/prepare/calls/inline_all.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"
#include "compiler/prepare/calls/share_bodies.h"
#include "compiler/simplify/combine/combine_instructions.h"
#include "compiler/simplify/values/promote_variables.h"

namespace lanewise::compiler {
namespace {

// Finds the functions that call a convergent operation, directly or through other functions.
KeptFunctions find_convergent_functions(llvm::Module& module) {
    KeptFunctions found;
    for (llvm::Function& function : module)
        if (function.getName().starts_with("ocl.") && function.isConvergent()) found.insert(&function);
    for (std::size_t next = 0; next < found.size(); ++next)
        for (const llvm::User* user : found[next]->users())
            if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
                found.insert(const_cast<llvm::Function*>(call->getFunction()));
    return found;
}

// Sets the attribute `convergent` exactly on the functions in `convergent`. Clang sets this attribute on every function
// of a program, and on no function of the library. The functions in `convergent` keep the attribute until all calls are
// inlined. Without the attribute, a pass could copy a call to both sides of a branch at which work-items diverge.
void mark_convergent_functions(llvm::Module& module, const KeptFunctions& convergent) {
    for (llvm::Function& function : module) {
        if (!convergent.contains(&function))
            function.removeFnAttr(llvm::Attribute::Convergent);
        else if (!function.isDeclaration())
            function.addFnAttr(llvm::Attribute::Convergent);
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                if (llvm::Function* callee = call->getCalledFunction(); callee && !convergent.contains(callee))
                    call->removeFnAttr(llvm::Attribute::Convergent);
    }
}

// Copies structures passed by value to private memory of each work-item, since all work-items share the argument block.
// SROA removes each copy that is only read.
void copy_structure_arguments(llvm::Function& kernel) {
    llvm::IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
    const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
    for (llvm::Argument& argument : kernel.args()) {
        if (!argument.hasByValAttr()) continue;
        llvm::Type* type = argument.getParamByValType();
        const llvm::Align alignment = argument.getParamAlign().valueOrOne();
        llvm::AllocaInst* copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".copy");
        copy->setAlignment(alignment);
        argument.replaceAllUsesWith(copy);
        builder.CreateMemCpy(copy, alignment, &argument, alignment, layout.getTypeAllocSize(type));
        argument.addAttr(llvm::Attribute::ReadOnly);
        argument.addAttr(llvm::Attribute::NoAlias);
    }
}

// Simplifies functions before inlining, since simplifying every inlined copy would take more time.
void simplify_functions(llvm::Module& module, llvm::FunctionAnalysisManager& analyses) {
    llvm::FunctionPassManager passes;
    passes.addPass(PromoteVariables());
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/false));
    passes.addPass(CombineInstructions());
    passes.addPass(llvm::SimplifyCFGPass());
    for (llvm::Function& function : module) {
        if (function.isDeclaration() || is_kernel(function)) continue;
        passes.run(function, analyses);
        analyses.clear(function, function.getName());
    }
}

void exempt_from_inlining(const KeptFunctions& functions) {
    for (llvm::Function* function : functions) {
        function->removeFnAttr(llvm::Attribute::AlwaysInline);
        function->addFnAttr(llvm::Attribute::NoInline);
    }
}

// Removes the attribute `noinline` from calls, so that LLVM inlines them. `[[clang::noinline]]` is an attribute of a
// call, and in unoptimized SPIR-V, calls also have the attributes of their functions.
void allow_inlining_of_calls(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) call->removeFnAttr(llvm::Attribute::NoInline);
}

// Treats the functions that were not inlined: moves convergent functions into the kernel (share_bodies.h), and marks
// all other functions as called functions (ir/calls/called_functions.h).
void keep_what_is_left(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    KeptFunctions shared;
    bool any = false;
    for (llvm::Function& function : *kernel.getParent()) {
        if (function.isDeclaration() || !function.hasFnAttribute(llvm::Attribute::NoInline)) continue;
        any = true;
        analyses.clear(function, function.getName());
        if (function.isConvergent())
            shared.insert(&function);
        else
            function.addFnAttr(fact::called);
    }
    if (!shared.empty()) share_bodies(kernel, shared);
    if (any) kernel.addFnAttr(fact::shared_bodies);
}

}  // namespace

void make_inlinable(llvm::Function& function) {
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr("denormal-fp-math");
    function.removeFnAttr("denormal-fp-math-f32");
    if (is_kernel(function)) return;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
}

llvm::PreservedAnalyses InlineAll::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        make_inlinable(function);
        allow_inlining_of_calls(function);
        if (is_kernel(function)) copy_structure_arguments(function);
    }
    const KeptFunctions convergent = find_convergent_functions(module);
    mark_convergent_functions(module, convergent);
    llvm::Function* kernel = find_kernel(module);
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    if (kernel && inlined_size(*kernel) > budget::simplified_first) simplify_functions(module, functions);
    if (kernel) exempt_from_inlining(choose_kept_functions(*kernel, convergent, calls_));
    llvm::AlwaysInlinerPass().run(module, analyses);
    llvm::GlobalDCEPass().run(module, analyses);
    if (kernel) keep_what_is_left(*kernel, functions);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
