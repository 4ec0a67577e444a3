// Variables of modules and functions (OpVariable, OpUntypedVariableKHR; SPIR-V specification, section 3.52.8).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// The properties in the declaration of a variable.
struct VariableForm {
    spirv::Id type = 0;  // type of the variable, not of its pointer
    spirv::StorageClass storage{};
    spirv::Id initializer = 0;  // 0 without one
};

inline bool is_variable(spirv::Op op) { return op == spirv::Op::Variable || op == spirv::Op::UntypedVariableKHR; }

/// Reads an OpVariable or an OpUntypedVariableKHR. The variable's type is part of the pointer type of an OpVariable,
/// but an operand of an OpUntypedVariableKHR.
inline VariableForm variable_form(const Translation& all, const spirv::Instruction& instruction) {
    const TypeInfo& pointer = all.types.info(instruction.type, instruction);
    const bool is_untyped = instruction.op == spirv::Op::UntypedVariableKHR;
    all.require(pointer.op == (is_untyped ? spirv::Op::TypeUntypedPointerKHR : spirv::Op::TypePointer), instruction,
                "the result is no pointer of this kind");
    const auto operand = [&](std::size_t index) {
        return index < instruction.operands.size() ? instruction.operands[index] : 0;
    };
    VariableForm form{.type = pointer.element, .storage = pointer.storage, .initializer = operand(1)};
    if (is_untyped) {
        form.type = operand(1);
        form.initializer = operand(2);
        all.require(form.type != 0, instruction, "the variable has no type");
    }
    return form;
}

}  // namespace lanewise::compiler::il
