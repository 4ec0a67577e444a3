// Conversions of numbers (SPIR-V specification, section 3.52.11).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/spirv/instructions/arithmetic/directed_rounding.h"
#include "compiler/spirv/instructions/arithmetic/small_floats.h"
#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/fast_math.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

enum class Kind : std::uint8_t { is_signed, is_unsigned, is_float, is_bfloat };

bool is_integer(Kind kind) { return kind == Kind::is_signed || kind == Kind::is_unsigned; }
Sign sign_of(Kind kind) { return kind == Kind::is_unsigned ? Sign::is_unsigned : Sign::is_signed; }

struct Conversion {
    Kind from = Kind::is_signed;
    Kind to = Kind::is_signed;
    bool is_saturated = false;
    std::string_view rounding{};  // suffix of a conversion function, such as "_rte"; empty for the default mode
};

// Returns the suffix of the rounding mode that the instruction or its function demands; empty if neither demands a
// mode.
std::string_view rounding_suffix(Body& body, const Instruction& instruction, const llvm::Type* type) {
    if (const auto mode = decorated_rounding(body, instruction)) return suffix_of(*mode);
    const spirv::FPRoundingMode mode = body.modes.of(type).rounding;
    return mode == spirv::FPRoundingMode::RTE ? std::string_view() : suffix_of(mode);
}

spirv::FPRoundingMode mode_of(std::string_view suffix) {
    if (suffix == "_rtz") return spirv::FPRoundingMode::RTZ;
    if (suffix == "_rtp") return spirv::FPRoundingMode::RTP;
    return suffix == "_rtn" ? spirv::FPRoundingMode::RTN : spirv::FPRoundingMode::RTE;
}

Conversion conversion_of(Body& body, const Instruction& instruction) {
    const Kind from = body.operand_type(instruction, 0).is_bfloat ? Kind::is_bfloat : Kind::is_float;
    const Kind to = body.all.types.info(instruction.type, instruction).is_bfloat ? Kind::is_bfloat : Kind::is_float;
    switch (instruction.op) {
        case Op::ConvertFToS: return {from, Kind::is_signed};
        case Op::ConvertFToU: return {from, Kind::is_unsigned};
        case Op::ConvertSToF: return {Kind::is_signed, to};
        case Op::ConvertUToF: return {Kind::is_unsigned, to};
        case Op::FConvert: return {from, to};
        case Op::UConvert: return {Kind::is_unsigned, Kind::is_unsigned};
        case Op::SConvert: return {Kind::is_signed, Kind::is_signed};
        case Op::SatConvertSToU: return {Kind::is_signed, Kind::is_unsigned, true};
        case Op::SatConvertUToS: return {Kind::is_unsigned, Kind::is_signed, true};
        case Op::ConvertFToBF16INTEL: return {Kind::is_float, Kind::is_bfloat};
        default: return {Kind::is_bfloat, Kind::is_float};  // OpConvertBF16ToFINTEL
    }
}

