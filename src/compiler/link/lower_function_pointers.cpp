#include "compiler/link/lower_function_pointers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/calls/call_attributes.h"
#include "compiler/ir/calls/function_pointers.h"
#include "compiler/ir/loop_marks.h"

namespace lanewise::compiler {
namespace {

llvm::SmallVector<llvm::CallInst*, 8> calls_of_pointers(llvm::Module& program) {
    llvm::SmallVector<llvm::CallInst*, 8> calls;
    for (llvm::Function& function : program)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                call && !llvm::isa<llvm::Function, llvm::InlineAsm>(call->getCalledOperand()))
                calls.push_back(call);
    return calls;
}

// Replaces the uses of a function's address by a number, except in direct calls of the function.
void replace_addresses(llvm::Function& function, std::uint64_t number) {
    llvm::SmallVector<llvm::CallBase*, 8> direct;
    for (llvm::User* user : function.users())
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledOperand() == &function)
            direct.push_back(call);
    auto* word = llvm::ConstantInt::get(llvm::Type::getInt64Ty(function.getContext()), number);
    function.replaceAllUsesWith(llvm::ConstantExpr::getIntToPtr(word, function.getType()));
    for (llvm::CallBase* call : direct) call->setCalledOperand(&function);
}

llvm::Constant* zero(llvm::Type* type) {
    if (llvm::isa<llvm::TargetExtType>(type)) return llvm::UndefValue::get(type);
    return llvm::Constant::getNullValue(type);
}

void replace_call(llvm::CallInst& call, const AddressedFunctions& functions) {
    llvm::BasicBlock* before = call.getParent();
    llvm::BasicBlock* after = before->splitBasicBlock(&call);
    before->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(before);
    llvm::Value* number = builder.CreatePtrToInt(call.getCalledOperand(), builder.getInt64Ty());
    llvm::SwitchInst* choice = builder.CreateSwitch(number, after);
    keep_marks_of_beginning(*before, *after);
    const bool has_result = !call.getType()->isVoidTy();
    llvm::PHINode* result = has_result ? llvm::PHINode::Create(call.getType(), 2, "", after->begin()) : nullptr;
    if (result) result->addIncoming(zero(call.getType()), before);
    const llvm::SmallVector<llvm::Value*, 8> arguments(call.args());
    for (unsigned i = 0; i < functions.size(); ++i) {
        llvm::Function* function = functions[i];
        if (function->getFunctionType() != call.getFunctionType()) continue;
        auto* block = llvm::BasicBlock::Create(call.getContext(), "call", before->getParent(), after);
        choice->addCase(builder.getInt64(i + 1), block);
        builder.SetInsertPoint(block);
        llvm::CallInst* direct = builder.CreateCall(function, arguments);
        direct->setCallingConv(function->getCallingConv());
        direct->setAttributes(call_attributes(*function));
        mark_call_of_pointer(*direct);
        builder.CreateBr(after);
        if (result) result->addIncoming(direct, block);
    }
    if (result) call.replaceAllUsesWith(result);
    call.eraseFromParent();
}

}  // namespace

void lower_function_pointers(llvm::Module& program) {
    const auto functions = take_function_pointers(program);
    if (!functions) return;
    for (unsigned i = 0; i < functions->size(); ++i) replace_addresses(*(*functions)[i], i + 1);
    for (llvm::CallInst* call : calls_of_pointers(program)) replace_call(*call, *functions);
}

}  // namespace lanewise::compiler
