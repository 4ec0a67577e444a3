// What can only be done by one lane after the other, in lane order: calls, printf, atomics, volatile
// accesses. A loop over the set bits of the mask; per-lane operands and results lie on the stack.
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/ir/address_spaces.h"

#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;

// Memory form of a lane's value: i1 has none.
static llvm::Type* stored_type(llvm::IRBuilder<>& builder, llvm::Type* type) {
    return type->isIntegerTy(1) ? builder.getInt8Ty() : type;
}

llvm::Value* Widener::lane_value(const llvm::Value* original, llvm::Value* lane,
                                 const llvm::DenseMap<const llvm::Value*, Parts>& arrays) {
    const auto known = arrays.find(original);
    if (known == arrays.end()) {
        llvm::Value* first = values_->scalar(original);
        const std::int64_t stride = shapes_.of(original).stride;
        if (stride == 0) return first;
        llvm::Value* way = builder_.CreateMul(lane, builder_.getInt64(static_cast<std::uint64_t>(stride)));
        if (first->getType()->isPointerTy())
            return builder_.CreateGEP(builder_.getInt8Ty(), first, way);
        return builder_.CreateAdd(first, builder_.CreateZExtOrTrunc(way, first->getType()));
    }
    Parts leaves;
    const auto types = leaf_types(original->getType());
    for (unsigned i = 0; i < types.size(); ++i) {
        llvm::Type* type = stored_type(builder_, types[i]);
        llvm::Value* place = builder_.CreateGEP(type, known->second[i], lane);
        llvm::Value* leaf = builder_.CreateLoad(type, place);
        leaves.push_back(type == types[i] ? leaf : builder_.CreateTrunc(leaf, types[i]));
    }
    return assemble_leaves(builder_, original->getType(), leaves);
}

void Widener::serialize(llvm::Instruction& instruction) {
    llvm::DenseMap<const llvm::Value*, Parts> arrays;
    const auto array_of = [&](llvm::Type* leaf) {
        return scratch(llvm::ArrayType::get(stored_type(builder_, leaf), lanes_), llvm::Align(64));
    };
    for (const llvm::Value* operand : instruction.operands()) {
        const Shape shape = shapes_.of(operand);
        const bool scalar = shape.is_scalar() && !shape.checked;
        if (scalar || arrays.contains(operand)) continue;
        Parts rooms;
        for (llvm::Value* part : values_->parts(operand)) {
            if (part->getType()->getScalarType()->isIntegerTy(1))
                part = builder_.CreateZExt(part, values_->lanes_of(builder_.getInt8Ty()));
            rooms.push_back(array_of(part->getType()->getScalarType()));
            builder_.CreateAlignedStore(part, rooms.back(), llvm::Align(64));
        }
        arrays[operand] = rooms;
    }
    Parts results;
    const bool has_result = !instruction.getType()->isVoidTy() && !instruction.use_empty();
    if (has_result)
        for (llvm::Type* leaf : leaf_types(instruction.getType())) results.push_back(array_of(leaf));

    const auto run_lane = [&](llvm::Value* lane) {
        llvm::Instruction* copy = instruction.clone();
        copy->setDebugLoc({});
        for (llvm::Use& operand : copy->operands())
            if (!llvm::isa<llvm::Function>(operand)) operand = lane_value(operand, lane, arrays);
        builder_.Insert(copy);
        for (unsigned i = 0; i < results.size(); ++i) {
            llvm::Value* leaf = extract_leaf(builder_, copy, i);
            llvm::Type* type = stored_type(builder_, leaf->getType());
            if (type != leaf->getType()) leaf = builder_.CreateZExt(leaf, type);
            builder_.CreateStore(leaf, builder_.CreateGEP(type, results[i], lane));
        }
    };
    if_any_on({}, [&]() -> Parts {
        llvm::LLVMContext& context = kernel_.getContext();
        llvm::Value* bits = builder_.CreateZExt(mask_bits(mask_), builder_.getInt64Ty());
        llvm::BasicBlock* before = builder_.GetInsertBlock();
        auto* body = llvm::BasicBlock::Create(context, "lane", chunk_);
        auto* after = llvm::BasicBlock::Create(context, "", chunk_);
        builder_.CreateBr(body);
        builder_.SetInsertPoint(body);
        llvm::PHINode* left = builder_.CreatePHI(builder_.getInt64Ty(), 2);
        llvm::Value* lane =
            builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, builder_.getTrue());
        run_lane(lane);
        llvm::Value* rest = builder_.CreateAnd(left, builder_.CreateSub(left, builder_.getInt64(1)));
        left->addIncoming(bits, before);
        left->addIncoming(rest, builder_.GetInsertBlock());
        builder_.CreateCondBr(builder_.CreateIsNotNull(rest), body, after);
        builder_.SetInsertPoint(after);
        return {};
    });
    if (instruction.getType()->isVoidTy()) return;
    Parts parts;
    const auto types = leaf_types(instruction.getType());
    for (unsigned i = 0; i < types.size(); ++i) {
        auto* lanes_type = values_->lanes_of(types[i]);
        if (!has_result) {
            parts.push_back(llvm::PoisonValue::get(lanes_type));
            continue;
        }
        auto* memory_type = values_->lanes_of(stored_type(builder_, types[i]));
        llvm::Value* part = builder_.CreateAlignedLoad(memory_type, results[i], llvm::Align(64));
        parts.push_back(memory_type == lanes_type ? part : builder_.CreateTrunc(part, lanes_type));
    }
    values_->set_parts(&instruction, parts);
}

// Plain additions to local memory in the end: a loop would cost more than they do.
void Widener::unroll_local_atomic(llvm::AtomicRMWInst& atomic) {
    llvm::Value* pointers = values_->part(atomic.getPointerOperand());
    llvm::Value* operands = values_->part(atomic.getValOperand());
    llvm::Value* results = llvm::PoisonValue::get(operands->getType());
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Instruction* copy = atomic.clone();
        copy->setDebugLoc({});
        copy->setOperand(0, lane_of(pointers, lane));
        copy->setOperand(1, lane_of(operands, lane));
        builder_.Insert(copy);
        if (!atomic.use_empty()) results = builder_.CreateInsertElement(results, copy, lane);
    }
    values_->set_parts(&atomic, {results});
}

void Widener::widen_atomic(llvm::AtomicRMWInst& atomic) {
    if (reduce_atomic(atomic)) return;
    const bool local = atomic.getPointerAddressSpace() == local_space;
    if (local && !mask_ && !atomic.getType()->isVectorTy()) return unroll_local_atomic(atomic);
    serialize(atomic);
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
    llvm::Value* lanes = values_->part(atomic.getValOperand());
    if (mask_)
        lanes = builder_.CreateSelect(mask_, lanes, llvm::ConstantInt::get(lanes->getType(), neutral));
    if_any_on({}, [&]() -> Parts {
        llvm::Instruction* copy = atomic.clone();
        copy->setDebugLoc({});
        copy->setOperand(0, values_->scalar(atomic.getPointerOperand()));
        copy->setOperand(1, builder_.CreateUnaryIntrinsic(reduction, lanes));
        builder_.Insert(copy);
        return {};
    });
    values_->set_parts(&atomic, {llvm::PoisonValue::get(values_->lanes_of(atomic.getType()))});
    return true;
}

}  // namespace lanewise::compiler
