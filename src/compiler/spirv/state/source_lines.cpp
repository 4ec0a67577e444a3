#include "compiler/spirv/state/source_lines.h"

#include <algorithm>
#include <optional>

namespace lanewise::compiler::il {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

// Numbers of instructions in NonSemantic.Shader.DebugInfo.100. DebugFunction and DebugSource have the same numbers in
// OpenCL.DebugInfo.100.
constexpr std::uint32_t debug_function = 20, debug_source = 35;
constexpr std::uint32_t debug_function_definition = 101, debug_line = 103, debug_no_line = 104;

// Returns the number of an instruction of the debug information set `wanted`; returns nothing for instructions of other
// sets.
std::optional<std::uint32_t> debug_number(const Annotations& annotations, const Instruction& instruction,
                                          InstructionSet wanted) {
    if (instruction.op != Op::ExtInst && instruction.op != Op::ExtInstWithForwardRefsKHR) return std::nullopt;
    if (instruction.operands.size() < 2 || annotations.set(instruction.operands[0]) != wanted) return std::nullopt;
    return instruction.operands[1];
}

bool is_shader(const Annotations& annotations, const Instruction& instruction, std::uint32_t number) {
    return debug_number(annotations, instruction, InstructionSet::shader_debug) == number;
}

std::string_view file_of_source(const Annotations& annotations, Id source) {
    const Instruction* definition = annotations.source().definition(source);
    const bool is_source = definition && definition->operands.size() > 2 && definition->operands[1] == debug_source;
    return is_source ? annotations.text(definition->operands[2]) : std::string_view();
}

// Returns the value of an integer constant; 0 for other ids.
std::uint32_t constant(const Annotations& annotations, Id id) {
    const Instruction* definition = annotations.source().definition(id);
    const bool is_constant = definition && definition->op == Op::Constant && !definition->operands.empty();
    return is_constant ? definition->operands[0] : 0;
}

std::string text_of(std::string_view file, std::uint32_t line, std::uint32_t column) {
    if (line == 0) return {};
    return std::string(file.substr(file.rfind('/') + 1)) + ':' + std::to_string(line) + ':' + std::to_string(column);
}

}  // namespace

LineStep line_step(const Annotations& annotations, const Instruction& instruction) {
    switch (instruction.op) {
        case Op::Line: return LineStep::begins;
        case Op::NoLine:
        case Op::Label:
        case Op::FunctionEnd: return LineStep::ends;
        default: break;
    }
    const auto number = debug_number(annotations, instruction, InstructionSet::shader_debug);
    return number == debug_line ? LineStep::begins : number == debug_no_line ? LineStep::ends : LineStep::none;
}

std::string location_of_line(const Annotations& annotations, const Instruction& line) {
    const Words operands = line.operands;
    if (line.op == Op::Line)
        return operands.size() < 3 ? std::string() : text_of(annotations.text(operands[0]), operands[1], operands[2]);
    // The operands of DebugLine are source, first line, last line, first column and last column.
    constexpr std::size_t source = 2, first_line = 3, first_column = 5;
    if (operands.size() <= first_column) return {};
    return text_of(file_of_source(annotations, operands[source]), constant(annotations, operands[first_line]),
                   constant(annotations, operands[first_column]));
}

std::string location_of_function(const Annotations& annotations, const Instruction& instruction) {
    // The operands of DebugFunction begin with name, type, source, line and column. Line and column are literals in
    // OpenCL.DebugInfo.100, and ids of constants otherwise.
    constexpr std::size_t source = 4, line = 5, column = 6;
    const Words operands = instruction.operands;
    if (operands.size() <= column || operands[1] != debug_function) return {};
    const bool are_ids = is_shader(annotations, instruction, debug_function);
    if (!are_ids && annotations.set(operands[0]) != InstructionSet::open_cl_debug) return {};
    const auto number = [&](std::size_t place) {
        return are_ids ? constant(annotations, operands[place]) : operands[place];
    };
    return text_of(file_of_source(annotations, operands[source]), number(line), number(column));
}

Id defined_debug_function(const Annotations& annotations, const Instruction& instruction) {
    const bool is_definition = is_shader(annotations, instruction, debug_function_definition);
    return is_definition && instruction.operands.size() > 2 ? instruction.operands[2] : 0;
}

std::string location_of(const Annotations& annotations, const Instruction& instruction) {
    const auto& all = annotations.source().instructions;
    auto at = std::ranges::lower_bound(all, instruction.offset, {}, &Instruction::offset);
    while (at != all.begin()) {
        --at;
        const LineStep step = line_step(annotations, *at);
        if (step == LineStep::begins) return location_of_line(annotations, *at);
        if (step == LineStep::ends) return {};
    }
    return {};
}

}  // namespace lanewise::compiler::il
