// Calls: `ocl.*` operations, intrinsics, late builtins (docs/ir.md); any other runs once per active lane.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/builtin_names.h"
#include "compiler/ir/operations.h"
#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;

void Widener::widen_call(llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return chunk_.reject("indirect call");
    const llvm::StringRef name = callee->getName();
    if (name.starts_with("ocl.") && widen_operation(call, name)) return;
    if (auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&call)) {
        if (widen_intrinsic(*intrinsic)) return;
        return chunk_.reject_instruction(call);
    }
    if (!call.getType()->isVoidTy() && shapes_.of(&call).is_uniform())
        return values_.set_scalar(&call, if_any_on(chunk_, {call.getType()}, [&]() -> Parts {
                                              return {scalar_clone(call)};
                                          }).front());
    if (is_late_builtin(name) && widen_late_builtin(call, name)) return;
    serial_.run(call);
}

// True when the operation is dealt with.
bool Widener::widen_operation(llvm::CallInst& call, llvm::StringRef name) {
    const unsigned traits = traits_of(&call);
    if (name == op::mask) {
        enter_mask(call);
    } else if (name == op::group_or) {
        values_.set_scalar(&call, scalar_clone(call));
    } else if (traits & trait::vote) {
        widen_vote(call, name);
    } else if (name == op::barrier || name == op::parted) {
        builder_.Insert(call.clone())->setDebugLoc({});
    } else if (traits & trait::id) {
        widen_id(call);
    } else if (name == op::printf) {
        serial_.run(call);
    } else if (shapes_.of(&call).is_uniform()) {
        values_.set_scalar(&call, scalar_clone(call));
    } else if (call.doesNotAccessMemory()) {
        serial_.run(call);
    } else {
        chunk_.reject("no vector form of " + name);
    }
    return true;
}

void Widener::widen_id(llvm::CallInst& call) {
    const auto place_in_rows = [&](llvm::Value* id) {
        return masks_.row() == 0 ? id : builder_.CreateAdd(id, builder_.getInt64(masks_.row()), "row", true, true);
    };
    if (shapes_.of(&call).is_scalar()) {
        llvm::Value* id = scalar_clone(call);
        const auto* dimension = dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        return values_.set_scalar(&call, dimension && dimension->isOne() ? place_in_rows(id) : id);
    }
    // A dimension known at run time only: dimension 0 is the one that differs between lanes.
    llvm::Function* callee = call.getCalledFunction();
    llvm::Value* dimension = values_.part(call.getArgOperand(0));
    llvm::Value* ids = nullptr;
    for (unsigned d = 3; d-- > 0;) {
        llvm::CallInst* id = builder_.CreateCall(callee, {builder_.getInt32(d)});
        id->setCallingConv(call.getCallingConv());
        llvm::Value* lanes = builder_.CreateVectorSplat(lanes_, d == 1 ? place_in_rows(id) : id);
        if (d == 0) lanes = builder_.CreateAdd(lanes, values_.progression(id->getType(), 1));
        llvm::Value* here =
            builder_.CreateICmpEQ(dimension, llvm::ConstantInt::get(dimension->getType(), d));
        ids = ids ? builder_.CreateSelect(here, lanes, ids) : lanes;
    }
    values_.set_parts(&call, {ids});
}

bool Widener::widen_intrinsic(llvm::IntrinsicInst& call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (call.isLifetimeStartOrEnd() || call.isAssumeLikeIntrinsic()) {
        if (!call.getType()->isVoidTy()) return false;
        return true;
    }
    if (!call.getType()->isVoidTy() && shapes_.of(&call).is_uniform()) {
        values_.set_scalar(&call, scalar_clone(call));
        return true;
    }
    if (llvm::isa<llvm::MemIntrinsic>(call)) {
        serial_.run(call);
        return true;
    }
    Parts parts;
    if (llvm::isTriviallyVectorizable(id)) {
        parts = widen_element_intrinsic(call);
    } else if (llvm::isa<llvm::WithOverflowInst>(call) && !call.getArgOperand(0)->getType()->isVectorTy()) {
        llvm::Value* both = builder_.CreateBinaryIntrinsic(id, values_.part(call.getArgOperand(0)),
                                                           values_.part(call.getArgOperand(1)));
        parts = {builder_.CreateExtractValue(both, 0), builder_.CreateExtractValue(both, 1)};
    } else if (llvm::Value* reduced = widen_reduction(call)) {
        parts = {reduced};
    } else {
        if (!call.doesNotAccessMemory()) return false;
        serial_.run(call);
        return true;
    }
    if (parts.empty()) return false;
    values_.set_parts(&call, parts);
    return true;
}

