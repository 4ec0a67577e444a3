// Functions of OpenCL.std that become calls of the builtin of the same name. All operands have the type of the result,
// except in functions that the table `exceptions` lists. If the builtin library lacks the vector length or the type,
// the builtin is called for each component, or a more exact builtin is called.
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <string>

#include "builtins/builtin_library.h"
#include "compiler/spirv/instructions/arithmetic/directed_rounding.h"
#include "compiler/spirv/instructions/arithmetic/small_float_arithmetic.h"
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/fast_math.h"
#include "compiler/spirv/instructions/open_cl/open_cl.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;

// Functions whose operands do not all have the type of the result. Each character of `operands` describes an operand:
//   =  has the type of the result       f  a floating-point number with as many components
//   i  a signed int of 32 bits each     u  an unsigned integer of the components' width
//   v  the vector to reduce             *  the address of a second result    #  the address of signed ints
struct Exception {
    std::string_view name;
    std::string_view operands;
    bool is_whole = false;  // the function cannot be called component by component
};

constexpr Exception exceptions[] = {
    {"ilogb", "f"},
    {"ldexp", "=i"},
    {"pown", "=i"},
    {"rootn", "=i"},
    {"nan", "u"},
    {"fract", "=*"},
    {"modf", "=*"},
    {"sincos", "=*"},
    {"frexp", "=#"},
    {"lgamma_r", "=#"},
    {"remquo", "==#"},
    {"cross", "==", true},
    {"normalize", "=", true},
    {"fast_normalize", "=", true},
    {"length", "v", true},
    {"fast_length", "v", true},
    {"distance", "vv", true},
    {"fast_distance", "vv", true},
};

struct Function {
    std::string name;        // name of the builtin in OpenCL C
    std::string exact_name;  // builtin for types that `name` lacks, at least as exact as `name`; may be empty
    Sign sign = Sign::is_signed;
    std::string operands;
    bool is_integer = false;
    bool is_whole = false;
};

Function describe(std::string_view name, std::size_t count) {
    Function function;
    const auto found = std::ranges::find(exceptions, name, &Exception::name);
    if (found != std::end(exceptions)) {
        function.operands = found->operands;
        function.is_whole = found->is_whole;
    } else {
        function.operands.assign(count, '=');
    }
    constexpr std::string_view integer_names[] = {"clz", "ctz", "popcount", "rotate"};
    function.is_integer = name.starts_with("s_") || name.starts_with("u_") ||
                          std::ranges::find(integer_names, name) != std::end(integer_names);
    if (name.starts_with("u_")) function.sign = Sign::is_unsigned;
    if (name.starts_with("s_") || name.starts_with("u_")) name.remove_prefix(2);
    if (name == "fclamp" || name.ends_with("_common")) name.remove_prefix(1);
    if (name.ends_with("_common")) name.remove_suffix(std::string_view("_common").size());
    for (const std::string_view prefix : {"native_", "half_", "fast_"})
        if (name.starts_with(prefix)) function.exact_name = name.substr(prefix.size());
    function.name = name;
    return function;
}

class Call {
public:
    Call(Body& body, const Instruction& instruction, Function function)
        : body_(body),
          instruction_(instruction),
          function_(std::move(function)),
          result_(body.result_type(instruction)) {
        const bool fits = function_.is_integer ? result_->isIntOrIntVectorTy()
                                               : function_.operands == "f" || result_->isFPOrFPVectorTy();
        body.all.require(fits, instruction, "the function has no results of this type");
        require_arguments(body, instruction, function_.operands.size());
        for (std::size_t i = 0; i < function_.operands.size(); ++i) arguments_.push_back(argument(i));
    }

    llvm::Value* make() {
        if (llvm::Value* value = call(result_, arguments_)) return value;
        const unsigned components = components_of(result_);
        llvm::Value* first = components == 0 || function_.is_whole ? nullptr : call(result_->getScalarType(), parts(0));
        if (!first) return quotient();
        llvm::Value* whole =
            body_.builder.CreateInsertElement(llvm::PoisonValue::get(result_), first, std::uint64_t{0});
        for (unsigned i = 1; i < components; ++i)
            whole = body_.builder.CreateInsertElement(whole, call(result_->getScalarType(), parts(i)), i);
        return whole;
    }

private:
    // Returns the type of operand i of a function whose result has the type `result`. If the operand is a pointer,
    // returns the type that it points to.
    llvm::Type* type_of(std::size_t i, llvm::Type* result) const {
        llvm::IRBuilder<>& builder = body_.builder;
        switch (function_.operands[i]) {
            case 'i':
            case '#': return result->getWithNewType(builder.getInt32Ty());
            case 'u': return result->getWithNewType(builder.getIntNTy(result->getScalarSizeInBits()));
            default: return result;
        }
    }

    bool is_pointer(std::size_t i) const { return function_.operands[i] == '*' || function_.operands[i] == '#'; }

