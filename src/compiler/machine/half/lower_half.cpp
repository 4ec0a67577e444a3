#include "compiler/machine/half/lower_half.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/machine/half/half_conversion.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::Value;

bool is_half(const Value* value) { return value->getType()->getScalarType()->isHalfTy(); }

// Replaces an operation on halves by the same operation on floats.
class Lowering {
public:
    Lowering(llvm::Instruction& instruction, bool has_instructions)
        : instruction_(instruction), builder_(&instruction), convert_(builder_, has_instructions) {}

    /// Returns the value that replaces the operation; null if the operation may stay.
    Value* lowered();

private:
    Value* operand(unsigned i) { return convert_.to_float(instruction_.getOperand(i)); }
    Value* cast(llvm::CastInst& cast);
    Value* intrinsic(llvm::IntrinsicInst& call);
    Value* multiply_add(llvm::IntrinsicInst& call);

    llvm::Instruction& instruction_;
    llvm::IRBuilder<> builder_;
    HalfConversion convert_;
};

Value* Lowering::lowered() {
    if (auto* operation = dyn_cast<llvm::BinaryOperator>(&instruction_); operation && is_half(operation)) {
        Value* result = builder_.CreateBinOp(operation->getOpcode(), operand(0), operand(1));
        return convert_.from_float(result);
    }
    if (auto* comparison = dyn_cast<llvm::FCmpInst>(&instruction_); comparison && is_half(comparison->getOperand(0)))
        return builder_.CreateFCmp(comparison->getPredicate(), operand(0), operand(1));
    if (auto* conversion = dyn_cast<llvm::CastInst>(&instruction_)) return cast(*conversion);
    if (auto* call = dyn_cast<llvm::IntrinsicInst>(&instruction_)) return intrinsic(*call);
    return nullptr;
}

// Converts between half and other types through float. Integers that float cannot represent exactly are beyond half's
// range, so rounding twice gives the same result as rounding once.
Value* Lowering::cast(llvm::CastInst& cast) {
    Value* from = cast.getOperand(0);
    llvm::Type* floats = with_element(cast.getType(), builder_.getFloatTy());
    switch (cast.getOpcode()) {
        case llvm::Instruction::FPExt:
            if (!is_half(from)) return nullptr;
            return builder_.CreateFPExt(operand(0), cast.getType());
        case llvm::Instruction::FPTrunc:
            if (!is_half(&cast)) return nullptr;
            return from->getType()->getScalarType()->isDoubleTy() ? convert_.from_double(from)
                                                                  : convert_.from_float(from);
        case llvm::Instruction::SIToFP:
        case llvm::Instruction::UIToFP:
            if (!is_half(&cast)) return nullptr;
            return convert_.from_float(builder_.CreateCast(cast.getOpcode(), from, floats));
        case llvm::Instruction::FPToSI:
        case llvm::Instruction::FPToUI:
            if (!is_half(from)) return nullptr;
            return builder_.CreateCast(cast.getOpcode(), operand(0), cast.getType());
        default: return nullptr;
    }
}

Value* Lowering::intrinsic(llvm::IntrinsicInst& call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    switch (id) {
        case llvm::Intrinsic::fabs:
        case llvm::Intrinsic::copysign: return nullptr;  // fabs and copysign change only the sign
        case llvm::Intrinsic::fma: return is_half(&call) ? convert_.fused(operand(0), operand(1), operand(2)) : nullptr;
        case llvm::Intrinsic::fmuladd: return is_half(&call) ? multiply_add(call) : nullptr;
        case llvm::Intrinsic::fptosi_sat:
        case llvm::Intrinsic::fptoui_sat: {
            if (!is_half(call.getArgOperand(0))) return nullptr;
            Value* from = operand(0);
            return builder_.CreateIntrinsic(id, {call.getType(), from->getType()}, {from});
        }
        default: break;
    }
    if (!is_half(&call) || !llvm::isTriviallyVectorizable(id)) return nullptr;
    llvm::SmallVector<Value*, 3> arguments;
    for (Value* argument : call.args()) arguments.push_back(is_half(argument) ? convert_.to_float(argument) : argument);
    llvm::Type* floats = with_element(call.getType(), builder_.getFloatTy());
    llvm::SmallVector<llvm::Type*, 2> types = {floats};
    for (unsigned i = 0; i < arguments.size(); ++i)
        if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), nullptr))
            types.push_back(arguments[i]->getType());
    return convert_.from_float(builder_.CreateIntrinsic(id, types, arguments));
}

