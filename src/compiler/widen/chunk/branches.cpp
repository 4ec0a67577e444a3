#include "compiler/widen/chunk/branches.h"

#include <llvm/IR/MDBuilder.h>

namespace lanewise::compiler {

Parts either(Chunk& chunk, llvm::Value* condition, Emit then, Emit otherwise, Odds odds) {
    llvm::IRBuilder<>& builder = chunk.builder;
    llvm::BasicBlock* then_block = chunk.new_block();
    llvm::BasicBlock* else_block = chunk.new_block();
    llvm::BasicBlock* join = chunk.new_block();
    llvm::BranchInst* branch = builder.CreateCondBr(condition, then_block, else_block);
    if (odds == Odds::likely)
        branch->setMetadata(llvm::LLVMContext::MD_prof,
                            llvm::MDBuilder(builder.getContext()).createLikelyBranchWeights());
    builder.SetInsertPoint(then_block);
    const Parts first = then();
    then_block = builder.GetInsertBlock();
    builder.CreateBr(join);
    builder.SetInsertPoint(else_block);
    const Parts second = otherwise();
    else_block = builder.GetInsertBlock();
    builder.CreateBr(join);
    builder.SetInsertPoint(join);
    Parts result;
    for (auto [a, b] : llvm::zip(first, second)) {
        llvm::PHINode* phi = builder.CreatePHI(a->getType(), 2);
        phi->addIncoming(a, then_block);
        phi->addIncoming(b, else_block);
        result.push_back(phi);
    }
    return result;
}

Parts if_any_on(Chunk& chunk, llvm::ArrayRef<llvm::Type*> types, Emit then) {
    if (chunk.masks.some_lane_on()) return then();
    return either(chunk, chunk.masks.any_lane(chunk.masks.current()), then, [&] {
        Parts zeros;
        for (llvm::Type* type : types) zeros.push_back(llvm::Constant::getNullValue(type));
        return zeros;
    });
}

}  // namespace lanewise::compiler
