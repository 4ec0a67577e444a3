#include "compiler/prepare/relaxed_builtins.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <string>

namespace lanewise::compiler {
namespace {

constexpr llvm::StringLiteral native_names[] = {"cos", "exp", "exp10", "exp2", "log", "log10", "log2", "powr", "sin"};
// Functions that have no native_ form, but have a relaxed form in the builtin library (builtins/math).
constexpr llvm::StringLiteral own_names[] = {"acos",   "acosh", "acospi", "asin", "asinh",
                                             "asinpi", "atan",  "atanpi", "erf",  "sinh"};

// Returns the name of the relaxed function; empty if there is none. For example, returns _Z11native_log2Dv4_f for
// _Z4log2Dv4_f.
std::string relaxed_name(llvm::StringRef mangled) {
    std::size_t length = 0;
    if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return {};
    const llvm::StringRef name = mangled.take_front(length);
    if (!llvm::is_contained(native_names, name) && !llvm::is_contained(own_names, name)) return {};
    const std::string other = (llvm::is_contained(native_names, name) ? "native_" : "__lw_relaxed_") + name.str();
    return "_Z" + std::to_string(other.size()) + other + mangled.drop_front(length).str();
}

llvm::Function& declaration(llvm::Function& like, const std::string& name) {
    llvm::Module& module = *like.getParent();
    if (llvm::Function* known = module.getFunction(name)) return *known;
    llvm::Function* created =
        llvm::Function::Create(like.getFunctionType(), llvm::GlobalValue::ExternalLinkage, name, module);
    created->copyAttributesFrom(&like);
    return *created;
}

bool relax(llvm::CallInst& call) {
    llvm::Function* callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !call.getType()->getScalarType()->isFloatTy()) return false;
    if (!llvm::cast<llvm::FPMathOperator>(call).hasApproxFunc()) return false;
    const std::string name = relaxed_name(callee->getName());
    if (name.empty()) return false;
    call.setCalledFunction(&declaration(*callee, name));
    return true;
}

}  // namespace

llvm::PreservedAnalyses RelaxedBuiltins::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) changed |= relax(*call);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