bool has_builtins(llvm::Type* type) {
    if (type->isFPOrFPVectorTy()) return true;
    const unsigned bits = type->getScalarSizeInBits();
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

std::string open_cl_type(llvm::Type* type, Sign sign) {
    llvm::Type* scalar = type->getScalarType();
    std::string name = sign == Sign::is_unsigned && scalar->isIntegerTy() ? "u" : "";
    if (scalar->isHalfTy())
        name += "half";
    else if (scalar->isFloatTy())
        name += "float";
    else if (scalar->isDoubleTy())
        name += "double";
    else if (scalar->isIntegerTy(8))
        name += "char";
    else if (scalar->isIntegerTy(16))
        name += "short";
    else if (scalar->isIntegerTy(32))
        name += "int";
    else
        name += "long";
    const unsigned components = components_of(type);
    return components == 0 ? name : name + std::to_string(components);
}

llvm::Value* call_conversion(Body& body, llvm::Value* value, llvm::Type* type, const Conversion& conversion) {
    return by_components(body, type, {value}, [&](llvm::Type* result, Arguments values) -> llvm::Value* {
        std::string name = "convert_" + open_cl_type(result, sign_of(conversion.to));
        if (conversion.is_saturated) name += "_sat";
        name.append(conversion.rounding);
        return call_builtin(body, name, result, number(values[0]->getType(), sign_of(conversion.from)), values);
    });
}

// Converts an integer to another width. If the conversion saturates, a value that does not fit the new type becomes the
// nearest value of that type.
llvm::Value* convert_integer(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type, Conversion conversion) {
    const unsigned bits = type->getScalarSizeInBits(), own = value->getType()->getScalarSizeInBits();
    const auto limit = [&](llvm::Intrinsic::ID id, const llvm::APInt& bound) {
        value = builder.CreateBinaryIntrinsic(id, value, llvm::ConstantInt::get(value->getType(), bound));
    };
    const bool from_signed = conversion.from == Kind::is_signed, to_signed = conversion.to == Kind::is_signed;
    if (conversion.is_saturated) {
        const llvm::APInt most = (to_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits));
        if (from_signed && !to_signed) limit(llvm::Intrinsic::smax, llvm::APInt::getZero(own));
        if (from_signed && to_signed && bits < own)
            limit(llvm::Intrinsic::smax, llvm::APInt::getSignedMinValue(bits).sext(own));
        if (most.getActiveBits() < own - (from_signed ? 1 : 0))
            limit(from_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, most.zextOrTrunc(own));
    }
    return from_signed ? builder.CreateSExtOrTrunc(value, type) : builder.CreateZExtOrTrunc(value, type);
}

// Converts a floating-point number to an integer of a width for which there is no builtin.
llvm::Value* convert_to_odd_integer(Body& body, llvm::Value* value, llvm::Type* type, const Conversion& conversion) {
    llvm::IRBuilder<>& builder = body.builder;
    const bool is_signed = conversion.to == Kind::is_signed;
    if (conversion.rounding == "_rte") value = call_elementwise(body, "rint", value->getType(), {value});
    if (conversion.rounding == "_rtp") value = call_elementwise(body, "ceil", value->getType(), {value});
    if (conversion.rounding == "_rtn") value = call_elementwise(body, "floor", value->getType(), {value});
    if (conversion.is_saturated)
        return builder.CreateIntrinsic(is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                                       {type, value->getType()}, {value});
    return is_signed ? builder.CreateFPToSI(value, type) : builder.CreateFPToUI(value, type);
}

llvm::Value* convert_to_integer(Body& body, llvm::Value* value, llvm::Type* type, const Conversion& conversion) {
    // Conversions to integers round toward zero unless the instruction demands another mode.
    const bool is_plain = !conversion.is_saturated && (conversion.rounding.empty() || conversion.rounding == "_rtz");
    if (is_plain || !has_builtins(type)) return convert_to_odd_integer(body, value, type, conversion);
    return call_conversion(body, value, type, conversion);
}

// Converts an integer to a floating-point number. Integers of widths without builtins are extended to a width that has
// builtins.
llvm::Value* convert_from_integer(Body& body, const Instruction& instruction, llvm::Value* value, llvm::Type* type,
                                  const Conversion& conversion) {
    llvm::IRBuilder<>& builder = body.builder;
    const bool is_signed = conversion.from == Kind::is_signed;
    const unsigned bits = value->getType()->getScalarSizeInBits();
    if (bits < 64 && !has_builtins(value->getType()))
        value = convert_integer(builder, value, value->getType()->getWithNewBitWidth(bits < 32 ? 32 : 64),
                                {conversion.from, conversion.from});
    const bool is_nearest = conversion.rounding.empty() || conversion.rounding == "_rte";
    // LLVM rounds a 64-bit integer twice when it converts the integer to half.
    const bool rounds_twice = type->getScalarType()->isHalfTy() && bits > 24;
    if (is_nearest && (!rounds_twice || llvm::isa<llvm::Constant>(value)))
        return is_signed ? builder.CreateSIToFP(value, type) : builder.CreateUIToFP(value, type);
    body.all.require(bits <= 64, instruction, "integers of more than 64 bits are not converted in this way");
    return call_conversion(body, value, type, conversion);
}