    llvm::Value* argument(std::size_t i) {
        const std::size_t place = first_argument + i;
        if (is_pointer(i)) return body_.pointer(instruction_, place);
        llvm::Value* value = body_.operand(instruction_, place);
        llvm::Type* type = value->getType();
        switch (function_.operands[i]) {
            case 'f':
                body_.all.require(
                    type->isFPOrFPVectorTy() && result_ == type->getWithNewType(body_.builder.getInt32Ty()),
                    instruction_, "the result has no int for each component");
                return value;
            case 'v':
                body_.all.require(type->getScalarType() == result_ && type == arguments_type(type), instruction_,
                                  "the operands do not fit the result");
                return value;
            default: break;
        }
        llvm::Type* wanted = type_of(i, result_);
        // OpenCL C has overloads of some functions in which one scalar operand applies to all components of a vector.
        // Some producers write such a scalar as an operand of the instruction.
        if (type == wanted->getScalarType() && type != wanted)
            return body_.builder.CreateVectorSplat(components_of(wanted), value);
        body_.all.require(type == wanted, instruction_, "an operand does not fit the result");
        return value;
    }

    llvm::Type* arguments_type(llvm::Type* type) const {
        return arguments_.empty() ? type : arguments_.front()->getType();
    }

    // Returns the operands for a call that computes only component i.
    llvm::SmallVector<llvm::Value*, 4> parts(unsigned i) {
        llvm::SmallVector<llvm::Value*, 4> parts;
        for (std::size_t k = 0; k < arguments_.size(); ++k) {
            llvm::Value* value = arguments_[k];
            if (is_pointer(k))
                parts.push_back(
                    body_.builder.CreateConstInBoundsGEP1_64(type_of(k, result_->getScalarType()), value, i));
            else
                parts.push_back(body_.builder.CreateExtractElement(value, i));
        }
        return parts;
    }

    // Calls the builtin for this result type and the types of these arguments. Returns null if the library has no such
    // overload.
    llvm::Value* call(llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments) {
        llvm::SmallVector<Parameter, 4> parameters;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            llvm::Type* type = arguments[i]->getType();
            if (is_pointer(i))
                parameters.push_back({.kind = Parameter::Kind::pointer,
                                      .type = type_of(i, result),
                                      .sign = Sign::is_signed,
                                      .space = type->getPointerAddressSpace()});
            else
                parameters.push_back(number(type, sign_of(i)));
        }
        for (const std::string& name : {function_.name, function_.exact_name})
            if (!name.empty() && builtins::find(mangle(name, parameters)))
                return call_builtin(body_, name, result, parameters, arguments);
        return nullptr;
    }

    Sign sign_of(std::size_t i) const {
        switch (function_.operands[i]) {
            case 'i': return Sign::is_signed;
            case 'u': return Sign::is_unsigned;
            default: return function_.sign;
        }
    }

    // Computes native_divide, half_divide, native_recip or half_recip for types for which OpenCL C lacks these
    // functions.
    llvm::Value* quotient() {
        body_.all.require(function_.exact_name == "divide" || function_.exact_name == "recip", instruction_,
                          "the function does not take this type");
        if (function_.exact_name == "divide") return body_.builder.CreateFDiv(arguments_[0], arguments_[1]);
        return body_.builder.CreateFDiv(llvm::ConstantFP::get(result_, 1.0), arguments_[0]);
    }

    Body& body_;
    const Instruction& instruction_;
    const Function function_;
    llvm::Type* result_;
    llvm::SmallVector<llvm::Value*, 4> arguments_;
};

// Returns the result of a function that rounds correctly in each mode, if the instruction or the kernel demands a mode;
// null for others.
llvm::Value* rounded(Body& body, const Instruction& instruction, std::string_view name) {
    const bool is_fused = name == "fma" || name == "mad", is_root = name == "sqrt";
    llvm::Type* type = body.result_type(instruction);
    if ((!is_fused && !is_root) || !type->isFPOrFPVectorTy()) return nullptr;
    const spirv::FPRoundingMode mode = rounding_of(body, instruction, type);
    const bool is_nearest = mode == spirv::FPRoundingMode::RTE;
    if (is_nearest && !(is_root && decorated_rounding(body, instruction)) && !body.widens_small_floats) return nullptr;
    llvm::SmallVector<llvm::Value*, 3> arguments;
    require_arguments(body, instruction, is_root ? 1 : 3);
    for (std::size_t i = first_argument; i < instruction.operands.size(); ++i) {
        arguments.push_back(body.floating(instruction, i));
        body.all.require(arguments.back()->getType() == type, instruction, "an operand does not fit the result");
    }
    if (is_root) return rounded_root(body, mode, arguments[0]);
    if (body.widens_small_floats) return fused_bfloats(body, arguments[0], arguments[1], arguments[2]);
    return rounded_fused(body, mode, arguments[0], arguments[1], arguments[2]);
}

}  // namespace

llvm::Value* open_cl_builtin(Body& body, const Instruction& instruction, std::string_view name) {
    const spirv::InstructionForm* form = spirv::extended_form_of(instruction.operands[1]);
    const Function function = describe(name, spirv::operands_of(*form).size());
    const bool is_small = !function.is_integer && !body.widens_small_floats &&
                          body.all.types.info(instruction.type, instruction).is_bfloat;
    // Functions with a second result are not computed in float, since no float can be stored at the address of the
    // bfloat16 result.
    if (is_small && function.operands.find_first_of("*#u") == function.operands.npos)
        return with_floats(body, instruction, first_argument, [&] { return open_cl_builtin(body, instruction, name); });
    const FastMath scope(body, instruction, body.result_type(instruction));
    if (llvm::Value* value = rounded(body, instruction, name)) return value;
    return Call(body, instruction, function).make();
}

}  // namespace lanewise::compiler::il
