#include "compiler/prepare/ids/flatten_groups.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// Computes the ids of one work-item once, at the start of the kernel.
class FlatIds {
public:
    explicit FlatIds(llvm::Function& kernel)
        : builder_(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {
        llvm::Value* linear = small(create_id(builder_, op::local_id, 0));
        llvm::Value* row_size = small(create_id(builder_, op::local_size, 0));
        llvm::Value* rows = small(create_id(builder_, op::local_size, 1));
        llvm::Value* row = builder_.CreateUDiv(linear, row_size, "row");
        llvm::Value* plane = builder_.CreateUDiv(row, rows, "plane");
        local_[0] = wide(builder_.CreateSub(linear, builder_.CreateMul(row, row_size)));
        local_[1] = wide(builder_.CreateSub(row, builder_.CreateMul(plane, rows)));
        local_[2] = wide(plane);
        for (unsigned d = 0; d < 3; ++d) {
            llvm::Value* start = builder_.CreateMul(create_id(builder_, op::group_id, d),
                                                    create_id(builder_, op::enqueued_local_size, d));
            start = builder_.CreateAdd(start, create_id(builder_, op::global_offset, d));
            global_[d] = builder_.CreateAdd(start, local_[d]);
        }
    }

    llvm::Value* of(const llvm::CallInst& call, unsigned d) const {
        return operation_name(call) == op::local_id ? local_[d] : global_[d];
    }

private:
    // Truncates to 32 bits, which suffice for the number of work-items in any group.
    llvm::Value* small(llvm::Value* value) { return builder_.CreateTrunc(value, builder_.getInt32Ty()); }
    llvm::Value* wide(llvm::Value* value) { return builder_.CreateZExt(value, builder_.getInt64Ty()); }

    llvm::IRBuilder<> builder_;
    llvm::Value* local_[3];
    llvm::Value* global_[3];
};

// Emits the id that `call` returns, even if the call's dimension is known only at run time.
llvm::Value* id_of(llvm::CallInst& call, const FlatIds& ids) {
    llvm::Value* dimension = call.getArgOperand(0);
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(dimension))
        return ids.of(call, static_cast<unsigned>(constant->getZExtValue()));
    llvm::IRBuilder<> builder(&call);
    llvm::Value* value = ids.of(call, 2);
    for (unsigned d = 2; d-- > 0;)
        value = builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(d)), ids.of(call, d), value);
    return value;
}

}  // namespace

llvm::PreservedAnalyses FlattenGroups::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!function.hasFnAttribute(fact::flat_groups)) return llvm::PreservedAnalyses::all();
    llvm::SmallVector<llvm::CallInst*, 16> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (traits_of(&instruction) & trait::id) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    const FlatIds ids(function);
    for (llvm::CallInst* call : calls) {
        call->replaceAllUsesWith(id_of(*call, ids));
        call->eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
