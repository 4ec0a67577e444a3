#include "compiler/link/mark_blocks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/blocks.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

constexpr llvm::StringLiteral marker_function = "_Z14enqueue_marker";

// Number of the operand whose highest bit requests exact error codes. In calls of `__enqueue_kernel_*`, this operand is
// the flags; in calls of `enqueue_marker`, it is the number of events.
constexpr unsigned told_operand = 1;

void ask_why(llvm::Function& enqueue) {
    for (llvm::User* user : enqueue.users()) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledFunction() != &enqueue) continue;
        llvm::IRBuilder<> builder(call);
        call->setArgOperand(told_operand, builder.CreateOr(call->getArgOperand(told_operand), abi::enqueue_tells_why));
    }
}

void mark(llvm::Function& kernel, const BlockOptions& options) {
    kernel.addFnAttr(block_attribute);
    // The runtime passes its own copy of the block literal to the kernel, and no other pointer to this copy exists.
    kernel.addParamAttr(0, llvm::Attribute::NoAlias);
    kernel.addParamAttr(0, llvm::Attribute::ReadOnly);
    if (options.uniform_groups) kernel.addFnAttr("uniform-work-group-size", "true");
}

bool is_block_function(const llvm::Function& function) {
    return function.hasLocalLinkage() && function.getName().contains("_block_invoke");
}

void forget_addresses(llvm::Function& function) {
    llvm::SmallVector<llvm::Use*, 8> addresses;
    for (llvm::Use& use : function.uses()) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
        if (!call || !call->isCallee(&use)) addresses.push_back(&use);
    }
    for (llvm::Use* use : addresses) {
        llvm::User* user = use->getUser();
        auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(user);
        if (cast && cast->isCast()) {
            cast->replaceAllUsesWith(llvm::Constant::getNullValue(cast->getType()));
        } else if (!llvm::isa<llvm::Constant>(user)) {
            use->set(llvm::Constant::getNullValue(function.getType()));
        }
    }
}

}  // namespace

void mark_blocks(llvm::Module& module, const BlockOptions& options) {
    for (llvm::Function& function : module) {
        if (!block_kernel_operand(function.getName())) continue;
        for (llvm::User* user : function.users())
            if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user))
                if (llvm::Function* kernel = block_kernel_of(*call)) mark(*kernel, options);
    }
    if (options.tell_why)
        for (llvm::Function& function : module)
            if (function.getName().starts_with("__enqueue_kernel_") || function.getName().starts_with(marker_function))
                ask_why(function);
    for (llvm::Function& function : module)
        if (is_block_function(function)) forget_addresses(function);
}

}  // namespace lanewise::compiler
