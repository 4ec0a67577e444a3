#include "compiler/prepare/calls/share_bodies.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "compiler/simplify/values/values_to_memory.h"

namespace lanewise::compiler {
namespace {

class BodySharer {
public:
    explicit BodySharer(llvm::Function& kernel) : kernel_(kernel) {}

    void run(const KeptFunctions& functions) {
        for (llvm::Function* function : functions) take_in(*function);
        const std::vector<llvm::CallInst*> calls = calls_of_bodies();
        for (llvm::CallInst* call : calls) llvm::SplitBlock(call->getParent(), call->getNextNode());
        values_to_memory(kernel_);
        for (llvm::CallInst* call : calls) redirect(*call, bodies_[call->getCalledFunction()]);
        for (llvm::Function* function : functions) function->eraseFromParent();
    }

private:
    struct Body {
        llvm::BasicBlock* entry = nullptr;
        llvm::SmallVector<llvm::AllocaInst*, 8> arguments;
        llvm::AllocaInst* result = nullptr;  // variable that holds the result; null for void functions
        llvm::AllocaInst* call = nullptr;    // variable that holds the number of the running call
        llvm::BasicBlock* end = nullptr;     // block that branches back to the code after the running call
        llvm::SwitchInst* ways_back = nullptr;
    };

    llvm::AllocaInst* new_variable(llvm::Type* type, const llvm::Twine& name) {
        llvm::BasicBlock& entry = kernel_.getEntryBlock();
        return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, name);
    }

    void take_in(llvm::Function& function);
    void take_arguments(llvm::Function& function, Body& body);
    void end_returns(llvm::Function& function, Body& body);
    std::vector<llvm::CallInst*> calls_of_bodies() const;
    void redirect(llvm::CallInst& call, Body& body);

    llvm::Function& kernel_;
    llvm::DenseMap<const llvm::Function*, Body> bodies_;
};

// Replaces parameters by variables. For a structure passed by value, the variable is the function's own copy, and the
// caller stores the structure to this copy.
void BodySharer::take_arguments(llvm::Function& function, Body& body) {
    llvm::IRBuilder<> builder(body.entry, body.entry->getFirstInsertionPt());
    for (llvm::Argument& argument : function.args()) {
        const bool by_value = argument.hasByValAttr();
        llvm::Type* type = by_value ? argument.getParamByValType() : argument.getType();
        llvm::AllocaInst* variable = new_variable(type, function.getName() + "." + argument.getName());
        if (by_value) variable->setAlignment(std::max(variable->getAlign(), argument.getParamAlign().valueOrOne()));
        body.arguments.push_back(variable);
        argument.replaceAllUsesWith(by_value ? static_cast<llvm::Value*>(variable)
                                             : builder.CreateLoad(type, variable, argument.getName()));
    }
}

void BodySharer::end_returns(llvm::Function& function, Body& body) {
    for (llvm::BasicBlock& block : function) {
        auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
        if (!end) continue;
        llvm::IRBuilder<> builder(end);
        if (body.result) builder.CreateStore(end->getReturnValue(), body.result);
        builder.CreateBr(body.end);
        end->eraseFromParent();
    }
}

void BodySharer::take_in(llvm::Function& function) {
    Body& body = bodies_[&function];
    body.entry = &function.getEntryBlock();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(*body.entry))
        if (llvm::isa<llvm::AllocaInst>(instruction))
            instruction.moveBefore(kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    if (!function.getReturnType()->isVoidTy())
        body.result = new_variable(function.getReturnType(), function.getName() + ".result");
    body.call = new_variable(llvm::Type::getInt32Ty(kernel_.getContext()), function.getName() + ".call");
    take_arguments(function, body);
    body.end = llvm::BasicBlock::Create(kernel_.getContext(), function.getName() + ".end");
    end_returns(function, body);
    body.entry->setName(function.getName());
    kernel_.splice(kernel_.end(), &function);
    body.end->insertInto(&kernel_);
}

std::vector<llvm::CallInst*> BodySharer::calls_of_bodies() const {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            call && bodies_.contains(call->getCalledFunction()))
            calls.push_back(call);
    return calls;
}

// Splits the block at a call, and replaces the call by a jump to the body. If the call's result is used, the second
// half of the block begins with a load of the result.
void BodySharer::redirect(llvm::CallInst& call, Body& body) {
    llvm::BasicBlock* block = call.getParent();
    llvm::BasicBlock* after = llvm::SplitBlock(block, call.getNextNode());
    llvm::IRBuilder<> builder(&call);
    for (auto [variable, argument] : llvm::zip_equal(body.arguments, call.args())) {
        llvm::Type* type = variable->getAllocatedType();
        if (argument->getType() == type)
            builder.CreateStore(argument, variable);
        else
            builder.CreateMemCpy(variable, variable->getAlign(), argument, llvm::Align(1),
                                 kernel_.getDataLayout().getTypeAllocSize(type));
    }
    const unsigned number = body.ways_back ? body.ways_back->getNumCases() + 1 : 0;
    builder.CreateStore(builder.getInt32(number), body.call);
    block->getTerminator()->eraseFromParent();
    llvm::BranchInst::Create(body.entry, block);
    builder.SetInsertPoint(after, after->getFirstInsertionPt());
    if (!call.use_empty()) call.replaceAllUsesWith(builder.CreateLoad(call.getType(), body.result));
    call.eraseFromParent();
    if (body.ways_back) return body.ways_back->addCase(builder.getInt32(number), after);
    builder.SetInsertPoint(body.end);
    body.ways_back = builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), body.call), after);
}

}  // namespace

void share_bodies(llvm::Function& kernel, const KeptFunctions& functions) { BodySharer(kernel).run(functions); }

}  // namespace lanewise::compiler