Parts Widener::widen_element_intrinsic(llvm::IntrinsicInst& call) {
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
            arguments.push_back(operands[i].empty() ? values_.scalar(call.getArgOperand(i))
                                                    : operands[i][element]);
            if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, i, nullptr))
                types.push_back(arguments.back()->getType());
        }
        llvm::CallInst* made = builder_.CreateIntrinsic(id, types, arguments);
        if (llvm::isa<llvm::FPMathOperator>(made)) made->copyIRFlags(&call);
        result.push_back(made);
    }
    return result;
}

// Reductions over the elements of a source vector; null when the intrinsic is none.
llvm::Value* Widener::widen_reduction(llvm::IntrinsicInst& call) {
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

// Element by element through the widest overload the library has; false when it has none.
bool Widener::widen_late_builtin(llvm::CallInst& call, llvm::StringRef name) {
    if (call.getType()->isAggregateType() || call.getType()->isVoidTy()) return false;
    for (unsigned piece = std::min(lanes_, 16u); piece >= 4; piece /= 2) {
        const auto overload = overload_of_width(name, piece);
        if (!overload || !is_late_builtin(*overload)) continue;
        llvm::SmallVector<llvm::Type*, 3> types;
        for (const llvm::Value* argument : call.args())
            types.push_back(llvm::FixedVectorType::get(argument->getType()->getScalarType(), piece));
        auto* result = llvm::FixedVectorType::get(call.getType()->getScalarType(), piece);
        llvm::FunctionCallee callee = chunk_.kernel.getParent()->getOrInsertFunction(
            *overload, llvm::FunctionType::get(result, types, false));
        auto* function = cast<llvm::Function>(callee.getCallee());
        function->setCallingConv(call.getCallingConv());
        function->setMemoryEffects(llvm::MemoryEffects::none());
        function->setDoesNotThrow();
        function->setWillReturn();
        Parts parts;
        for (unsigned element = 0; element < leaf_types(call.getType()).size(); ++element) {
            Parts arguments;
            for (const llvm::Value* argument : call.args()) {
                const Parts elements = values_.parts(argument);
                arguments.push_back(elements[elements.size() == 1 ? 0 : element]);
            }
            parts.push_back(call_in_pieces(callee, arguments, piece, call));
        }
        values_.set_parts(&call, parts);
        return true;
    }
    return false;
}

llvm::Value* Widener::call_in_pieces(llvm::FunctionCallee callee,
                                     llvm::ArrayRef<llvm::Value*> arguments, unsigned piece,
                                     llvm::CallInst& call) {
    Parts results;
    for (unsigned first = 0; first < lanes_; first += piece) {
        llvm::SmallVector<int, 16> order(piece);
        std::iota(order.begin(), order.end(), static_cast<int>(first));
        Parts slices;
        for (llvm::Value* argument : arguments)
            slices.push_back(piece == lanes_ ? argument : builder_.CreateShuffleVector(argument, order));
        llvm::CallInst* made = builder_.CreateCall(callee, slices);
        made->setCallingConv(call.getCallingConv());
        if (llvm::isa<llvm::FPMathOperator>(made)) made->copyIRFlags(&call);
        results.push_back(made);
    }
    return shuffles_.concatenate(results);
}

}  // namespace lanewise::compiler