// Converts an integer to bfloat16 by way of a double. An integer with more bits than a double holds is shortened first.
llvm::Value* integer_to_bfloat(Body& body, const Instruction& instruction, llvm::Value* value,
                               const Conversion& conversion) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* doubles = with_components_of(builder.getDoubleTy(), value->getType());
    Conversion exact{conversion.from, Kind::is_float};
    const spirv::FPRoundingMode mode = mode_of(conversion.rounding);
    if (value->getType()->getScalarSizeInBits() <= 53)
        return float_to_bfloat(
            builder, float_for_bfloat(builder, convert_from_integer(body, instruction, value, doubles, exact)), mode);
    // A double can hold all bits of the integer except the lower 16. The rounding needs to know only whether the lower
    // 16 bits are all zero, so one bit replaces these 16 bits.
    llvm::Type* integers = value->getType();
    const auto constant = [&](std::int64_t bits) { return llvm::ConstantInt::getSigned(integers, bits); };
    llvm::Value* is_lost = builder.CreateIsNotNull(builder.CreateAnd(value, constant(0xffff)));
    llvm::Value* lost = builder.CreateShl(builder.CreateZExt(is_lost, integers), 15);
    llvm::Value* shortened = builder.CreateOr(builder.CreateAnd(value, constant(~std::int64_t{0xffff})), lost);
    llvm::Value* magnitude = value;
    if (conversion.from == Kind::is_signed)
        magnitude = builder.CreateXor(value, builder.CreateAShr(value, integers->getScalarSizeInBits() - 1));
    value = builder.CreateSelect(builder.CreateIsNotNull(builder.CreateLShr(magnitude, 32)), shortened, value);
    llvm::Value* number = convert_from_integer(body, instruction, value, doubles, exact);
    return float_to_bfloat(builder, float_for_bfloat(builder, number), mode);
}

llvm::Value* convert_float(Body& body, llvm::Value* value, llvm::Type* type, const Conversion& conversion) {
    value = flushed(body, value);
    const bool narrows = type->getScalarSizeInBits() < value->getType()->getScalarSizeInBits();
    const bool is_nearest = conversion.rounding.empty() || conversion.rounding == "_rte";
    if (!narrows || is_nearest) return flushed(body, body.builder.CreateFPCast(value, type));
    return flushed(body, call_conversion(body, value, type, conversion));
}

llvm::Value* convert_value(Body& body, const Instruction& instruction, llvm::Value* value, llvm::Type* type,
                           Conversion conversion) {
    llvm::IRBuilder<>& builder = body.builder;
    if (conversion.from == Kind::is_bfloat) {
        if (conversion.to == Kind::is_bfloat) return value;
        value = bfloat_to_float(builder, value);
        conversion.from = Kind::is_float;
    }
    if (is_integer(conversion.from) && is_integer(conversion.to))
        return convert_integer(builder, value, type, conversion);
    if (is_integer(conversion.to)) return convert_to_integer(body, value, type, conversion);
    if (conversion.to == Kind::is_bfloat) {
        if (is_integer(conversion.from)) return integer_to_bfloat(body, instruction, value, conversion);
        return float_to_bfloat(builder, float_for_bfloat(builder, value), mode_of(conversion.rounding));
    }
    if (is_integer(conversion.from)) return convert_from_integer(body, instruction, value, type, conversion);
    return convert_float(body, value, type, conversion);
}

