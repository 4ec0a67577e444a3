#include "compiler/spirv/instructions/arithmetic/small_float_arithmetic.h"

#include <utility>

#include "compiler/spirv/instructions/arithmetic/directed_rounding.h"
#include "compiler/spirv/instructions/arithmetic/small_floats.h"

namespace lanewise::compiler::il {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

bool is_arithmetic(Op op) {
    switch (op) {
        case Op::FAdd:
        case Op::FSub:
        case Op::FMul:
        case Op::FDiv:
        case Op::FRem:
        case Op::FMod:
        case Op::FNegate:
        case Op::VectorTimesScalar:
        case Op::IsNan:
        case Op::IsInf:
        case Op::IsFinite:
        case Op::IsNormal:
        case Op::SignBitSet:
        case Op::LessOrGreater:
        case Op::Ordered:
        case Op::Unordered: return true;
        default: return op >= Op::FOrdEqual && op <= Op::FUnordGreaterThanEqual;
    }
}

bool is_bfloat(const Body& body, const Instruction& instruction, Id id) {
    const Id type = body.all.type_of(id);
    return type != 0 && body.all.types.info(type, instruction).is_bfloat;
}

}  // namespace

llvm::Value* with_floats(Body& body, const Instruction& instruction, std::size_t first,
                         llvm::function_ref<llvm::Value*()> translate) {
    std::vector<std::pair<Id, llvm::Value*>> replaced;
    for (std::size_t i = first; i < instruction.operands.size(); ++i) {
        const Id id = instruction.operands[i];
        if (!is_bfloat(body, instruction, id)) continue;
        llvm::Value* bits = body.operand(instruction, i);
        if (bits->getType()->isFPOrFPVectorTy()) continue;  // an earlier operand has the same id
        replaced.emplace_back(id, bits);
        body.all.values[id] = bfloat_to_float(body.builder, bits);
    }
    // Execution modes for a width apply only to numbers in the encoding of IEEE 754, and so not to bfloat16.
    const FloatModes modes = body.modes;
    for (WidthModes& width : body.modes.widths) {
        width.rounding = spirv::FPRoundingMode::RTE;
        width.flushes_subnormal = false;
    }
    body.widens_small_floats = true;
    llvm::Value* value = translate();
    body.widens_small_floats = false;
    body.modes = modes;
    for (const auto& [id, bits] : replaced) body.all.values[id] = bits;
    if (!value || !body.all.types.info(instruction.type, instruction).is_bfloat ||
        !value->getType()->isFPOrFPVectorTy())
        return value;
    return float_to_bfloat(body.builder, value);
}

llvm::Value* translate_instruction(Body& body, const Instruction& instruction, Translate translate) {
    const bool is_small = is_arithmetic(instruction.op) && !instruction.operands.empty() &&
                          is_bfloat(body, instruction, instruction.operands[0]);
    if (!is_small) return translate(body, instruction);
    return with_floats(body, instruction, 0, [&] { return translate(body, instruction); });
}

llvm::Value* fused_bfloats(Body& body, llvm::Value* left, llvm::Value* right, llvm::Value* addend) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* doubles = left->getType()->getWithNewType(builder.getDoubleTy());
    llvm::Value* product = builder.CreateFMul(builder.CreateFPExt(left, doubles), builder.CreateFPExt(right, doubles));
    llvm::Value* sum = sum_to_odd(body, product, builder.CreateFPExt(addend, doubles));
    return float_to_bfloat(builder, float_for_bfloat(builder, sum));
}

}  // namespace lanewise::compiler::il
