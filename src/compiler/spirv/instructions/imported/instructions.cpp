// Imports named `__spirv_X`: calls in place of instructions and built-in variables.
//
//   _Z20__spirv_ocl_fmax...             OpExtInst OpenCL.std fmax
//   _Z18__spirv_AtomicLoad...           OpAtomicLoad
//   _Z30__spirv_ConvertFToU_Ruint_sat   OpConvertFToU with the decoration SaturatedConversion
//   _Z29__spirv_BuiltInWorkgroupId...   the variable WorkgroupId
//
// Operands that are literals in the instruction are ids of constants in the call.
#include <llvm/IR/Constants.h>

#include <map>
#include <string>
#include <vector>

#include "builtins/builtin_library.h"
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/builtin_variables.h"
#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/imported/imported.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/open_cl/open_cl.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;
using spirv::OperandForm;
using spirv::OperandKind;
using spirv::Quantifier;

constexpr std::uint32_t largest_opcode = 8191;
constexpr std::uint32_t largest_function = 255;

// Opcodes by their names without "Op".
const std::map<std::string_view, const spirv::InstructionForm*>& opcodes() {
    static const auto made = [] {
        std::map<std::string_view, const spirv::InstructionForm*> forms;
        for (std::uint32_t opcode = 0; opcode <= largest_opcode; ++opcode)
            if (const auto* form = spirv::form_of(opcode)) forms.emplace(form->name + 2, form);
        return forms;
    }();
    return made;
}

const spirv::InstructionForm* function_named(std::string_view name) {
    for (std::uint32_t function = 0; function <= largest_function; ++function)
        if (const auto* form = spirv::extended_form_of(function); form && name == form->name) return form;
    return nullptr;
}

// Makes the operands of an instruction from the operands of a call.
class Operands {
public:
    Operands(Body& body, const Instruction& call) : body_(body), call_(call) {}

    std::vector<std::uint32_t> made;

    void add(std::span<const OperandForm> forms) {
        for (const OperandForm& form : forms) {
            if (form.kind == OperandKind::IdResultType || form.kind == OperandKind::IdResult) continue;
            if (form.quantifier == Quantifier::one || (form.quantifier == Quantifier::optional && has_next()))
                add_one(form.kind);
            while (form.quantifier == Quantifier::any_number && has_next()) add_one(form.kind);
        }
    }

    void finish() const { body_.all.require(!has_next(), call_, "the call has too many operands"); }

    bool has_next() const { return next_ < call_.operands.size(); }

private:
    void add_one(OperandKind kind) {
        body_.all.require(has_next(), call_, "the call has too few operands");
        const spirv::Category category = spirv::category_of(kind);
        body_.all.require(category != spirv::Category::composite, call_, "the instruction cannot be called");
        const std::uint32_t id = call_.operands[next_++];
        if (category == spirv::Category::id) return made.push_back(id);
        const auto word = static_cast<std::uint32_t>(body_.all.constant(id, call_));
        made.push_back(word);
        if (category == spirv::Category::bits)
            for (std::uint32_t left = word; left != 0; left &= left - 1) add_operands(kind, left & (~left + 1));
        if (category == spirv::Category::value) add_operands(kind, word);
    }

    void add_operands(OperandKind kind, std::uint32_t value) {
        if (const auto* form = spirv::enumerant_of(kind, value)) add(spirv::operands_of(*form));
    }

    Body& body_;
    const Instruction& call_;
    std::size_t next_ = 1;  // index of the next operand of the call, after the function
};

// The parts of a name. After the instruction, a name may have the result's type and, for a conversion, its modes:
// ConvertFToU_Ruint_sat_rte.
struct Name {
    std::string_view instruction;
    std::string_view result;  // "uint4", or empty
    std::string_view modes;   // "_sat_rte", or empty
};

Name split(std::string_view text) {
    Name name{text, {}, {}};
    const std::size_t end = text.find("_R");
    if (end == text.npos) return name;
    name.instruction = text.substr(0, end);
    name.result = text.substr(end + 2);
    if (const std::size_t modes = name.result.find('_'); modes != name.result.npos) {
        name.modes = name.result.substr(modes);
        name.result = name.result.substr(0, modes);
    }
    return name;
}

