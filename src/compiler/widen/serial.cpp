// What can only be done by one lane after the other, in lane order: calls, printf, atomics, volatile
// accesses. A loop over the set bits of the mask; per-lane operands and results lie on the stack.
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/ir/address_spaces.h"

#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;

// Plain additions to local memory in the end: a loop would cost more than they do.
void Widener::unroll_local_atomic(llvm::AtomicRMWInst& atomic) {
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

void Widener::widen_atomic(llvm::AtomicRMWInst& atomic) {
    if (reduce_atomic(atomic)) return;
    const bool local = atomic.getPointerAddressSpace() == local_space;
    if (local && !masks_.current() && !atomic.getType()->isVectorTy()) return unroll_local_atomic(atomic);
    serial_.run(atomic);
}

// Nobody looks at the old values and all lanes go to one place: one atomic of the lanes' total.
bool Widener::reduce_atomic(llvm::AtomicRMWInst& atomic) {
    if (!atomic.use_empty() || atomic.isVolatile() || !atomic.getType()->isIntegerTy() ||
        !shapes_.of(atomic.getPointerOperand()).is_uniform())
        return false;
    using Operation = llvm::AtomicRMWInst;
    llvm::Intrinsic::ID reduction = llvm::Intrinsic::not_intrinsic;
    const unsigned bits = atomic.getType()->getIntegerBitWidth();
    llvm::APInt neutral(bits, 0);
    switch (atomic.getOperation()) {
        case Operation::Add:
        case Operation::Sub: reduction = llvm::Intrinsic::vector_reduce_add; break;
        case Operation::Or: reduction = llvm::Intrinsic::vector_reduce_or; break;
        case Operation::Xor: reduction = llvm::Intrinsic::vector_reduce_xor; break;
        case Operation::UMax: reduction = llvm::Intrinsic::vector_reduce_umax; break;
        case Operation::And:
            reduction = llvm::Intrinsic::vector_reduce_and;
            neutral.setAllBits();
            break;
        case Operation::UMin:
            reduction = llvm::Intrinsic::vector_reduce_umin;
            neutral.setAllBits();
            break;
        case Operation::Max:
            reduction = llvm::Intrinsic::vector_reduce_smax;
            neutral = llvm::APInt::getSignedMinValue(bits);
            break;
        case Operation::Min:
            reduction = llvm::Intrinsic::vector_reduce_smin;
            neutral = llvm::APInt::getSignedMaxValue(bits);
            break;
        default: return false;
    }
    llvm::Value* lanes = values_.part(atomic.getValOperand());
    if (masks_.current())
        lanes = builder_.CreateSelect(masks_.current(), lanes, llvm::ConstantInt::get(lanes->getType(), neutral));
    if_any_on(chunk_, {}, [&]() -> Parts {
        llvm::Instruction* copy = atomic.clone();
        copy->setDebugLoc({});
        copy->setOperand(0, values_.scalar(atomic.getPointerOperand()));
        copy->setOperand(1, builder_.CreateUnaryIntrinsic(reduction, lanes));
        builder_.Insert(copy);
        return {};
    });
    values_.set_parts(&atomic, {llvm::PoisonValue::get(values_.lanes_of(atomic.getType()))});
    return true;
}

}  // namespace lanewise::compiler
