// Imports of LLVM's intrinsics, which producers that run LLVM's optimizer leave in modules.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <string>

#include "builtins/builtin_library.h"
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/imported/imported.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;

// Intrinsics that kernels may call although they access memory or have another side effect.
constexpr llvm::Intrinsic::ID of_memory[] = {
    llvm::Intrinsic::memcpy,         llvm::Intrinsic::memmove,         llvm::Intrinsic::memset,
    llvm::Intrinsic::masked_load,    llvm::Intrinsic::masked_store,    llvm::Intrinsic::masked_gather,
    llvm::Intrinsic::masked_scatter, llvm::Intrinsic::lifetime_start,  llvm::Intrinsic::lifetime_end,
    llvm::Intrinsic::assume,         llvm::Intrinsic::prefetch,        llvm::Intrinsic::sideeffect,
    llvm::Intrinsic::donothing,      llvm::Intrinsic::invariant_start, llvm::Intrinsic::invariant_end,
};

// Prefixes of intrinsics that are refused, since no instruction of a kernel can replace them.
constexpr std::string_view refused_prefixes[] = {"llvm.vp.",  "llvm.experimental.", "llvm.coro.",   "llvm.vscale",
                                                 "llvm.eh.",  "llvm.gc.",           "llvm.va_",     "llvm.get.active.",
                                                 "llvm.dbg.", "llvm.ssa.",          "llvm.matrix.", "llvm.sponentry"};

// Mathematical intrinsics that become calls of builtins, which the vectorizer knows: llvm.sin.f32 becomes sin().
constexpr std::string_view builtin_names[] = {"sin",  "cos",   "tan",  "asin",  "acos", "atan",  "atan2",
                                              "sinh", "cosh",  "tanh", "exp",   "exp2", "exp10", "log",
                                              "log2", "log10", "pow",  "ldexp", "powi"};

// Calls the OpenCL C builtin that computes the same function as a mathematical intrinsic. Returns null for all other
// intrinsics, and for types for which OpenCL C has no builtin.
llvm::Value* call_math(Body& body, llvm::Type* result, std::string_view name, llvm::ArrayRef<llvm::Value*> arguments) {
    name.remove_prefix(std::string_view("llvm.").size());
    std::string_view function = name.substr(0, name.find('.'));
    if (std::ranges::find(builtin_names, function) == std::end(builtin_names)) return nullptr;
    if (function == "powi") function = "pown";
    llvm::SmallVector<Parameter, 2> parameters;
    for (llvm::Value* argument : arguments) parameters.push_back(number(argument->getType(), Sign::is_signed));
    if (!builtins::find(mangle(function, parameters))) return nullptr;
    return call_builtin(body, function, result, parameters, arguments);
}

bool has_plain_types(const llvm::FunctionType& type) {
    const auto is_plain = [](const llvm::Type* part) {
        return !part->isMetadataTy() && !part->isTokenTy() && !part->isLabelTy();
    };
    return is_plain(type.getReturnType()) && std::ranges::all_of(type.params(), is_plain);
}

bool is_allowed(llvm::Intrinsic::ID id, llvm::StringRef name, llvm::Module& module, llvm::FunctionType* type) {
    if (std::ranges::find(of_memory, id) != std::end(of_memory)) return true;
    for (const std::string_view prefix : refused_prefixes)
        if (name.starts_with(llvm::StringRef(prefix.data(), prefix.size()))) return false;
    return llvm::Intrinsic::getFnAttributes(module.getContext(), id).getMemoryEffects().doesNotAccessMemory() &&
           has_plain_types(*type);
}

// Ends the launch; the rest of the block is never reached. llvm.debugtrap ends the launch, too, since without a
// debugger it would kill the process.
llvm::Value* trap(Body& body) {
    body.builder.CreateIntrinsic(llvm::Intrinsic::trap, llvm::ArrayRef<llvm::Value*>());
    body.builder.CreateUnreachable();
    body.builder.SetInsertPoint(llvm::BasicBlock::Create(body.all.context, "", &body.function()));
    return nullptr;
}

bool is_trap(llvm::Intrinsic::ID id) {
    return id == llvm::Intrinsic::trap || id == llvm::Intrinsic::ubsantrap || id == llvm::Intrinsic::debugtrap;
}

}  // namespace

llvm::Value* call_intrinsic(Body& body, const Instruction& call, std::string_view text) {
    const llvm::StringRef name(text.data(), text.size());
    const Translation& all = body.all;
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
    all.require(id != llvm::Intrinsic::not_intrinsic, call, "LLVM has no function " + name.str());
    all.require(!llvm::Intrinsic::isTargetIntrinsic(id), call, name.str() + " is a function of another device");
    llvm::SmallVector<llvm::Value*, 4> arguments;
    llvm::SmallVector<llvm::Type*, 4> types;
    for (std::size_t i = 1; i < call.operands.size(); ++i) {
        arguments.push_back(body.operand(call, i));
        types.push_back(arguments.back()->getType());
    }
    auto* type = llvm::FunctionType::get(body.result_type(call), types, false);
    llvm::SmallVector<llvm::Type*, 4> overloads;
    all.require(llvm::Intrinsic::getIntrinsicSignature(id, type, overloads), call,
                "the operands do not fit " + name.str());
    if (is_trap(id)) return trap(body);
    all.require(is_allowed(id, name, body.all.module, type), call, "kernels cannot call " + name.str());
    if (llvm::Value* value = call_math(body, type->getReturnType(), text, arguments)) return value;
    llvm::Function* function = llvm::Intrinsic::getOrInsertDeclaration(&body.all.module, id, overloads);
    all.require(function->getFunctionType() == type, call, "the operands do not fit " + name.str());
    return body.builder.CreateCall(function, arguments);
}

}  // namespace lanewise::compiler::il
