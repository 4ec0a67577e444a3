#include "compiler/spirv/state/refuse.h"

#include <string>

#include "compiler/spirv/state/source_lines.h"

namespace lanewise::compiler::il {

void refuse(const spirv::Instruction& instruction, const Annotations& annotations, std::string_view reason) {
    std::string text = "error: ";
    text.append(spirv::name_of(instruction.op)).append(" at word ").append(std::to_string(instruction.offset));
    if (const std::string location = location_of(annotations, instruction); !location.empty())
        text.append(" (").append(location).append(")");
    if (instruction.result != 0) text.append(", result %").append(std::to_string(instruction.result));
    if (const std::string_view name = annotations.name(instruction.result); !name.empty())
        text.append(" \"").append(name).append("\"");
    throw spirv::InvalidModule(text.append(": ").append(reason));
}

}  // namespace lanewise::compiler::il