// Converts a result of bools to the integer type of the call. True is 1 in scalars and -1 in vectors, as in OpenCL C.
llvm::Value* as_result(Body& body, llvm::Value* value, llvm::Type* type) {
    if (!value || value->getType() == type || !value->getType()->isIntOrIntVectorTy(1) || !type->isIntOrIntVectorTy() ||
        components_of(type) != components_of(value->getType()))
        return value;
    return type->isVectorTy() ? body.builder.CreateSExt(value, type) : body.builder.CreateZExt(value, type);
}

llvm::Value* translate(Body& body, const Instruction& call, const spirv::InstructionForm& form) {
    const Translate function = translation_of(static_cast<Op>(form.opcode));
    body.all.require(function, call, std::string("the instruction ") + form.name + " is not supported");
    Operands operands(body, call);
    operands.add(spirv::operands_of(form));
    operands.finish();
    Instruction instruction = call;
    instruction.op = static_cast<Op>(form.opcode);
    instruction.operands = operands.made;
    const auto forms = spirv::operands_of(form);
    const bool has_result = forms.size() > 1 && forms[1].kind == OperandKind::IdResult;
    if (!has_result) instruction.type = instruction.result = 0;
    body.all.require(!has_result || !body.result_type(call)->isVoidTy(), call, "the instruction has a result");
    return as_result(body, function(body, instruction), body.result_type(call));
}

llvm::Value* translate_open_cl(Body& body, const Instruction& call, std::string_view text) {
    const spirv::InstructionForm* form = function_named(text);
    if (!form) form = function_named(split(text).instruction);
    body.all.require(form, call, "OpenCL.std has no function " + std::string(text));
    Operands operands(body, call);
    operands.made = {0, form->opcode};
    auto forms = spirv::operands_of(*form);
    // If the name of a call contains the result's type, the call lacks the operand with the number of components.
    const bool has_length = !forms.empty() && forms.back().kind == OperandKind::LiteralInteger;
    if (has_length && call.operands.size() == forms.size()) forms = forms.first(forms.size() - 1);
    operands.add(forms);
    operands.finish();
    Instruction instruction = call;
    instruction.op = Op::ExtInst;
    instruction.operands = operands.made;
    return open_cl(body, instruction);
}

// Translates a conversion with modes to a call of OpenCL C's function, such as convert_uint_sat_rte.
llvm::Value* convert(Body& body, const Instruction& call, const Name& name) {
    const bool from_signed =
        name.instruction == "ConvertSToF" || name.instruction == "SConvert" || name.instruction == "SatConvertSToU";
    body.all.require(call.operands.size() == 2, call, "a conversion has one operand");
    llvm::Value* value = body.operand(call, 1);
    llvm::Type* type = body.result_type(call);
    body.all.require(
        !value->getType()->isPointerTy() && !type->isVoidTy() && components_of(type) == components_of(value->getType()),
        call, "the operand does not fit the result");
    const std::string function = "convert_" + std::string(name.result) + std::string(name.modes);
    const Parameter parameter = number(value->getType(), from_signed ? Sign::is_signed : Sign::is_unsigned);
    body.all.require(builtins::find(mangle(function, parameter)), call, "there is no function " + function);
    return call_builtin(body, function, type, parameter, value);
}

}  // namespace

llvm::Value* call_instruction(Body& body, const Instruction& call, std::string_view text) {
    constexpr std::string_view builtin = "BuiltIn", open_cl_prefix = "ocl_";
    if (text.starts_with(builtin)) return query_builtin(body, call, text.substr(builtin.size()));
    if (text.starts_with(open_cl_prefix)) return translate_open_cl(body, call, text.substr(open_cl_prefix.size()));
    const Name name = split(text);
    if (!name.modes.empty() && name.instruction.find("Convert") != name.instruction.npos)
        return convert(body, call, name);
    // After `_`, names such as GenericCastToPtrExplicit_ToGlobal contain the storage class.
    const auto found = opcodes().find(name.instruction.substr(0, name.instruction.find('_')));
    body.all.require(found != opcodes().end(), call, "SPIR-V has no instruction " + std::string(text));
    return translate(body, call, *found->second);
}

}  // namespace lanewise::compiler::il
