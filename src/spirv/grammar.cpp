#include "spirv/grammar.h"

#include <algorithm>
#include <tuple>

namespace lanewise::spirv {
namespace {

#include "spirv_tables.inc"

const InstructionForm* find(std::span<const InstructionForm> forms, std::uint32_t opcode) noexcept {
    const auto found = std::ranges::lower_bound(forms, opcode, {}, &InstructionForm::opcode);
    return found != forms.end() && found->opcode == opcode ? &*found : nullptr;
}

}  // namespace

const InstructionForm* form_of(std::uint32_t opcode) noexcept {
    // In the first part of the table, no opcodes are missing, so the opcode is the index. Other opcodes need a search.
    if (opcode < std::size(instruction_forms) && instruction_forms[opcode].opcode == opcode)
        return &instruction_forms[opcode];
    return find(instruction_forms, opcode);
}

const InstructionForm* extended_form_of(std::uint32_t function) noexcept { return find(extended_forms, function); }

const EnumerantForm* enumerant_of(OperandKind kind, std::uint32_t value) noexcept {
    const auto key = [](const EnumerantForm& form) { return std::tuple(form.kind, form.value); };
    const auto found = std::ranges::lower_bound(enumerant_forms, std::tuple(kind, value), {}, key);
    return found != std::end(enumerant_forms) && key(*found) == std::tuple(kind, value) ? &*found : nullptr;
}

Category category_of(OperandKind kind) noexcept { return categories[static_cast<std::size_t>(kind)]; }

std::span<const OperandForm> operands_of(const InstructionForm& form) noexcept {
    return {operand_forms + form.first_operand, form.operand_count};
}

std::span<const OperandForm> operands_of(const EnumerantForm& form) noexcept {
    return {operand_forms + form.first_operand, form.operand_count};
}

const char* name_of(Op op) noexcept {
    const InstructionForm* form = form_of(static_cast<std::uint32_t>(op));
    return form ? form->name : "unknown";
}

}  // namespace lanewise::spirv