llvm::Value* convert(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    Conversion conversion = conversion_of(body, instruction);
    llvm::Value* value =
        conversion.from == Kind::is_float ? body.floating(instruction, 0) : body.integer(instruction, 0);
    const bool fits = conversion.to == Kind::is_float    ? type->isFPOrFPVectorTy()
                      : conversion.to == Kind::is_bfloat ? type->isIntOrIntVectorTy(16)
                                                         : type->isIntOrIntVectorTy();
    const bool is_source_of_bfloat = conversion.from != Kind::is_bfloat || value->getType()->isIntOrIntVectorTy(16);
    body.all.require(fits && is_source_of_bfloat && components_of(type) == components_of(value->getType()), instruction,
                     "the operand does not fit the result");
    conversion.rounding = rounding_suffix(body, instruction, type);
    conversion.is_saturated |= body.all.annotations.has(instruction.result, spirv::Decoration::SaturatedConversion);
    const FastMath scope(body, instruction, type);
    return convert_value(body, instruction, value, type, conversion);
}

// OpQuantizeToF16: the nearest half. "If Value has a magnitude too small to be represented as a normalized 16-bit
// floating-point value, the result may be either a +0 or -0."
llvm::Value* quantize(Body& body, const Instruction& instruction) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* value = body.floating(instruction, 0);
    llvm::Type* type = value->getType();
    body.all.require(type->getScalarType()->isFloatTy(), instruction, "the operand is no float");
    llvm::Value* half = builder.CreateFPTrunc(value, type->getWithNewType(builder.getHalfTy()));
    const auto call = [&](llvm::Intrinsic::ID id, auto... operands) {
        return builder.CreateIntrinsic(id, {type}, {operands...});
    };
    llvm::Constant* least = llvm::ConstantFP::get(type, 0x1p-14);
    llvm::Value* is_small = builder.CreateFCmpOLT(call(llvm::Intrinsic::fabs, value), least);
    llvm::Value* zero = call(llvm::Intrinsic::copysign, llvm::Constant::getNullValue(type), value);
    return builder.CreateSelect(is_small, zero, builder.CreateFPExt(half, type));
}

// OpBitcast between numbers, vectors and pointers of one size.
llvm::Value* bitcast(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.operand(instruction, 0);
    llvm::Type* type = body.result_type(instruction);
    llvm::IRBuilder<>& builder = body.builder;
    const llvm::DataLayout& layout = body.all.types.layout();
    body.all.require(type->isSingleValueType() && value->getType()->isSingleValueType() &&
                         layout.getTypeSizeInBits(type) == layout.getTypeSizeInBits(value->getType()),
                     instruction, "operand and result have different sizes");
    if (type == value->getType()) return value;
    if (type->isPointerTy() && value->getType()->isPointerTy())
        return builder.CreatePointerBitCastOrAddrSpaceCast(value, type);
    // Operand and result may be vectors of pointers (SPV_INTEL_masked_gather_scatter).
    const auto word_of = [&](llvm::Type* pointers) -> llvm::Type* {
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(pointers);
        llvm::Type* word = builder.getInt64Ty();
        return vector ? llvm::FixedVectorType::get(word, vector->getNumElements()) : word;
    };
    if (value->getType()->isPtrOrPtrVectorTy()) value = builder.CreatePtrToInt(value, word_of(value->getType()));
    if (type->isPtrOrPtrVectorTy()) return builder.CreateIntToPtr(builder.CreateBitCast(value, word_of(type)), type);
    return builder.CreateBitCast(value, type);
}

constexpr TranslationRow rows[] = {
    {Op::ConvertFToS, convert},
    {Op::ConvertFToU, convert},
    {Op::ConvertSToF, convert},
    {Op::ConvertUToF, convert},
    {Op::FConvert, convert},
    {Op::UConvert, convert},
    {Op::SConvert, convert},
    {Op::SatConvertSToU, convert},
    {Op::SatConvertUToS, convert},
    {Op::ConvertFToBF16INTEL, convert},
    {Op::ConvertBF16ToFINTEL, convert},
    {Op::QuantizeToF16, quantize},
    {Op::Bitcast, bitcast},
};

}  // namespace

std::span<const TranslationRow> conversion_rows() { return rows; }

}  // namespace lanewise::compiler::il
