#include "compiler/widen/calls/sub_groups.h"

#include <cassert>

#include "compiler/ir/operations.h"
#include "compiler/widen/chunk/lane_arithmetic.h"
#include "compiler/widen/chunk/sub_group_id.h"

namespace lanewise::compiler {

void SubGroups::widen(llvm::CallInst& call) {
    const llvm::StringRef name = operation_name(call);
    if (name == op::sub_group_barrier) return;
    if (traits_of(&call) & trait::pause) return wait(call);
    if (name == op::never) return values_.set_scalar(&call, builder_.getFalse());
    if (name == op::sub_group_lane) return values_.set_scalar(&call, builder_.getInt32(0));
    if (name == op::sub_group_size) return values_.set_scalar(&call, size());
    if (name == op::sub_group_id)
        return values_.set_scalar(&call, create_sub_group_id(builder_, chunk_.kernel, lanes_));
    if (name == op::sub_group_ballot) return values_.set_scalar(&call, ballot(call.getArgOperand(0)));
    if (name.starts_with(op::sub_group_broadcast)) return broadcast(call);
    if (name.starts_with(op::sub_group_shuffle))
        return values_.set_parts(
            &call, {permute_.lanes(values_.part(call.getArgOperand(0)), values_.part(call.getArgOperand(1)))});
    combine(call);
}

// The sub-group waits as a whole. A device barrier counts the sub-groups that arrive, so a sub-group without active
// lanes must not arrive.
void SubGroups::wait(llvm::CallInst& call) {
    auto* copy = llvm::cast<llvm::CallInst>(call.clone());
    copy->setDebugLoc({});
    if (copy->arg_size() == 1) {
        llvm::Value* active = builder_.getInt32(1);
        if (masks_.current()) {
            llvm::Value* bits = masks_.bits(masks_.current());
            active = builder_.CreateZExt(builder_.CreateIsNotNull(bits), builder_.getInt32Ty());
        }
        copy->setArgOperand(0, active);
    }
    builder_.Insert(copy);
}

llvm::Value* SubGroups::size() {
    if (chunk_.form == ChunkForm::full) return builder_.getInt32(lanes_);
    return builder_.CreateTrunc(create_chunk_lanes(builder_), builder_.getInt32Ty());
}

llvm::Value* SubGroups::ballot(const llvm::Value* condition) {
    llvm::Value* lanes = builder_.CreateFreeze(values_.part(condition));
    if (masks_.current()) lanes = builder_.CreateAnd(lanes, masks_.current());
    return builder_.CreateZExt(masks_.bits(lanes), builder_.getInt64Ty());
}

// Returns the value of `lane`, a lane number, as a scalar. All active lanes have the same value, so the first active
// lane's value is used.
llvm::Value* SubGroups::named_lane(const llvm::Value* lane) {
    if (shapes_.of(lane).is_uniform()) return values_.scalar(lane);
    llvm::Value* on = builder_.CreateZExt(masks_.bits(masks_.current()), builder_.getInt64Ty());
    llvm::Value* first = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, on, builder_.getFalse());
    return permute_.lane(values_.part(lane), builder_.CreateTrunc(first, builder_.getInt32Ty()));
}

// Makes the uniform result both a scalar and a vector, so that vector code can use it without moves between register
// files.
void SubGroups::broadcast(llvm::CallInst& call) {
    const llvm::Value* value = call.getArgOperand(0);
    if (shapes_.of(value).is_uniform()) return values_.set_scalar(&call, values_.scalar(value));
    llvm::Value* lane = permute_.lane(values_.part(value), named_lane(call.getArgOperand(1)));
    values_.set_scalar(&call, lane);
    auto* extracted = llvm::dyn_cast<llvm::ExtractElementInst>(lane);
    const auto* index = extracted ? llvm::dyn_cast<llvm::ConstantInt>(extracted->getIndexOperand()) : nullptr;
    if (!index) return;
    const llvm::SmallVector<int, 64> everywhere(lanes_, static_cast<int>(index->getZExtValue()));
    llvm::Value* vector = extracted->getVectorOperand();
    const bool was_permuted = vector != values_.part(value);  // the permutation already broadcast the value
    values_.set_parts(&call, {was_permuted ? vector : builder_.CreateShuffleVector(vector, everywhere)});
}

void SubGroups::combine(llvm::CallInst& call) {
    const llvm::StringRef name = operation_name(call);
    LaneArithmetic arithmetic(builder_, name, call.getType());
    llvm::Value* lanes = values_.part(call.getArgOperand(0));
    if (masks_.current())
        lanes =
            builder_.CreateSelect(masks_.current(), lanes, builder_.CreateVectorSplat(lanes_, arithmetic.identity()));
    if (name.starts_with(op::sub_group_reduce)) return values_.set_scalar(&call, arithmetic.reduce(lanes));
    if (name.starts_with(op::sub_group_cluster))
        return values_.set_parts(&call, {arithmetic.cluster(lanes, values_.scalar(call.getArgOperand(1)))});
    if (name.starts_with(op::sub_group_scan_before)) return values_.set_parts(&call, {arithmetic.scan_before(lanes)});
    assert(name.starts_with(op::sub_group_scan));  // all other sub-group operations were handled above
    values_.set_parts(&call, {arithmetic.scan(lanes)});
}

}  // namespace lanewise::compiler
