// Tables of SPIR-V's operands, generated from the grammar in spirv-headers: the form of each instruction and of each
// enumerant.
// Thread-safety: constant data.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_enums.h"

namespace lanewise::spirv {

/// The categories into which the grammar divides operand kinds.
enum class Category : std::uint8_t { id, literal, composite, value, bits };

enum class Quantifier : std::uint8_t { one, optional, any_number };

struct OperandForm {
    OperandKind kind;
    Quantifier quantifier;
};

/// The name and the operands of an instruction, or of a function of OpenCL.std.
struct InstructionForm {
    std::uint16_t opcode;
    const char* name;
    std::uint16_t first_operand;
    std::uint16_t operand_count;
};

/// An enumerant, and the further operands that an instruction with this enumerant has.
struct EnumerantForm {
    OperandKind kind;
    std::uint32_t value;
    const char* name;
    std::uint16_t first_operand;
    std::uint16_t operand_count;
};

/// Returns the form of the instruction with an opcode; null for an unknown opcode.
const InstructionForm* form_of(std::uint32_t opcode) noexcept;

/// Returns the form of a function of OpenCL.std; null for an unknown function. The form lists the operands after the
/// function's number.
const InstructionForm* extended_form_of(std::uint32_t function) noexcept;

/// Returns an enumerant; null for an unknown value.
const EnumerantForm* enumerant_of(OperandKind kind, std::uint32_t value) noexcept;

Category category_of(OperandKind kind) noexcept;

std::span<const OperandForm> operands_of(const InstructionForm& form) noexcept;
std::span<const OperandForm> operands_of(const EnumerantForm& form) noexcept;

/// Returns the name of an opcode; "unknown" for unknown opcodes.
const char* name_of(Op op) noexcept;

}  // namespace lanewise::spirv
