#include "compiler/link/join_constructors.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <tuple>

#include "lanewise/constructors.h"

namespace lanewise::compiler {
namespace {

struct Initializer {
    std::uint64_t priority;
    std::size_t place;  // index in llvm.global_ctors
    llvm::Function* function;
};

// Removes the module's list of initializers (llvm.global_ctors), and returns the initializers in the order in which
// they must run.
llvm::SmallVector<Initializer, 4> take_initializers(llvm::Module& program) {
    llvm::SmallVector<Initializer, 4> initializers;
    llvm::GlobalVariable* list = program.getNamedGlobal("llvm.global_ctors");
    if (!list || !list->hasInitializer() || !list->use_empty()) return initializers;
    for (const llvm::Use& entry : list->getInitializer()->operands()) {
        const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(entry.get());
        if (!fields || fields->getNumOperands() < 2) continue;
        const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(fields->getOperand(0));
        auto* function = llvm::dyn_cast<llvm::Function>(fields->getOperand(1)->stripPointerCasts());
        const bool is_callable = function && !function->isDeclaration() && function->arg_empty();
        if (priority && is_callable) initializers.push_back({priority->getZExtValue(), initializers.size(), function});
    }
    list->eraseFromParent();
    llvm::sort(initializers, [](const Initializer& a, const Initializer& b) {
        return std::tie(a.priority, a.place) < std::tie(b.priority, b.place);
    });
    return initializers;
}

// Removes the calls that register destructors.
void drop_registrations(llvm::Module& program) {
    if (llvm::Function* registration = program.getFunction("__cxa_atexit");
        registration && registration->isDeclaration()) {
        for (llvm::User* user : llvm::make_early_inc_range(registration->users())) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(user);
            if (!call || call->getCalledOperand() != registration) continue;
            if (!call->use_empty()) call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
            call->eraseFromParent();
        }
        if (registration->use_empty()) registration->eraseFromParent();
    }
    if (llvm::GlobalVariable* handle = program.getNamedGlobal("__dso_handle"); handle && handle->use_empty())
        handle->eraseFromParent();
}

void make_plain_function(llvm::Function& function) {
    function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

}  // namespace

void join_constructors(llvm::Module& program) {
    drop_registrations(program);
    const auto initializers = take_initializers(program);
    if (initializers.empty()) return;
    llvm::LLVMContext& context = program.getContext();
    const llvm::Function& first = *initializers.front().function;
    llvm::Function* kernel =
        llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                               llvm::GlobalValue::ExternalLinkage, llvm::StringRef(constructor_kernel), program);
    kernel->copyAttributesFrom(&first);
    kernel->copyMetadata(&first, 0);
    kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    auto* one = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1));
    kernel->setMetadata("reqd_work_group_size", llvm::MDNode::get(context, {one, one, one}));
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", kernel));
    for (const Initializer& initializer : initializers) {
        make_plain_function(*initializer.function);
        builder.CreateCall(initializer.function)->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    }
    builder.CreateRetVoid();
    for (const Initializer& initializer : initializers) initializer.function->clearMetadata();
}

}  // namespace lanewise::compiler
