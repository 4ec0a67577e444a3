#include "compiler/machine/own_stack.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/abi_access.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

static_assert(sizeof(abi::Worker) <= abi::block_alignment);

llvm::Value* emit_stack_top(llvm::IRBuilderBase& builder, llvm::Value* worker) {
    llvm::Value* context = load_pointer(builder, worker, offsetof(abi::Worker, context), "context");
    llvm::Value* bytes =
        load_invariant(builder, worker, offsetof(abi::Worker, context_bytes), builder.getInt64Ty(), "context_bytes");
    llvm::Value* whole_units = builder.CreateAnd(bytes, builder.getInt64(~(std::uint64_t{abi::block_alignment} - 1)));
    return builder.CreateInBoundsPtrAdd(context, builder.CreateSub(whole_units, builder.getInt64(abi::block_alignment)),
                                        "top");
}

}  // namespace

llvm::Function& give_own_stack(llvm::Function& entry) {
    llvm::Module& module = *entry.getParent();
    const std::string name = entry.getName().str();
    entry.setName(name + ".body");
    llvm::Function* outer = llvm::Function::Create(entry.getFunctionType(), entry.getLinkage(), name, module);
    outer->copyAttributesFrom(&entry);
    outer->addFnAttr("frame-pointer", "all");  // frame pointer needed: llvm.stackrestore changes the stack pointer
    entry.setLinkage(llvm::GlobalValue::InternalLinkage);
    entry.addFnAttr(llvm::Attribute::NoInline);

    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", outer));
    llvm::SmallVector<llvm::Value*, 5> arguments(llvm::make_pointer_range(outer->args()));
    llvm::Value* worker = arguments[1];
    arguments[1] = emit_stack_top(builder, worker);
    const llvm::Align alignment(abi::block_alignment);
    builder.CreateMemCpyInline(arguments[1], alignment, worker, llvm::Align(8), builder.getInt64(sizeof(abi::Worker)));
    llvm::Value* old = builder.CreateStackSave();
    builder.CreateStackRestore(arguments[1]);
    builder.CreateCall(&entry, arguments);
    builder.CreateStackRestore(old);
    builder.CreateRetVoid();
    return *outer;
}

}  // namespace lanewise::compiler
