// Atomic instructions of the SPIR-V specification (section 3.52.18), and of the extensions
// SPV_EXT_shader_atomic_float_add, SPV_EXT_shader_atomic_float_min_max and SPV_INTEL_16bit_atomics.
//
// Floating-point objects are loaded, stored and exchanged as integers with the same bits, as in the builtins of OpenCL
// C (src/builtins/atomic).
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/memory_semantics.h"

namespace lanewise::compiler::il {
namespace {

using llvm::AtomicOrdering;
using spirv::Instruction;
using spirv::Op;

// Returns the type of an object that instructions may access atomically.
llvm::Type* checked_object(const Body& body, const Instruction& instruction, llvm::Type* type, bool is_float) {
    const unsigned bits = type->getScalarSizeInBits();
    body.all.require(type->isIntegerTy() || (is_float && type->isFloatingPointTy()), instruction,
                     "the object is no scalar number of the instruction's kind");
    body.all.require(bits == 8 || bits == 16 || bits == 32 || bits == 64, instruction,
                     "atomic objects have 8, 16, 32 or 64 bits");
    return type;
}

llvm::Type* integer_of(Body& body, llvm::Type* type) { return body.builder.getIntNTy(type->getScalarSizeInBits()); }

llvm::Align alignment_of(llvm::Type* type) { return llvm::Align(type->getScalarSizeInBits() / 8); }

llvm::SyncScope::ID scope_of(const Body& body, const Instruction& instruction, std::size_t index) {
    return sync_scope(body, read_memory_scope(body, instruction, index));
}

// Return the part of a memory order that applies to a load (acquire) or to a store (release).
AtomicOrdering load_order(AtomicOrdering order) {
    if (order == AtomicOrdering::Release) return AtomicOrdering::Monotonic;
    return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire : order;
}
AtomicOrdering store_order(AtomicOrdering order) {
    if (order == AtomicOrdering::Acquire) return AtomicOrdering::Monotonic;
    return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release : order;
}

llvm::Value* load(Body& body, const Instruction& instruction) {
    llvm::Type* type = checked_object(body, instruction, body.result_type(instruction), true);
    llvm::LoadInst* loaded =
        body.builder.CreateAlignedLoad(integer_of(body, type), body.pointer(instruction, 0), alignment_of(type));
    loaded->setAtomic(load_order(read_semantics(body, instruction, 2).order), scope_of(body, instruction, 1));
    return body.builder.CreateBitCast(loaded, type);
}

llvm::Value* store(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.operand(instruction, 3);
    llvm::Type* type = checked_object(body, instruction, value->getType(), true);
    llvm::StoreInst* stored = body.builder.CreateAlignedStore(body.builder.CreateBitCast(value, integer_of(body, type)),
                                                              body.pointer(instruction, 0), alignment_of(type));
    stored->setAtomic(store_order(read_semantics(body, instruction, 2).order), scope_of(body, instruction, 1));
    return nullptr;
}

llvm::Value* modify(Body& body, const Instruction& instruction, llvm::AtomicRMWInst::BinOp operation,
                    llvm::Value* value) {
    return body.builder.CreateAtomicRMW(operation, body.pointer(instruction, 0), value, alignment_of(value->getType()),
                                        read_semantics(body, instruction, 2).order, scope_of(body, instruction, 1));
}

llvm::Value* operand_of_type(Body& body, const Instruction& instruction, std::size_t index, llvm::Type* type) {
    llvm::Value* value = body.operand(instruction, index);
    body.all.require(value->getType() == type, instruction, "an operand has another type than the result");
    return value;
}

llvm::Value* exchange(Body& body, const Instruction& instruction) {
    llvm::Type* type = checked_object(body, instruction, body.result_type(instruction), true);
    llvm::Value* value = operand_of_type(body, instruction, 3, type);
    value = body.builder.CreateBitCast(value, integer_of(body, type));
    return body.builder.CreateBitCast(modify(body, instruction, llvm::AtomicRMWInst::Xchg, value), type);
}

// Translates a strong or a weak compare-exchange to a strong compare-exchange, which never fails spuriously. A weak
// compare-exchange may fail spuriously, but need not.
llvm::Value* compare_exchange(Body& body, const Instruction& instruction) {
    llvm::Type* type = checked_object(body, instruction, body.result_type(instruction), true);
    llvm::Type* word = integer_of(body, type);
    llvm::Value* value = body.builder.CreateBitCast(operand_of_type(body, instruction, 4, type), word);
    llvm::Value* comparator = body.builder.CreateBitCast(operand_of_type(body, instruction, 5, type), word);
    const AtomicOrdering equal = read_semantics(body, instruction, 2).order;
    const AtomicOrdering unequal = load_order(read_semantics(body, instruction, 3).order);
    llvm::Value* both =
        body.builder.CreateAtomicCmpXchg(body.pointer(instruction, 0), comparator, value, alignment_of(type), equal,
                                         unequal, scope_of(body, instruction, 1));
    return body.builder.CreateBitCast(body.builder.CreateExtractValue(both, 0), type);
}

llvm::Value* step(Body& body, const Instruction& instruction) {
    llvm::Type* type = checked_object(body, instruction, body.result_type(instruction), false);
    const auto operation = instruction.op == Op::AtomicIIncrement ? llvm::AtomicRMWInst::Add : llvm::AtomicRMWInst::Sub;
    return modify(body, instruction, operation, llvm::ConstantInt::get(type, 1));
}

llvm::AtomicRMWInst::BinOp integer_operation(Op op) {
    switch (op) {
        case Op::AtomicIAdd: return llvm::AtomicRMWInst::Add;
        case Op::AtomicISub: return llvm::AtomicRMWInst::Sub;
        case Op::AtomicSMin: return llvm::AtomicRMWInst::Min;
        case Op::AtomicUMin: return llvm::AtomicRMWInst::UMin;
        case Op::AtomicSMax: return llvm::AtomicRMWInst::Max;
        case Op::AtomicUMax: return llvm::AtomicRMWInst::UMax;
        case Op::AtomicAnd: return llvm::AtomicRMWInst::And;
        case Op::AtomicOr: return llvm::AtomicRMWInst::Or;
        default: return llvm::AtomicRMWInst::Xor;
    }
}

llvm::Value* integer_fetch(Body& body, const Instruction& instruction) {
    llvm::Type* type = checked_object(body, instruction, body.result_type(instruction), false);
    return modify(body, instruction, integer_operation(instruction.op), operand_of_type(body, instruction, 3, type));
}

llvm::Value* floating_fetch(Body& body, const Instruction& instruction) {
    llvm::Type* type = checked_object(body, instruction, body.result_type(instruction), true);
    body.all.require(type->isFloatingPointTy(), instruction, "the result is no floating-point number");
    llvm::Value* value = operand_of_type(body, instruction, 3, type);
    switch (instruction.op) {
        case Op::AtomicFAddEXT: return modify(body, instruction, llvm::AtomicRMWInst::FAdd, value);
        case Op::AtomicFMinEXT: return modify(body, instruction, llvm::AtomicRMWInst::FMin, value);
        default: return modify(body, instruction, llvm::AtomicRMWInst::FMax, value);
    }
}

// A flag is a 32-bit integer, which is not 0 if the flag is set.
llvm::Value* test_and_set(Body& body, const Instruction& instruction) {
    llvm::Value* old = modify(body, instruction, llvm::AtomicRMWInst::Xchg, body.builder.getInt32(1));
    return body.builder.CreateICmpNE(old, body.builder.getInt32(0));
}

llvm::Value* clear(Body& body, const Instruction& instruction) {
    llvm::StoreInst* stored =
        body.builder.CreateAlignedStore(body.builder.getInt32(0), body.pointer(instruction, 0), llvm::Align(4));
    stored->setAtomic(store_order(read_semantics(body, instruction, 2).order), scope_of(body, instruction, 1));
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::AtomicLoad, load},
    {Op::AtomicStore, store},
    {Op::AtomicExchange, exchange},
    {Op::AtomicCompareExchange, compare_exchange},
    {Op::AtomicCompareExchangeWeak, compare_exchange},
    {Op::AtomicIIncrement, step},
    {Op::AtomicIDecrement, step},
    {Op::AtomicIAdd, integer_fetch},
    {Op::AtomicISub, integer_fetch},
    {Op::AtomicSMin, integer_fetch},
    {Op::AtomicUMin, integer_fetch},
    {Op::AtomicSMax, integer_fetch},
    {Op::AtomicUMax, integer_fetch},
    {Op::AtomicAnd, integer_fetch},
    {Op::AtomicOr, integer_fetch},
    {Op::AtomicXor, integer_fetch},
    {Op::AtomicFAddEXT, floating_fetch},
    {Op::AtomicFMinEXT, floating_fetch},
    {Op::AtomicFMaxEXT, floating_fetch},
    {Op::AtomicFlagTestAndSet, test_and_set},
    {Op::AtomicFlagClear, clear},
};

}  // namespace

std::span<const TranslationRow> atomic_rows() { return rows; }

}  // namespace lanewise::compiler::il