// Lowers x * y + z (llvm.fmuladd), which may be rounded once or twice. If the exact product is added to z in float, and
// the sum is rounded to half, the result may differ from both permitted results. Such sums are therefore used only for
// programs that allow lower precision (`reassoc`).
Value* Lowering::multiply_add(llvm::IntrinsicInst& call) {
    Value* product = builder_.CreateFMul(operand(0), operand(1));
    if (!call.hasAllowReassoc()) product = convert_.to_float(convert_.from_float(product));
    return convert_.from_float(builder_.CreateFAdd(product, operand(2)));
}

// Stores halves as integers if the store is non-temporal. For 512 bits of halves, code generation would otherwise
// generate a plain store.
bool store_bits(llvm::Instruction& instruction) {
    auto* store = dyn_cast<llvm::StoreInst>(&instruction);
    if (!store || !store->hasMetadata(llvm::LLVMContext::MD_nontemporal) || !is_half(store->getValueOperand()))
        return false;
    llvm::IRBuilder<> builder(store);
    Value* value = store->getValueOperand();
    store->setOperand(0, builder.CreateBitCast(value, with_element(value->getType(), builder.getInt16Ty())));
    return true;
}

bool is_arithmetic(llvm::AtomicRMWInst::BinOp operation) {
    using RMW = llvm::AtomicRMWInst;
    return operation == RMW::FAdd || operation == RMW::FSub || operation == RMW::FMax || operation == RMW::FMin;
}

// Expands an atomic operation into a loop that compares and exchanges the bits.
void expand_atomic(llvm::AtomicRMWInst& atomic) {
    llvm::IRBuilder<> builder(&atomic);
    llvm::Type* bits = builder.getInt16Ty();
    llvm::LoadInst* first =
        builder.CreateAlignedLoad(bits, atomic.getPointerOperand(), atomic.getAlign(), atomic.isVolatile());
    first->setAtomic(llvm::AtomicOrdering::Monotonic, atomic.getSyncScopeID());
    llvm::BasicBlock* before = atomic.getParent();
    llvm::BasicBlock* after = before->splitBasicBlock(&atomic, "atomic.done");
    auto* loop = llvm::BasicBlock::Create(atomic.getContext(), "atomic.try", before->getParent(), after);
    before->getTerminator()->setSuccessor(0, loop);
    builder.SetInsertPoint(loop);
    llvm::PHINode* seen = builder.CreatePHI(bits, 2);
    Value* old = builder.CreateBitCast(seen, atomic.getType());
    Value* made = llvm::buildAtomicRMWValue(atomic.getOperation(), builder, old, atomic.getValOperand());
    llvm::AtomicCmpXchgInst* exchange = builder.CreateAtomicCmpXchg(
        atomic.getPointerOperand(), seen, builder.CreateBitCast(made, bits), atomic.getAlign(), atomic.getOrdering(),
        llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(atomic.getOrdering()), atomic.getSyncScopeID());
    exchange->setVolatile(atomic.isVolatile());
    seen->addIncoming(first, before);
    seen->addIncoming(builder.CreateExtractValue(exchange, 0), loop);
    builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), after, loop);
    atomic.replaceAllUsesWith(old);
    atomic.eraseFromParent();
}

bool expand_atomics(llvm::Function& function) {
    llvm::SmallVector<llvm::AtomicRMWInst*, 4> atomics;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* atomic = dyn_cast<llvm::AtomicRMWInst>(&instruction);
            atomic && is_half(atomic) && is_arithmetic(atomic->getOperation()))
            atomics.push_back(atomic);
    for (llvm::AtomicRMWInst* atomic : atomics) expand_atomic(*atomic);
    return !atomics.empty();
}

}  // namespace

llvm::PreservedAnalyses LowerHalf::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const bool has_instructions = has_feature(function, "f16c");
    bool changed = expand_atomics(function);
    llvm::SmallVector<llvm::Instruction*, 64> instructions;
    for (llvm::Instruction& instruction : llvm::instructions(function)) instructions.push_back(&instruction);
    for (llvm::Instruction* instruction : instructions) {
        changed |= store_bits(*instruction);
        Value* value = Lowering(*instruction, has_instructions).lowered();
        if (!value) continue;
        instruction->replaceAllUsesWith(value);
        instruction->eraseFromParent();
        changed = true;
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    // Remove duplicate conversions, since each operand was converted once for each of its uses.
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::EarlyCSEPass(/*UseMemorySSA=*/false).run(function, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
