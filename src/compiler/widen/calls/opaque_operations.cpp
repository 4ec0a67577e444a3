#include "compiler/widen/calls/opaque_operations.h"

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

// Whether `block` is entered only if at least one lane of `mask` is active.
bool is_guarded_by_any(const llvm::BasicBlock& block, const llvm::Value* mask) {
    const llvm::BasicBlock* before = block.getSinglePredecessor();
    const auto* branch = before ? dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) != &block || branch->getSuccessor(1) == &block)
        return false;
    const llvm::CallInst* any = as_operation(branch->getCondition(), op::any);
    return any && any->getArgOperand(0) == mask;
}

}  // namespace

bool OpaqueOperations::widen(llvm::Instruction& original) {
    auto* call = dyn_cast<llvm::CallInst>(&original);
    const llvm::StringRef name = call ? operation_name(*call) : "";
    if (!name.starts_with("ocl.")) return false;
    const unsigned traits = traits_of(call);
    if (name == op::mask) {
        enter_mask(*call);
    } else if (name == op::group_or) {
        values_.set_scalar(call, scalars_.make(*call));
    } else if (traits & trait::sub_group) {
        sub_groups_.widen(*call);
    } else if (traits & trait::vote) {
        votes_.widen(*call);
    } else if (traits & trait::over_lanes) {
        lane_sums_.widen(*call);
    } else if (name == op::barrier || name == op::parted) {
        builder_.Insert(call->clone())->setDebugLoc({});
    } else if (traits & trait::id) {
        widen_id(*call);
    } else if (name == op::printf || traits & trait::by_item) {
        serial_.run(*call);
    } else if (shapes_.of(call).is_uniform()) {
        values_.set_scalar(call, scalars_.make(*call));
    } else if (call->doesNotAccessMemory()) {
        serial_.run(*call);
    } else {
        chunk_.reject("no vector form of " + name);
    }
    return true;
}

// Sets the mask at the start of a block. In the block, only lanes whose mask is true have effects.
void OpaqueOperations::enter_mask(llvm::CallInst& call) {
    const llvm::Value* mask = call.getArgOperand(0);
    // Freezes the mask: in lanes that are not live, the mask may be poison, and a branch on poison would be undefined
    // behaviour.
    llvm::Value* lanes = builder_.CreateFreeze(values_.part(mask));
    masks_.enter(lanes, is_guarded_by_any(*call.getParent(), mask));
}

llvm::Value* OpaqueOperations::place_in_rows(llvm::Value* id) {
    const unsigned row = masks_.row();
    return row == 0 ? id : builder_.CreateAdd(id, builder_.getInt64(row), "row", true, true);
}

void OpaqueOperations::widen_id(llvm::CallInst& call) {
    if (shapes_.of(&call).is_scalar()) {
        llvm::Value* id = scalars_.make(call);
        const auto* dimension = dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        return values_.set_scalar(&call, dimension && dimension->isOne() ? place_in_rows(id) : id);
    }
    // The dimension is known only at run time. The ids differ between lanes only if the dimension is 0.
    llvm::Function* callee = call.getCalledFunction();
    llvm::Value* dimension = values_.part(call.getArgOperand(0));
    llvm::Value* ids = nullptr;
    for (unsigned d = 3; d-- > 0;) {
        llvm::CallInst* id = builder_.CreateCall(callee, {builder_.getInt32(d)});
        id->setCallingConv(call.getCallingConv());
        llvm::Value* lanes = builder_.CreateVectorSplat(lanes_, d == 1 ? place_in_rows(id) : id);
        if (d == 0) lanes = builder_.CreateAdd(lanes, values_.progression(id->getType(), 1));
        llvm::Value* here = builder_.CreateICmpEQ(dimension, llvm::ConstantInt::get(dimension->getType(), d));
        ids = ids ? builder_.CreateSelect(here, lanes, ids) : lanes;
    }
    values_.set_parts(&call, {ids});
}

}  // namespace lanewise::compiler
