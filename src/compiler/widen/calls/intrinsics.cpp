#include "compiler/widen/calls/intrinsics.h"

#include <llvm/Analysis/VectorUtils.h>

namespace lanewise::compiler {

bool Intrinsics::widen(llvm::Instruction& original) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&original);
    if (!call) return false;
    if (call->isLifetimeStartOrEnd() || call->isAssumeLikeIntrinsic()) {
        if (!call->getType()->isVoidTy()) chunk_.reject_instruction(original);
    } else if (!call->getType()->isVoidTy() && shapes_.of(call).is_uniform()) {
        values_.set_scalar(call, scalars_.make(*call));
    } else if (llvm::isa<llvm::MemIntrinsic>(call)) {
        serial_.run(*call);
    } else if (const Parts parts = make_parts(*call); !parts.empty()) {
        values_.set_parts(call, parts);
    } else if (call->doesNotAccessMemory() && !llvm::isTriviallyVectorizable(call->getIntrinsicID())) {
        serial_.run(*call);
    } else {
        chunk_.reject_instruction(original);
    }
    return true;
}

// Returns the parts of the call's result; empty if the call cannot be made for all lanes at once.
Parts Intrinsics::make_parts(llvm::IntrinsicInst& call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (llvm::isTriviallyVectorizable(id) || id == llvm::Intrinsic::arithmetic_fence) return make_elements(call);
    if (llvm::isa<llvm::WithOverflowInst>(call) && !call.getArgOperand(0)->getType()->isVectorTy()) {
        llvm::Value* both = builder_.CreateBinaryIntrinsic(id, values_.part(call.getArgOperand(0)),
                                                           values_.part(call.getArgOperand(1)));
        return {builder_.CreateExtractValue(both, 0), builder_.CreateExtractValue(both, 1)};
    }
    if (llvm::Value* reduced = reduce(call)) return {reduced};
    return {};
}

Parts Intrinsics::make_elements(llvm::IntrinsicInst& call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (call.getType()->isAggregateType()) return {};
    llvm::SmallVector<Parts, 3> operands;
    for (unsigned i = 0; i < call.arg_size(); ++i)
        operands.push_back(llvm::isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr)
                               ? Parts{}
                               : chunk_.operand_parts(call, call.getArgOperand(i)));
    Parts result;
    for (unsigned element = 0; element < leaf_types(call.getType()).size(); ++element) {
        Parts arguments;
        llvm::SmallVector<llvm::Type*, 3> types;
        if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
            types.push_back(values_.lanes_of(call.getType()->getScalarType()));
        for (unsigned i = 0; i < call.arg_size(); ++i) {
            if (operands[i].empty() && !shapes_.of(call.getArgOperand(i)).is_uniform()) return {};
            arguments.push_back(operands[i].empty() ? values_.scalar(call.getArgOperand(i)) : operands[i][element]);
            if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, i, nullptr))
                types.push_back(arguments.back()->getType());
        }
        llvm::CallInst* made = builder_.CreateIntrinsic(id, types, arguments);
        if (llvm::isa<llvm::FPMathOperator>(made)) made->copyIRFlags(&call);
        result.push_back(made);
    }
    return result;
}

// Widens reductions over the elements of a source vector; returns null for other intrinsics.
llvm::Value* Intrinsics::reduce(llvm::IntrinsicInst& call) {
    using namespace llvm;
    const auto fold = [&](auto combine) {
        const Parts elements = values_.parts(call.getArgOperand(0));
        Value* total = elements.front();
        for (Value* element : drop_begin(elements)) total = combine(total, element);
        return total;
    };
    const auto binary = [&](Instruction::BinaryOps opcode) {
        return fold([&](Value* a, Value* b) { return builder_.CreateBinOp(opcode, a, b); });
    };
    const auto intrinsic = [&](Intrinsic::ID id) {
        return fold([&](Value* a, Value* b) { return builder_.CreateBinaryIntrinsic(id, a, b); });
    };
    switch (call.getIntrinsicID()) {
        case Intrinsic::vector_reduce_add: return binary(Instruction::Add);
        case Intrinsic::vector_reduce_mul: return binary(Instruction::Mul);
        case Intrinsic::vector_reduce_and: return binary(Instruction::And);
        case Intrinsic::vector_reduce_or: return binary(Instruction::Or);
        case Intrinsic::vector_reduce_xor: return binary(Instruction::Xor);
        case Intrinsic::vector_reduce_smax: return intrinsic(Intrinsic::smax);
        case Intrinsic::vector_reduce_smin: return intrinsic(Intrinsic::smin);
        case Intrinsic::vector_reduce_umax: return intrinsic(Intrinsic::umax);
        case Intrinsic::vector_reduce_umin: return intrinsic(Intrinsic::umin);
        case Intrinsic::vector_reduce_fmax: return intrinsic(Intrinsic::maxnum);
        case Intrinsic::vector_reduce_fmin: return intrinsic(Intrinsic::minnum);
        default: return nullptr;
    }
}

}  // namespace lanewise::compiler
