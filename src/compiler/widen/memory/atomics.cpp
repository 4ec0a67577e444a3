#include "compiler/widen/memory/atomics.h"

#include "compiler/analysis/shapes/joined_atomics.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/extremes.h"
#include "compiler/widen/chunk/branches.h"
#include "compiler/widen/chunk/extract_lane.h"

namespace lanewise::compiler {
namespace {

// The reduction over lanes that corresponds to an atomic operation.
struct Reduction {
    llvm::Intrinsic::ID intrinsic;
    llvm::APInt neutral;  // neutral value, used for inactive lanes
};

Reduction reduction_of(const llvm::AtomicRMWInst& atomic) {
    using Operation = llvm::AtomicRMWInst;
    const unsigned bits = atomic.getType()->getIntegerBitWidth();
    const llvm::APInt zero(bits, 0), ones = llvm::APInt::getAllOnes(bits);
    switch (atomic.getOperation()) {
        case Operation::Or: return {llvm::Intrinsic::vector_reduce_or, zero};
        case Operation::Xor: return {llvm::Intrinsic::vector_reduce_xor, zero};
        case Operation::UMax: return {llvm::Intrinsic::vector_reduce_umax, zero};
        case Operation::And: return {llvm::Intrinsic::vector_reduce_and, ones};
        case Operation::UMin: return {llvm::Intrinsic::vector_reduce_umin, ones};
        case Operation::Max: return {llvm::Intrinsic::vector_reduce_smax, llvm::APInt::getSignedMinValue(bits)};
        case Operation::Min: return {llvm::Intrinsic::vector_reduce_smin, llvm::APInt::getSignedMaxValue(bits)};
        default: return {llvm::Intrinsic::vector_reduce_add, zero};
    }
}

}  // namespace

bool Atomics::widen(llvm::Instruction& original) {
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&original))
        widen_atomic(*atomic);
    else if (llvm::isa<llvm::AtomicCmpXchgInst>(original))
        serial_.run(original);
    else if (llvm::isa<llvm::FenceInst>(original))
        builder_.Insert(original.clone())->setDebugLoc({});
    else
        return false;
    return true;
}

void Atomics::widen_atomic(llvm::AtomicRMWInst& atomic) {
    if (is_joined(atomic, shapes_)) return join(atomic);
    const bool local = atomic.getPointerAddressSpace() == local_space;
    if (local && !masks_.current() && !atomic.getType()->isVectorTy()) return unroll(atomic);
    if (mostly_changes_nothing(atomic)) return take_turns_where_it_matters(atomic);
    serial_.run(atomic);
}

void Atomics::take_turns_where_it_matters(llvm::AtomicRMWInst& atomic) {
    const auto bytes = static_cast<unsigned>(atomic.getType()->getIntegerBitWidth() / 8);
    const Access access{.element = atomic.getType(),
                        .count = 1,
                        .bytes = bytes,
                        .step = bytes,
                        .align = atomic.getAlign(),
                        .is_private = false,
                        .source = &atomic};
    const Parts old = lane_access_.load(access, atomic.getPointerOperand());
    llvm::Value* changes = builder_.CreateICmp(change_of(atomic), values_.part(atomic.getValOperand()), old.front());
    if (masks_.current())
        changes = builder_.CreateSelect(masks_.current(), changes, llvm::Constant::getNullValue(changes->getType()));
    serial_.run(atomic, changes, old);
}

// Makes one atomic for each lane, without a loop. In local memory these atomics become plain additions, which together
// take less time than a loop.
void Atomics::unroll(llvm::AtomicRMWInst& atomic) {
    llvm::Value* pointers = values_.part(atomic.getPointerOperand());
    llvm::Value* operands = values_.part(atomic.getValOperand());
    llvm::Value* results = llvm::PoisonValue::get(operands->getType());
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Instruction* copy = atomic.clone();
        copy->setDebugLoc({});
        copy->setOperand(0, extract_lane(builder_, pointers, lane));
        copy->setOperand(1, extract_lane(builder_, operands, lane));
        builder_.Insert(copy);
        if (!atomic.use_empty()) results = builder_.CreateInsertElement(results, copy, lane);
    }
    values_.set_parts(&atomic, {results});
}

void Atomics::join(llvm::AtomicRMWInst& atomic) {
    llvm::Type* lanes_type = values_.lanes_of(atomic.getType());
    if (atomic.use_empty()) {
        if_any_on(chunk_, {}, [&]() -> Parts {
            make_one(atomic, reduced(atomic));
            return {};
        });
        return values_.set_parts(&atomic, {llvm::PoisonValue::get(lanes_type)});
    }
    // Each lane gets the old value that it would get if the lanes executed their atomics one after another, without
    // interruption.
    values_.set_parts(&atomic, if_any_on(chunk_, {lanes_type}, [&]() -> Parts {
        const LaneSums::Sums sums = sums_.sums(atomic.getValOperand());
        llvm::Value* first = make_one(atomic, sums.total);
        first = builder_.CreateVectorSplat(lanes_, first);
        const bool adds = atomic.getOperation() == llvm::AtomicRMWInst::Add;
        return {adds ? builder_.CreateAdd(first, sums.before) : builder_.CreateSub(first, sums.before)};
    }));
}

// Returns the reduction of the operands of all active lanes.
llvm::Value* Atomics::reduced(const llvm::AtomicRMWInst& atomic) {
    const llvm::Value* operand = atomic.getValOperand();
    const Reduction reduction = reduction_of(atomic);
    if (reduction.intrinsic == llvm::Intrinsic::vector_reduce_add) return sums_.total(operand);
    llvm::Value* lanes = values_.part(operand);
    if (masks_.current())
        lanes =
            builder_.CreateSelect(masks_.current(), lanes, llvm::ConstantInt::get(lanes->getType(), reduction.neutral));
    return builder_.CreateUnaryIntrinsic(reduction.intrinsic, lanes);
}

llvm::Value* Atomics::make_one(const llvm::AtomicRMWInst& atomic, llvm::Value* operand) {
    llvm::Instruction* copy = atomic.clone();
    copy->setDebugLoc({});
    copy->setOperand(0, values_.scalar(atomic.getPointerOperand()));
    copy->setOperand(1, operand);
    return builder_.Insert(copy);
}

}  // namespace lanewise::compiler
